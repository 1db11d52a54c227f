import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveFrame } from '../../../src/domain/demos/media-keys.ts';
import { createLogger } from '../../../src/log.ts';
import { folderStorage } from '../../../src/media/folder.ts';
import { keepGlances } from '../../../src/worker/demo/glances.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'showreel-glances-'));
});
afterAll(() => rm(root, { recursive: true }));

test('each picture has an address of its own while the film is made, and none is left when it ends', async () => {
  const media = folderStorage(root);
  const glances = keepGlances(media, 'demo_1', createLogger('silent', 'test'));
  expect(glances.newest).toBeNull();
  glances.show(Buffer.from('one'));
  // The first is still being stored.
  glances.show(Buffer.from('dropped'));
  await expect.poll(() => glances.newest).toBe('/live/demo_1-1.jpg');
  glances.show(Buffer.from('two'));
  await expect.poll(() => glances.newest).toBe('/live/demo_1-2.jpg');
  for (const number of [1, 2]) expect((await media.head(liveFrame('demo_1', number).key))?.sizeBytes).toBe(3);
  glances.show(Buffer.from('six'));
  await glances.end();
  for (const number of [1, 2, 3]) expect(await media.head(liveFrame('demo_1', number).key)).toBeNull();
});
