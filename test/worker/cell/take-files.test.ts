import { execFileSync } from 'node:child_process';
import { chown, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Source, takeFiles } from '../../../src/worker/cell/take-files.ts';

let root: string;
let folder: string;
let target: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'showreel-take-'));
  [folder, target] = [join(root, 'cell'), join(root, 'job')];
  await mkdir(folder);
  await mkdir(target);
  await writeFile(join(root, 'secret.key'), 'secret');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const taken = (videoPath: string, process: Source['process'] = { user: null }) =>
  takeFiles(
    {
      videoPath,
      gifPath: null,
      thumbnailPath: null,
      captionsPath: null,
      chaptersPath: null,
      takePath: null,
      snapshots: [],
    },
    { folder, process },
    target,
  );

test('a film is copied out of its folder', async () => {
  await writeFile(join(folder, 'film.mp4'), 'film');
  const { videoPath, gifPath } = await taken(join(folder, 'film.mp4'));
  expect(videoPath).toBe(join(target, 'video'));
  expect(gifPath).toBeNull();
  expect(await readFile(videoPath, 'utf8')).toBe('film');
});

test.each<[string, () => Promise<string>]>([
  ['a path outside of the folder', async () => join(root, 'secret.key')],
  ['a path that leads out of it', async () => join(folder, '../secret.key')],
  [
    'a link to a file outside',
    async () => {
      await symlink(join(root, 'secret.key'), join(folder, 'film.mp4'));
      return join(folder, 'film.mp4');
    },
  ],
  [
    'a folder that is a link to the outside',
    async () => {
      await symlink(root, join(folder, 'films'));
      return join(folder, 'films/secret.key');
    },
  ],
  [
    'another name of a file outside',
    async () => {
      await link(join(root, 'secret.key'), join(folder, 'film.mp4'));
      return join(folder, 'film.mp4');
    },
  ],
  [
    'a pipe that never ends',
    async () => {
      execFileSync('mkfifo', [join(folder, 'film.mp4')]);
      return join(folder, 'film.mp4');
    },
  ],
  ['a folder', async () => folder],
  ['nothing', async () => join(folder, 'film.mp4')],
])('%s is not taken', async (_, make) => {
  const path = await make();
  await expect(taken(path)).rejects.toMatchObject({ name: 'Violation' });
});

test.runIf(process.getuid?.() === 0)('a file of somebody else in the folder is not taken', async () => {
  const path = join(folder, 'film.mp4');
  await writeFile(path, 'film');
  const user = { uid: 64_999, gid: 64_999, endProcesses: async () => undefined, release: () => undefined };
  await expect(taken(path, { user })).rejects.toThrow('not its own');
  await chown(path, 64_999, 64_999);
  expect(await taken(path, { user })).toMatchObject({ videoPath: join(target, 'video') });
});
