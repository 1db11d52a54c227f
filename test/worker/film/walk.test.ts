import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SaidThen } from '../../../src/changes/index.ts';
import { createLogger } from '../../../src/log.ts';
import type { Step } from '../../../src/recorder/contract/script.ts';
import { type Guard, startGuard } from '../../../src/recorder/guard/index.ts';
import type { FilmOrder } from '../../../src/worker/film/film.ts';
import { sceneOf } from '../../../src/worker/film/scene.ts';
import { walkFrom } from '../../../src/worker/film/walk.ts';
import { lendingFlow, type ShedSite, shedSite } from '../../support/shed-site.ts';

const log = createLogger('silent');
let shed: ShedSite;
let guard: Guard;
let folder: string;
beforeAll(async () => {
  shed = await shedSite();
  guard = await startGuard({ allowHosts: [], allowLoopback: true, log });
  folder = await mkdtemp(join(tmpdir(), 'showreel-walk-'));
});
beforeEach(() => {
  shed.isEager = false;
});
afterAll(async () => {
  await guard?.stop();
  await shed?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Walks, and tells what it saw at each act. */
async function walked(steps: Step[], isAsBefore: (act: number) => boolean = () => true) {
  const job = {
    url: `${shed.url}/`,
    viewport: 'desktop',
    resolution: '720p',
    aspect: '16:9',
    laidOutFor: '16:9',
    format: 'mp4',
    presentation: null,
    script: lendingFlow(shed.url),
    supplied: true,
  };
  const signal = new AbortController().signal;
  const order = { job, folder, signal, log } as unknown as FilmOrder;
  const seen: (SaidThen & { act: number })[] = [];
  const walk = walkFrom(
    { guard, scene: sceneOf(order.job, 30), login: null, chromiumPath: null, isTriedOut: false },
    order,
  );
  const isSame = await walk(steps, (act, now) => {
    seen.push({ act, ...now });
    return isAsBefore(act);
  });
  return { isSame, seen };
}
const stepsOf = (count: number) => lendingFlow(shed.url).steps.slice(0, count) as Step[];

test('the page is read after each act', async () => {
  const { isSame, seen } = await walked(stepsOf(3));
  expect(isSame).toBe(true);
  expect(seen.map(({ act }) => act)).toEqual([1, 2]);
  expect(seen[0]?.text).toContain('Bring it back on Sunday.');
});

test('it ends at the first page that stays different, after several looks', async () => {
  const { isSame, seen } = await walked(stepsOf(3), () => false);
  expect(isSame).toBe(false);
  expect(seen.map(({ act, later }) => [act, later?.length])).toEqual([0, 1, 2, 3, 4].map((at) => [1, at]));
});

test('where a step cannot be played any more, nothing is known to be as before', async () => {
  const gone: Step = { type: 'click', selectors: [['#cellar']], offsetX: 1, offsetY: 1, timeout: 100 };
  expect((await walked([...stepsOf(1), gone])).isSame).toBe(false);
});

test('nothing is written on the way, also not by a press that has only now begun to write', async () => {
  shed.isEager = true;
  expect((await walked(stepsOf(3))).isSame).toBe(true);
  expect(shed.writes).toBe(0);
});
