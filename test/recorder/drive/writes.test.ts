import { afterAll, beforeAll, expect, test } from 'vitest';
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

const shed = html(`<!doctype html><title>Shed</title><h1>Tools</h1>
<button id="open">Lend a tool</button><input id="who" aria-label="Who"><form method="post" action="/lent"><button id="lend">Lend</button></form>
<script>fetch('/visits', { method: 'POST' });
document.getElementById('open').onclick = () => fetch('/tools').then((answer) => answer.text());
let pause; who.oninput = () => { clearTimeout(pause); pause = setTimeout(() => fetch('/draft', { method: 'PUT', body: who.value }).then((answer) => answer.text()), 700); };
</script>`);
const done = (_: unknown, response: { end(text: string): void }) => response.end('ok');

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  const lent = html(
    `<!doctype html><title>Lent</title><h1>Lent</h1><script>fetch('/visits', { method: 'POST' });</script>`,
  );
  site = await serveSite('none', {
    '/': shed,
    '/lent': lent,
    '/tools': done,
    '/draft': done,
    '/visits': done,
  });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

async function played(steps: Step[], durationMs = 6_000) {
  await loadPage(studio.session, `${site.url}/`, { log });
  const script = { title: 'Shed', steps: [{ type: 'navigate' as const, url: `${site.url}/` }, ...steps] };
  const shooting = take(studio.session, script, {
    viewport,
    stage,
    durationMs,
    fps,
    zoom: presentation.zoom,
    load: { log },
    leadInMs: 300,
    leadOutMs: 300,
  });
  for await (const _ of shooting.frames);
  return shooting.script.steps.map(({ showreel }) => showreel?.writes ?? false);
}

const press = (id: string, more: Partial<Step> = {}) =>
  ({ type: 'click', selectors: [[`#${id}`]], offsetX: 4, offsetY: 4, ...more }) as Step;
const type: Step = { type: 'change', selectors: [['#who']], value: 'Ada' };
const hold: Step = { type: 'customStep', name: 'showreel.hold', parameters: { minMs: 1_000 } };

test('a step is marked where the page sends a write because of it, also by a form', async () => {
  expect(await played([press('open'), press('lend')])).toEqual([false, false, true]);
});

test('what is saved after a pause belongs to the step that typed it', async () => {
  expect(await played([press('open'), type, hold, press('open')])).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

test('a step that writes no more loses its mark, and one that was not played keeps it', async () => {
  const marked = { showreel: { intent: 'Look', writes: true as const } };
  expect(await played([press('open', marked), hold])).toEqual([false, false, false]);
  const never: Step = { type: 'hover', selectors: [['#nowhere']], timeout: 100, ...marked };
  expect(await played([never, press('open')])).toEqual([false, true, false]);
});
