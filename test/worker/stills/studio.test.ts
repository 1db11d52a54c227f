import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeKey } from '../../../src/domain/demos/media-keys.ts';
import type { StillsOrder } from '../../../src/domain/studio.ts';
import { createLogger } from '../../../src/log.ts';
import { folderStorage } from '../../../src/media/folder.ts';
import { startCells } from '../../../src/worker/cell/cells.ts';
import type { CellProcess } from '../../../src/worker/cell/process.ts';
import { type RunningStudio, startStudio } from '../../../src/worker/stills/index.ts';
import { keptTake } from '../../support/kept-take.ts';

const log = createLogger('silent');
const taken: CellProcess[] = [];
let folder = '';
let studio: RunningStudio;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-'));
  const media = folderStorage(folder);
  const take = await keptTake();
  for (const demoId of ['demo_a', 'demo_b', 'demo_c']) {
    const path = join(folder, `${demoId}.take`);
    await writeFile(path, take);
    await media.putFile(takeKey(demoId, 1), path);
  }
  const cells = startCells(log, null, { keepsSpare: false });
  const watched = {
    ...cells,
    async take() {
      const cell = await cells.take();
      taken.push(cell);
      return cell;
    },
  };
  const ownPicture = async () => null;
  studio = startStudio(watched, { media, log, allowHosts: [], allowLoopback: true, ownPicture });
});
afterAll(async () => {
  await studio?.stop();
  await rm(folder, { recursive: true, force: true });
});

const compose = (demoId: string, more: Partial<StillsOrder> = {}) =>
  studio.composeStills({
    demoId,
    takeVersion: 1,
    hides: [],
    pageUrl: 'https://example.com/',
    presentation: { background: '#336699' },
    resolution: '720p',
    aspect: '16:9',
    watermark: false,
    moments: ['beginning'],
    width: 320,
    isCallerGone: () => false,
    ...more,
  });
const isRunning = ({ pid }: CellProcess) => existsSync(`/proc/${pid}`);

test('a take has one process for all who ask, and gives way to a third take', async () => {
  const answers = await Promise.all([
    compose('demo_a'),
    compose('demo_a', { width: 200 }),
    compose('demo_b'),
  ]);
  expect(answers.map((one) => one?.stills.length)).toEqual([1, 1, 1]);
  expect(taken).toHaveLength(2);
  await compose('demo_c');
  expect(taken).toHaveLength(3);
  expect(taken.filter(isRunning)).toHaveLength(2);
});

test('a process that dies costs one answer', async () => {
  await compose('demo_c');
  const last = taken.at(-1)!;
  process.kill(last.pid, 'SIGKILL');
  await last.exited;
  await expect(compose('demo_c')).rejects.toMatchObject({ code: 'stills_failed', status: 503 });
  expect((await compose('demo_c'))?.durationMs).toBe(3000);
});

test('for a caller that has gone, nothing is composed', async () => {
  await expect(compose('demo_c', { isCallerGone: () => true })).rejects.toMatchObject({
    code: 'caller_gone',
  });
});

test('no process is left', async () => {
  await studio.stop();
  expect(taken.filter(isRunning)).toEqual([]);
});
