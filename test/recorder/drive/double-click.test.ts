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
let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', {
    '/': html(`<!doctype html><html lang="en"><title>Apiary</title><h1>Apiary</h1><p id="motto">Hum along</p>
      <script>
        motto.addEventListener('dblclick', ({ detail }) => {
          document.title = 'dblclick ' + detail;
          motto.innerHTML = '<input aria-label="Motto" value="Hum along">';
          motto.firstChild.focus();
          motto.addEventListener('keydown', ({ key }) => key === 'Enter' && motto.replaceChildren(motto.firstChild.value));
        });
      </script>`),
  });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale });
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

test('a text that a double click makes editable is pressed twice and then written', async () => {
  const { session } = studio;
  const script = actionScriptSchema.parse({
    title: 'Change the motto',
    steps: [
      {
        type: 'setViewport',
        width: 1440,
        height: 900,
        deviceScaleFactor: 1,
        isMobile: false,
        hasTouch: false,
        isLandscape: true,
      },
      { type: 'navigate', url: `${site.url}/` },
      { type: 'doubleClick', selectors: [['#motto']], offsetX: 20, offsetY: 8 },
      { type: 'change', selectors: [['#motto input']], value: 'Fly low' },
      { type: 'keyDown', key: 'Enter' },
      { type: 'keyUp', key: 'Enter' },
    ],
  });
  const options = { viewport, stage, durationMs: 6_000, fps: 30, zoom: presentation.zoom };
  const shooting = take(session, script, { ...options, load: { log }, leadInMs: 600, leadOutMs: 600 });
  for await (const frame of shooting.frames) void frame;
  expect(await session.page.title()).toBe('dblclick 2');
  expect(await session.page.$eval('#motto', ({ textContent }) => textContent)).toBe('Fly low');
});
