import { tunedOnFixtures } from './planning-tuned-fixtures.ts';
import { tunedOnSample } from './planning-tuned-sample.ts';
import { tunedOnTemplates } from './planning-tuned-templates.ts';

/** All cases that the planner was worked on with. */
export const tuned = [...tunedOnSample, ...tunedOnFixtures, ...tunedOnTemplates];
