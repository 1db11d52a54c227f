import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { readUserFlow } from '../../../src/recorder/contract/user-flow.ts';
import { take } from '../../../src/recorder/drive/index.ts';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../browser/recording-browser.ts';

const style =
  '<style>body{font:16px sans-serif;margin:40px}iframe{border:0;width:600px;height:260px}</style>';
const tell = `<script>if (top === self) done = []; const say = (what) => top === self ? done.push(what) : parent.postMessage(what, '*');
  onmessage = ({ data }) => done.push(data);</script>`;

/** A page with everything that Recorder writes in a special way: shadow roots, frames of two sites, menus, lists, keys. */
const page = (other: string) => `<!doctype html><html lang="en"><title>Orders</title>${style}${tell}
<nav><span id="file" onmouseover="menu.hidden=false">File</span><div id="menu" hidden><button onclick="say('exported')">Export as CSV</button></div></nav>
<label>Quantity <input id="quantity" type="number"></label>
<label>Colour <select id="colour" onchange="say('colour ' + value)"><option value="r">Red</option><option value="b">Blue</option></select></label>
<label><input type="checkbox" id="gift" onchange="say('gift ' + checked)"> Gift wrap</label>
<p id="row" ondblclick="say('renamed')">Order 1041</p>
<fancy-button></fancy-button>
<input id="find" placeholder="Find an order" onkeydown="if (event.key === 'Enter') setTimeout(() => { say('found ' + value); late.hidden = false }, 400)">
<p id="late" hidden><button id="open" onclick="say('opened')">Open the first result</button></p>
<iframe src="/own"></iframe><iframe src="${other}/foreign?visit=1"></iframe>
<div style="height:1500px"></div><button onclick="say('bottom')">Back to top</button>
<script>customElements.define('fancy-button', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="say(\\'fancy\\')">Fancy</button>' } })</script>`;

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  const routes: Parameters<typeof serveSite>[1] = {
    '/own':
      html(`<!doctype html>${style}${tell}<label>Note <input id="note" onchange="say('note ' + value)"></label>
      <button id="save" onclick="say('saved')">Save note</button><div style="height:900px"></div><button id="deep" onclick="say('deep')">Deep down</button>`),
    '/foreign': html(
      `<!doctype html>${style}${tell}<label>Seats <input id="seats" oninput="say('seats ' + value)"></label>`,
    ),
  };
  site = await serveSite('none', routes);
  routes['/orders'] = html(page(site.url.replace('127.0.0.1', 'localhost')));
  studio = await openRecordingBrowser();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const at = { target: 'main', offsetX: 6, offsetY: 5 };
