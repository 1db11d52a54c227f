import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { actionScriptSchema } from '../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { take } from '../../../src/recorder/drive/index.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../browser/recording-browser.ts';

const viewport = viewports.desktop;
const presentation = resolvePresentation(undefined);
const stage = layoutStage({ output: { width: 640, height: 360 }, viewport, presentation });
const hives = Array.from(
  { length: 20 },
  (_, at) => `<p><button>Hive ${String.fromCharCode(65 + at)}</button></p>`,
).join('');
const page = (css: string, body: string) =>
  html(`<!doctype html><html lang="en"><title>Apiary</title><style>body { margin: 0; height: 100vh; overflow: hidden }
    p { margin: 0; height: 120px } button { width: 200px; height: 40px } ${css}</style>${body}
    <script>window.pressed = []; addEventListener('click', ({ target }) => pressed.push(target.textContent));
    window.heard = []; for (const each of ['mousedown', 'mouseup']) addEventListener(each, ({ type }) => heard.push(type));</script>`);
let site: TestSite;
let studio: RecordingBrowser;
const cutOff = page('main { height: 100vh; overflow: hidden }', `<main>${hives}</main>`);
beforeAll(async () => {
  site = await serveSite('none', {
    '/cut-off': cutOff,
    '/cut-off-and-grows': cutOff,
    '/cut-off-and-ends': cutOff,
    '/pane': page('main { height: 100vh; overflow: auto }', `<main>${hives}</main>`),
    '/menu': page(
      'main { height: 120px; overflow: auto; position: relative } ul { position: absolute; top: 40px; margin: 0 } li { height: 40px }',
      '<aside><main><ul><li>Clover<li>Heather<li>Acacia<li>Lime</ul></main></aside>',
    ),
  });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale });
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

/** What is pressed when the script presses these, one after the other. */
const pressed = async (path: string, names: string[]) => (await shoot(path, names)).pressed;

async function shoot(path: string, names: string[], lengths = { durationMs: 8_000, mostMs: 8_000 }) {
  const { session } = studio;
  const script = actionScriptSchema.parse({
    title: 'Press',
    steps: [
      {
        ...{ type: 'setViewport', width: 1440, height: 900, deviceScaleFactor: 1 },
        ...{ isMobile: false, hasTouch: false, isLandscape: true },
      },
      { type: 'navigate', url: `${site.url}${path}` },
      ...names.map((name) => ({ type: 'click', selectors: [[`text/${name}`]], offsetX: 20, offsetY: 20 })),
    ],
  });
  const options = { viewport, stage, ...lengths, fps: 10, zoom: presentation.zoom };
  const shooting = take(session, script, { ...options, load: { log }, leadInMs: 0, leadOutMs: 300 });
  for await (const frame of shooting.frames) void frame;
  const page = await session.page.evaluate(() => {
    const { pressed, heard } = window as unknown as { pressed: string[]; heard: string[] };
    return { pressed, heard };
  });
  return { ...page, statuses: shooting.steps.map(({ status }) => status) };
}

test('what a box without a scroll bar cuts off is scrolled into view', async () => {
  expect(await pressed('/cut-off', ['Hive Q'])).toEqual(['Hive Q']);
});

test('what lies above in a pane that was scrolled is found again', async () => {
  expect(await pressed('/pane', ['Hive S', 'Hive B'])).toEqual(['Hive S', 'Hive B']);
});

test('an entry that a pane cuts off is scrolled to, also where the page around it would get the press', async () => {
  expect(await pressed('/menu', ['Lime'])).toEqual(['Lime']);
});

test('a film grows for a press that takes longer to reach than was foreseen', async () => {
  const { pressed, statuses } = await shoot('/cut-off-and-grows', ['Hive Q'], {
    durationMs: 5_000,
    mostMs: 8_000,
  });
  expect(pressed).toEqual(['Hive Q']);
  expect(statuses).toEqual(['ok', 'ok', 'ok']);
});

test('a press that the film has no time for is skipped, and the page hears nothing of it', async () => {
  const { heard, statuses } = await shoot('/cut-off-and-ends', ['Hive Q'], {
    durationMs: 3_500,
    mostMs: 3_500,
  });
  expect(heard).toEqual([]);
  expect(statuses).toEqual(['ok', 'ok', 'skipped']);
});
