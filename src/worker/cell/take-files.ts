import { createWriteStream } from 'node:fs';
import { constants, open, readlink, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Violation } from './channel.ts';
import type { FilmMessage } from './messages.ts';
import type { CellProcess } from './process.ts';

/** A film of 30 s at 1080p has 10 MB. */
const mostBytes = 2 ** 30;

type Files = Pick<
  FilmMessage,
  'videoPath' | 'gifPath' | 'thumbnailPath' | 'captionsPath' | 'chaptersPath' | 'takePath' | 'snapshots'
>;

/** Where files come from: a cell's folder, and who owns what it writes. */
export type Source = { folder: string; process: Pick<CellProcess, 'user'> };

/**
 * Copies the files of a film out of its cell's folder. The cell may name any path, also one that is a link: only what really is a file of
 * its own, in its own folder, is taken.
 * @throws Violation
 */
export async function takeFiles(film: Files, source: Source, folder: string): Promise<Files> {
  const take = async (path: string | null, name: string) =>
    path && (await takeFile(path, source, join(folder, name)));
  const snapshots: Files['snapshots'] = [];
  for (const [index, { path, ...rest }] of film.snapshots.entries())
    snapshots.push({
      ...rest,
      path: await takeFile(path, source, join(folder, `snapshot-${index + 1}.jpg`)),
    });
  return {
    videoPath: await takeFile(film.videoPath, source, join(folder, 'video')),
    gifPath: await take(film.gifPath, 'animation.gif'),
    thumbnailPath: await take(film.thumbnailPath, 'thumbnail.png'),
    captionsPath: await take(film.captionsPath, 'captions.vtt'),
    chaptersPath: await take(film.chaptersPath, 'chapters.vtt'),
    takePath: await take(film.takePath, 'film.take'),
    snapshots,
  };
}

async function takeFile(path: string, { folder, process }: Source, target: string): Promise<string> {
  // Neither a link nor a pipe may make this wait or read elsewhere.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((cause: unknown) => {
    throw new Violation('a file that cannot be read', { cause });
  });
  try {
    // What is open now cannot be exchanged any more, unlike what the path leads to.
    const real = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
    if (!real.startsWith((await realpath(folder)) + sep)) throw new Violation('a file outside of its folder');
    const found = await file.stat();
    const isOwn = process.user === null || found.uid === process.user.uid;
    if (!found.isFile() || !isOwn || found.nlink !== 1) throw new Violation('a file that is not its own');
    if (found.size > mostBytes) throw new Violation('a file that is too long');
    const copy = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    await pipeline(file.createReadStream({ autoClose: false, end: mostBytes }), copy);
    return target;
  } finally {
    await file.close();
  }
}