/** As Chrome 138 writes it, with many selectors for each element. */
const flow = () => ({
  title: 'Recording 3/4/2026 at 9:15:02 AM',
  timeout: 10000,
  selectorAttribute: 'data-testid',
  steps: [
    { type: 'emulateNetworkConditions', download: 180_000, upload: 84_375, latency: 562.5 },
    {
      type: 'setViewport',
      width: 1512,
      height: 771,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
      isLandscape: false,
    },
    {
      type: 'navigate',
      url: `${site.url}/orders`,
      assertedEvents: [{ type: 'navigation', url: `${site.url}/orders`, title: 'Orders' }],
    },
    {
      type: 'hover',
      target: 'main',
      selectors: [['#file'], ['xpath///*[@id="file"]'], ['pierce/#file'], ['text/File']],
    },
    {
      type: 'click',
      ...at,
      selectors: [
        ['aria/Export as CSV'],
        ['#menu > button'],
        ['xpath///*[@id="menu"]/button'],
        ['pierce/#menu > button'],
        ['text/Export as'],
      ],
    },
    {
      type: 'change',
      target: 'main',
      value: '12',
      selectors: [['aria/Quantity'], ['#quantity'], ['xpath///*[@id="quantity"]'], ['pierce/#quantity']],
    },
    {
      type: 'change',
      target: 'main',
      value: 'b',
      selectors: [['aria/Colour'], ['#colour'], ['xpath///*[@id="colour"]']],
    },
    {
      type: 'click',
      ...at,
      selectors: [['aria/Gift wrap'], ['#gift'], ['xpath///*[@id="gift"]']],
      duration: 91,
      deviceType: 'mouse',
    },
    {
      type: 'doubleClick',
      ...at,
      selectors: [['#row'], ['xpath///*[@id="row"]'], ['pierce/#row'], ['text/Order 1041']],
    },
    {
      type: 'click',
      ...at,
      selectors: [['aria/Fancy'], ['fancy-button', 'button'], ['pierce/fancy-button button'], ['text/Fancy']],
    },
    { type: 'change', target: 'main', value: 'wool', selectors: [['aria/Find an order'], ['#find']] },
    { type: 'keyDown', target: 'main', key: 'Enter' },
    { type: 'keyUp', target: 'main', key: 'Enter' },
    { type: 'waitForElement', target: 'main', selectors: ['#open'], visible: true, operator: '>=', count: 1 },
    { type: 'waitForExpression', target: 'main', expression: "done.includes('found wool')" },
    { type: 'click', ...at, selectors: ['text/Open the first result'] },
    {
      type: 'waitForElement',
      target: 'main',
      selectors: [['[aria-busy=true]']],
      visible: false,
      timeout: 300,
    },
    { type: 'waitForElement', selectors: ['label'], operator: '>=', count: 3 },
    { type: 'waitForExpression', frame: [0], expression: "document.querySelector('#note') !== null" },
    {
      type: 'change',
      target: 'main',
      frame: [0],
      value: 'fragile',
      selectors: [['aria/Note'], ['#note'], ['xpath///*[@id="note"]']],
    },
    { type: 'click', ...at, frame: [0], selectors: [['aria/Save note'], ['#save'], ['text/Save note']] },
    { type: 'click', ...at, frame: [0], selectors: [['#deep']] },
    {
      type: 'change',
      target: `${site.url.replace('127.0.0.1', 'localhost')}/foreign?visit=1`,
      value: '3',
      selectors: [['aria/Seats'], ['#seats']],
    },
    { type: 'scroll', target: 'main', frame: [0], x: 0, y: 700 },
    { type: 'scroll', target: 'main', x: 0, y: 1400 },
    { type: 'click', ...at, selectors: [['aria/Back to top'], ['body > button'], ['text/Back to']] },
    { type: 'keyDown', key: 'Enterr' },
    { type: 'waitForExpression', expression: 'nobody.said(this)', timeout: 200 },
    { type: 'close', target: 'main' },
  ],
});

test('every step of a flow from Chrome’s Recorder is performed on the page, in order', {
  timeout: 180_000,
}, async () => {
  const script = readUserFlow(flow());
  await loadPage(studio.session, `${site.url}/orders`, { log });
  const presentation = resolvePresentation(undefined);
  const viewport = viewports.desktop;
  const stage = layoutStage({ output: { width: 1280, height: 720 }, viewport, presentation });
  const shooting = take(studio.session, script, {
    viewport,
    stage,
    zoom: presentation.zoom,
    durationMs: 30_000,
    fps: 30,
    leadInMs: 0,
    leadOutMs: 0,
    load: { log },
  });
  for await (const _ of shooting.frames);
  const told = shooting.steps.map(({ type, status, message }) => `${type} ${status} ${message ?? ''}`.trim());
  expect(told).toEqual([
    'emulateNetworkConditions skipped A film loads as fast as it can.',
    ...script.steps.slice(1, -3).map(({ type }) => `${type} ok`),
    'keyDown skipped No keyboard has such a key.',
    'waitForExpression skipped What the flow waits for has not come.',
    'close skipped The film has one tab, and it stays open.',
  ]);
  const done = await studio.session.tab.ask(() => (window as unknown as { done: string[] }).done);
  const typed = done.filter((what) => !/^seats (?!3$)/.test(what));
  expect(typed).toEqual([
    ...['exported', 'colour b', 'gift true', 'renamed', 'fancy', 'found wool', 'opened'],
    ...['note fragile', 'saved', 'deep', 'seats 3', 'bottom'],
  ]);
  const own = studio.session.page.mainFrame().childFrames()[0]!;
  expect(await own.evaluate(() => scrollY)).toBe(700);
  expect(await studio.session.page.$eval('#quantity', (field) => (field as HTMLInputElement).value)).toBe(
    '12',
  );
});
