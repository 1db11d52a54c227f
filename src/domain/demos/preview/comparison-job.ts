import type { Change } from '../../../changes/index.ts';
import type { Step } from '../../../recorder/contract/script.ts';
import type { GenerationJob } from '../jobs/generation.ts';

/** A look at a page elsewhere, such as a preview deployment, beside what the shown version of a demo saw. */
export interface ComparisonJob extends GenerationJob {
  /** The steps that lead to what the film shows behind its first page, without its deeds; their addresses are those of the other site. */
  way: readonly Step[];
}

/** What a worker says of a comparison. */
export interface ComparisonAnswer {
  changes: Change[] | null;
  hasPicture: boolean;
}
