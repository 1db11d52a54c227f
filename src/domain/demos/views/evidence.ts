import { z } from 'zod';
import type { Change } from '../../../changes/index.ts';
import { exampleIds, nullableText } from '../../fields.ts';
import { seenPage } from '../media-keys.ts';

/** One thing that differs between two versions of a page. */
export const changeFields = z.object({
  change: z.enum(['added', 'gone', 'reworded', 'looks']).meta({
    description:
      'What happened to the section. `looks` means that its words are the same but it looks different',
  }),
  section: nullableText(
    'Pricing',
    'The heading of the section, or the scene of the video that looks different; null for the whole page',
  ),
  before: nullableText('Nine pounds a month', 'The old words, as far as they differ'),
  after: nullableText('Ten pounds a month'),
});

/** What a refresh found out about the page. */
export const evidenceFields = {
  changes: z
    .array(changeFields)
    .nullable()
    .meta({
      description:
        'What changed on the page since the previous version. Where nothing visible changed, the list is empty, the version stayed ' +
        '(`new_version` is `old_version`), and the cost of the refresh was given back. null where it is not known, as for a restyle.',
    }),
  before_url: nullableText(
    `/page/${exampleIds.demo}-1.jpg`,
    'A picture of the page as the previous version saw it',
  ),
  after_url: nullableText(
    `/page/${exampleIds.demo}-2.jpg`,
    'A picture of the page as the new version saw it',
  ),
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
