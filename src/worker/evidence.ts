import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { type Change, compareSections, looksAlike, type PageDescription } from '../changes/index.ts';
import type { GenerationJob } from '../domain/demos/generation.ts';
import { seenPage } from '../domain/demos/jobs.ts';
import type { MediaStorage } from '../media/index.ts';
import type { SeenPage } from './look-at-page.ts';

/** Thrown to end a refresh that has nothing to show: the page is as the version that is shown has it. */
export class NothingChanged extends Error {}

/** What a version's page was like, with what else decides how it is filmed. */
interface Remembered {
  page: PageDescription;
  viewport: string;
  watermark: boolean;
}

/** What a refresh finds different from the version before; null where that version left nothing to compare with. */
export async function compareWithLast(
  media: MediaStorage,
  job: GenerationJob,
  seen: SeenPage,
): Promise<Change[] | null> {
  const last = seenPage(job.demoId, job.version - 1);
  const [described, pictured] = await Promise.all([
    media.head(last.descriptionKey),
    media.head(last.pictureKey),
  ]);
  if (job.kind !== 'refresh' || !described || !pictured) return null;
  const before = (await json(media.read(last.descriptionKey))) as Remembered;
  if (
    before.viewport !== job.viewport ||
    before.watermark !== job.watermark ||
    before.page.url !== seen.description.url
  )
    return null;
  const changes = compareSections(before.page, seen.description);
  if (changes.length > 0) return changes;
  const same = await looksAlike(await buffer(media.read(last.pictureKey)), seen.picture);
  return same ? [] : [{ change: 'looks', section: null, before: null, after: null }];
}

/** Keeps the page beside the version that is about to be published, for the refresh after it. */
export async function rememberPage(
  media: MediaStorage,
  job: GenerationJob,
  seen: SeenPage,
  folder: string,
): Promise<void> {
  const keys = seenPage(job.demoId, job.version);
  const { viewport, watermark } = job;
  const remembered: Remembered = { page: seen.description, viewport, watermark };
  const [text, picture] = [join(folder, 'page.json'), join(folder, 'page.jpg')];
  await writeFile(text, JSON.stringify(remembered));
  await writeFile(picture, seen.picture);
  await media.putFile(keys.descriptionKey, text);
  await media.putFile(keys.pictureKey, picture);
}
