/**
 * Output: what lies beside the video, as files. `record` comes in. It writes into the folder that it is given, and touches nothing else.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stills } from '../compose/index.ts';
import type { Take } from '../drive/index.ts';
import { captionCues, chapterCues, webVtt } from './narration.ts';

/** Writes the poster and the pictures of the storyboard, where the film has them. */
export async function writeStills({ poster, posterTimeMs, snapshots }: Stills, folder: string) {
  const thumbnailPath = poster && join(folder, 'thumbnail.png');
  if (thumbnailPath) await writeFile(thumbnailPath, poster);
  const kept = [];
  for (const [at, { timeMs, label, bytes }] of snapshots.entries()) {
    const path = join(folder, `snapshot-${at + 1}.jpg`);
    await writeFile(path, bytes);
    kept.push({ timeMs, label, path });
  }
  return { thumbnailPath, posterTimeMs, snapshots: kept };
}

/** Writes captions and chapters as WebVTT. */
export async function writeNarration(
  { script, steps }: Pick<Take, 'script' | 'steps'>,
  durationMs: number,
  folder: string,
) {
  const captionsPath = join(folder, 'captions.vtt');
  const chaptersPath = join(folder, 'chapters.vtt');
  await writeFile(captionsPath, webVtt(captionCues(script, steps, durationMs)));
  await writeFile(chaptersPath, webVtt(chapterCues(script, steps, durationMs)));
  return { captionsPath, chaptersPath };
}
