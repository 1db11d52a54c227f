import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecordingFault } from '../../../src/recorder/contract/fault.ts';
import type { Filmed, GoOn, NextSteps } from '../../../src/recorder/contract/go-on.ts';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import type { Step } from '../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { take } from '../../../src/recorder/drive/index.ts';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../browser/recording-browser.ts';

const presentation = resolvePresentation(undefined);
const viewport = viewports.desktop;
const fps = 10;
const stage = layoutStage({ output: { width: 640, height: 360 }, viewport, presentation });

const kiosk = html(`<!doctype html><title>Kiosk</title><h1>Kiosk</h1><button id="ask">Ask</button>
<button id="buy">Reserve</button><a id="away" href="/status/500">Map</a><p id="said"></p>
<script>ask.onclick = () => { said.textContent += 'asked '; };
buy.onclick = async () => { said.textContent += await (await fetch('/reserved', { method: 'POST' })).text(); };
let ticks = 0; setInterval(() => { document.title = String(++ticks); }, 20);</script>`);

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', {
    '/': kiosk,
    '/reserved': (_, response) => void response.end('reserved '),
  });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const press = (id: string, more: Partial<Step> = {}) =>
  ({ type: 'click', selectors: [[`#${id}`]], offsetX: 4, offsetY: 4, ...more }) as Step;

interface Going extends Pick<GoOn, 'next'> {
  reserveMs?: number;
  durationMs?: number;
}

/** Films one press, and then what `next` gives. */
async function filmed({ next, reserveMs = 1_500, durationMs = 9_000 }: Going) {
  await loadPage(studio.session, `${site.url}/`, { log });
  const told: Filmed[] = [];
  const shooting = take(
    studio.session,
    { title: 'Kiosk', steps: [press('ask')] },
    {
      ...{
        viewport,
        stage,
        fps,
        durationMs,
        zoom: presentation.zoom,
        load: { log },
        leadInMs: 300,
        leadOutMs: 300,
      },
      goOn: {
        reserveMs,
        next: async (now) => {
          told.push(now);
          return next(now);
        },
      },
    },
  );
  let frames = 0;
  let fault: unknown = null;
  try {
    for await (const _ of shooting.frames) frames++;
  } catch (error) {
    fault = error;
  }
  const said = await studio.session.tab.ask(() => document.querySelector('#said')?.textContent ?? null);
  return { ...shooting, told, fault, said, ms: (frames * 1000) / fps };
}

/** Hands over one list of steps after the other. */
function inTurn(...lists: Step[][]) {
  const left = [...lists];
  return async ({ ended }: Filmed): Promise<NextSteps | null> => {
    const steps = ended ? undefined : left.shift();
    return steps ? { steps, reserveMs: 1_500 * left.length } : null;
  };
}

test('what is handed over when the script is over is filmed, logged, and part of the script', async () => {
  const film = await filmed({ next: inTurn([press('buy')], [press('ask')]) });
  expect(film.said).toBe('asked reserved asked ');
  expect(film.steps.map(({ step, status }) => [step, status])).toEqual([0, 1, 2].map((step) => [step, 'ok']));
  expect(film.script.steps.map(({ showreel }) => showreel?.writes ?? false)).toEqual([false, true, false]);
  expect(film.told).toEqual([false, true, false].map((wrote) => ({ wrote, ended: null })));
  expect(film.ms).toBe(9_000);
});

test('the script leaves the time that is kept, and takes all of it where none is', async () => {
  const { steps } = await filmed({ next: inTurn([press('buy')]), reserveMs: 6_000 });
  expect(steps[1]!.startMs).toBeLessThanOrEqual(9_000 - 300 - 6_000 + 1000 / fps);
  const greedy = await filmed({ next: inTurn([press('buy')]), reserveMs: 0 });
  expect(greedy.told.at(-1)?.ended).toEqual({ because: 'time' });
});

test('the page stands still while it is thought about', async () => {
  const ticks = () => studio.session.tab.ask(() => Number(document.title));
  const seen: number[] = [];
  await filmed({
    next: async () => {
      seen.push(await ticks());
      await new Promise((done) => setTimeout(done, 400));
      seen.push(await ticks());
      return null;
    },
  });
  expect(seen[1]).toBe(seen[0]);
});

test('where a step cannot be performed, the film ends without it, and says why', async () => {
  const gone = press('nowhere', { timeout: 100 });
  const film = await filmed({ next: inTurn([press('buy'), gone, press('ask')], [press('ask')]) });
  expect(film).toMatchObject({ fault: null, ms: 9_000, said: 'asked reserved ' });
  expect(film.steps.map(({ status }) => status)).toEqual(['ok', 'ok']);
  expect(film.script.steps).toHaveLength(2);
  expect(film.told.at(-1)).toMatchObject({
    wrote: true,
    ended: { because: 'fault', message: expect.any(String) },
  });
});

test('a page that does not come leaves the film on the one before it', async () => {
  const film = await filmed({ next: inTurn([press('away')]) });
  expect(film).toMatchObject({ fault: null, ms: 9_000 });
  expect(film.script.steps).toHaveLength(1);
  expect(film.told.at(-1)?.ended).toMatchObject({
    because: 'fault',
    message: expect.stringContaining('500'),
  });
});

test('steps for which there is no time are not begun', async () => {
  const many = Array.from({ length: 8 }, () => press('buy'));
  const film = await filmed({ next: inTurn(many), durationMs: 3_000 });
  expect(film).toMatchObject({ ms: 3_000, said: 'asked ' });
  expect(film.told.at(-1)).toEqual({ wrote: false, ended: { because: 'time' } });
  expect(film.script.steps).toHaveLength(1);
});

test('a fault of whoever thinks costs nothing, and a cancelled film ends', async () => {
  const lost = await filmed({ next: () => Promise.reject(new Error('lost')) });
  expect(lost).toMatchObject({ fault: null, ms: 9_000, said: 'asked ' });
  const cancelled = new RecordingFault('cancelled', 'Enough.');
  expect((await filmed({ next: () => Promise.reject(cancelled) })).fault).toBe(cancelled);
});
