import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import {
  type Change,
  compareSections,
  compareWays,
  looksAlike,
  movingAround,
  movingIn,
  type PageDescription,
  type SaidThen,
} from '../../changes/index.ts';
import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import { mediaPrefix, seenPage } from '../../domain/demos/media-keys.ts';
import type { MediaStorage } from '../../media/index.ts';
import type { Step } from '../../recorder/contract/script.ts';
import type { RenderedFilm, Walk } from '../film/film.ts';
import type { SeenPage } from '../film/page/look-at-page.ts';

/** Thrown to end a refresh that has nothing new to show: the page is the same as in the current version. */
export class NothingChanged extends Error {}

/** What is stored beside a version: its page, and the settings that also decide what its film looks like. */
interface Remembered {
  page: PageDescription;
  viewport: string;
  watermark: boolean;
  /** The text of the pages during the film. Older versions were stored without it. */
  said?: SaidThen[];
  /**
   * The film shows its page in another size than it was recorded in. A page that is drawn in another size never looks quite alike, so only
   * its words are compared.
   */
  wasResized?: boolean;
}

/**
 * What differs between the page and the previous version; null where that version stored nothing to compare with.
 * @param lookOn looks at the page again, several times. It is called only where something differs, since that may move by itself.
 * @param elsewhere whether the page is a copy of that of the previous version, under another address
 */
export async function compareWithLast(
  media: MediaStorage,
  job: GenerationJob,
  seen: SeenPage,
  lookOn: () => Promise<SeenPage[]>,
  elsewhere = false,
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
    (!elsewhere && before.page.url !== seen.description.url)
  )
    return null;
  const pictureBefore = await buffer(media.read(last.pictureKey));
  const isAsBefore = compareSections(before.page, seen.description).length === 0;
  if (isAsBefore && (before.wasResized || (await looksAlike(pictureBefore, seen.picture)))) return [];
  const others = await lookOn();
  const told = others.map(({ description }) => description);
  const changes = compareSections(before.page, seen.description, told);
  if (changes.length > 0 || before.wasResized) return changes;
  const moving = await movingIn([seen, ...others].map(({ picture }) => picture));
  const same = await looksAlike(pictureBefore, seen.picture, moving);
  return same ? [] : [{ change: 'looks', section: null, before: null, after: null }];
}

/**
 * Whether the pages on the way to the film's first deed say what they said in the previous version. The deed is then not done again: what
 * lies behind it cannot be told without doing it.
 * @param walk is asked only where the film has a deed, and its first page is the same
 */
export async function isSameUpToDeed(
  media: MediaStorage,
  { demoId, version, beforeDeed }: GenerationJob,
  walk: Walk,
): Promise<boolean> {
  if (!beforeDeed) return false;
  const { descriptionKey } = seenPage(demoId, version - 1);
  const { said = [] } = (await json(media.read(descriptionKey))) as Remembered;
  return walk(beforeDeed, (act, now) => {
    const was = said[act];
    return was !== undefined && compareWays([was], [now]).length === 0;
  });
}

/**
 * What differs on the way through the pages of a film. null where it cannot be told: nothing is remembered of them, or the way cannot be
 * walked any more.
 */
export async function compareOnTheWay(
  media: MediaStorage,
  { demoId, version }: GenerationJob,
  way: readonly Step[],
  walk: Walk,
): Promise<Change[] | null> {
  const { descriptionKey } = seenPage(demoId, version - 1);
  const { said } = (await json(media.read(descriptionKey))) as Remembered;
  if (!said) return null;
  let last = null as Change[] | null;
  const isSame = await walk(way, (act, now) => {
    const was = said[act];
    last = was ? compareWays([was], [{ ...now, scene: was.scene }]) : null;
    return last?.length === 0;
  });
  return isSame ? [] : last?.length === 0 ? null : last;
}

/**
 * What differs between the new film and the previous version's film. It is asked where the first page is the same but the film leads
 * on from it. It compares the text of all pages, and the stills; what moves by itself is no difference.
 */
export async function compareFilms(
  media: MediaStorage,
  job: GenerationJob,
  { said, snapshots: stills, framesAround }: Pick<RenderedFilm, 'said' | 'snapshots' | 'framesAround'>,
): Promise<Change[]> {
  const last = seenPage(job.demoId, job.version - 1);
  const before = (await json(media.read(last.descriptionKey))) as Remembered;
  const reworded = before.said ? compareWays(before.said, said) : [];
  if (reworded.length > 0 || before.wasResized) return reworded;
  const other = new Set<string | null>();
  const stillOf = (number: number) => `${mediaPrefix(job.demoId, job.version - 1)}snapshots/${number}.jpg`;
  for (const [index, { path, label, timeMs }] of stills.entries()) {
    const key = stillOf(index + 1);
    const was = (await media.head(key)) ? await buffer(media.read(key)) : null;
    const is = await readFile(path);
    if (was && (await looksAlike(was, is))) continue;
    const { frames, at } = was ? await framesAround(timeMs) : { frames: [], at: 0 };
    if (!was || !(await looksAlike(was, is, movingAround(frames, at)))) other.add(label || null);
  }
  if (await media.head(stillOf(stills.length + 1))) other.add(null);
  return [...other].map((section) => ({ change: 'looks', section, before: null, after: null }));
}

/** Stores the page beside the version that is about to be published. The next refresh compares with it. */
export async function rememberPage(
  media: MediaStorage,
  job: GenerationJob,
  seen: SeenPage & Pick<RenderedFilm, 'said'>,
  folder: string,
): Promise<void> {
  const { viewport, watermark } = job;
  const remembered: Remembered = { page: seen.description, viewport, watermark, said: seen.said };
  await remember(media, seenPage(job.demoId, job.version), { remembered, picture: seen.picture }, folder);
}

/** A film that was composed of an earlier take shows the page of then: what was remembered of it is remembered with this version too. */
export async function carryMemory(
  media: MediaStorage,
  job: GenerationJob,
  { wasResized }: { wasResized: boolean },
  folder: string,
): Promise<void> {
  const [from, to] = [seenPage(job.demoId, job.version - 1), seenPage(job.demoId, job.version)];
  if (!(await media.head(from.descriptionKey)) || !(await media.head(from.pictureKey))) return;
  const before = (await json(media.read(from.descriptionKey))) as Remembered;
  const remembered: Remembered = {
    ...before,
    watermark: job.watermark,
    wasResized: before.wasResized || wasResized,
  };
  await remember(media, to, { remembered, picture: await buffer(media.read(from.pictureKey)) }, folder);
}

async function remember(
  media: MediaStorage,
  { descriptionKey, pictureKey }: ReturnType<typeof seenPage>,
  { remembered, picture }: { remembered: Remembered; picture: Buffer },
  folder: string,
): Promise<void> {
  const [text, image] = [join(folder, 'page.json'), join(folder, 'page.jpg')];
  await writeFile(text, JSON.stringify(remembered));
  await writeFile(image, picture);
  await media.putFile(descriptionKey, text);
  await media.putFile(pictureKey, image);
}
