import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { createHeuristicPlanner } from '../../../src/planner/index.ts';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { type BrowserSession, launchBrowser, loadPage, record } from '../../../src/recorder/index.ts';
import type { FilmOrder } from '../../../src/worker/film/film.ts';
import { createMeter } from '../../../src/worker/film/meter.ts';
import { scriptFor } from '../../../src/worker/film/planning/script-for.ts';
import { type Greenhouse, leftoverKinds, serveGreenhouse, writeKinds } from '../../support/greenhouse.ts';
import { until } from '../../support/within.ts';

const log = createLogger('silent');
const { signal } = new AbortController();
const scene = {
  viewport: viewports.desktop,
  presentation: resolvePresentation({}),
  output: { width: 320, height: 180, fps: 30, format: 'mp4' as const },
};
let app: Greenhouse;
let tempDir: string;
let session: BrowserSession;

beforeAll(async () => {
  app = await serveGreenhouse();
  tempDir = await mkdtemp(join(tmpdir(), 'showreel-hold-'));
  const deviceScaleFactor = layoutStage(scene).scale;
  session = await launchBrowser({ tempDir, viewport: scene.viewport, deviceScaleFactor, fps: 30, log });
});
afterAll(async () => {
  await session?.close();
  await app?.close();
  await rm(tempDir, { recursive: true, force: true });
});

const prompt = 'switch on the night vent, press save and open the gauges';
const total = (kinds: readonly (keyof Greenhouse['writes'])[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, app.writes[kind]]));
const each = (kinds: readonly string[], number: number) =>
  Object.fromEntries(kinds.map((kind) => [kind, number]));

const pageState = () =>
  session.tab.ask(() => [
    document.body.innerHTML,
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
    location.href,
  ]);

test('what a film writes is written once, by the film, and nothing by the rehearsal', async () => {
  await session.tab.writeHold.prepare();
  await loadPage(session, `${app.url}/`, { log });
  const before = await pageState();
  const order = {
    job: {
      script: null,
      prompt,
      context: null,
      mode: 'script',
      durationTargetMs: 12_000,
      viewport: 'desktop',
      laidOutFor: '16:9',
    },
    meter: createMeter(() => undefined),
    onPlanned: async () => undefined,
    signal,
  } as unknown as FilmOrder;
  const { script, onward } = await scriptFor(createHeuristicPlanner(), session, order);
  const pressed = script.steps.filter(({ type }) => type === 'click').map(({ showreel }) => showreel?.name);
  expect(pressed).toEqual(['Night vent', 'Save', 'Gauges']);
  expect(onward).toBeNull();
  expect(session.tab.writeHold.heldWrites).toBeGreaterThan(writeKinds.length - 3);
  expect(total(writeKinds)).toEqual(each(writeKinds, 0));
  expect(total(leftoverKinds)).toEqual(each(leftoverKinds, 0));
  expect(await pageState()).toEqual(before);

  await record(
    { ...scene, script, session, url: app.url, durationMs: 12_000, gif: false, watermark: false, tempDir },
    { signal, log },
  );
  // All of them once; the second one of any kind would come a moment later.
  await session.tab.during(until(() => Object.values(total(writeKinds)).every((count) => count > 0), 60_000));
  await session.tab.during(sleep(500));
  expect(total(writeKinds)).toEqual(each(writeKinds, 1));
  expect(app.state.vent).toBe(true);
});
