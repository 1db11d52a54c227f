import { z } from 'zod';
import type { Change } from '../../changes/index.ts';
import { exampleIds, nullableText } from '../fields.ts';
import { seenPage } from './media-keys.ts';

const change = z.object({
  change: z.enum(['added', 'gone', 'reworded', 'looks']).meta({
    description: 'What became of the section; `looks`: the words are the same, the picture is another',
  }),
  section: nullableText(
    'Pricing',
    'Its heading, or the scene of the film that looks different; null for the page as a whole',
  ),
  before: nullableText('Nine pounds a month', 'The words that differ'),
  after: nullableText('Ten pounds a month'),
});

/** What a refresh found, beside what came of it. */
export const evidenceFields = {
  changes: z
    .array(change)
    .nullable()
    .meta({
      description:
        'What changed on the page since the version before. Empty: nothing visible, so the version stayed (`new_version` is ' +
        '`old_version`) and what the refresh cost was given back. null where it is not known, as for a restyle.',
    }),
  before_url: nullableText(`/page/${exampleIds.demo}-1.jpg`, 'The page as the version before saw it'),
  after_url: nullableText(`/page/${exampleIds.demo}-2.jpg`, 'The page as the new version saw it'),
};
type Evidence = { changes: Change[] | null; before_url: string | null; after_url: string | null };

export const noEvidence: Evidence = { changes: null, before_url: null, after_url: null };

export function evidenceOf(job: {
  demo_id: string;
  changes: string | null;
  old_version: number | null;
  new_version: number;
}): Evidence {
  if (job.changes === null || job.old_version === null) return noEvidence;
  const urlOf = (version: number) => seenPage(job.demo_id, version).url;
  return {
    changes: JSON.parse(job.changes) as Change[],
    before_url: urlOf(job.old_version),
    after_url: urlOf(job.new_version),
  };
}
