import type { PlanningSet } from '../../set.ts';
import { onFixtureSites } from './fixture-sites.ts';
import { onPublicTemplates } from './public-templates.ts';
import { onSampleSite } from './sample-site.ts';

/** The planner was built on these cases, so they were never seen for a first time. */
export const tuned: PlanningSet = {
  name: 'cases it was tuned with',
  cases: [...onSampleSite, ...onFixtureSites, ...onPublicTemplates],
  firstSight: [],
};
