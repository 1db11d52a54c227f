import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { demandSelectors } from '../../../src/recorder/sign-in.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from './recording-browser.ts';

/**
 * A page with `secret` in every kind of place that is hidden. `#open` is not hidden: it proves that the test sees differences.
 */
const page = (secret: string) => `<!doctype html><html lang="en"><title>Account</title>
<style>body{margin:0;font:24px/1 monospace}body > *{position:absolute;left:20px;width:600px;height:40px}</style>
<input id="password" type="password" value="${secret}" style="top:20px">
<div id="named" class="secret" style="top:100px">${secret}</div>
<div id="inside" class="secret" style="top:180px"><span style="font-size:60px"><b>${secret}</b></span></div>
<div id="shadow" style="top:260px"></div>
<div id="late" style="top:340px"></div>
<div id="revealed" style="top:420px"><input type="password" value="${secret}" style="-webkit-text-security:none;filter:none"></div>
<div id="open" style="top:500px">${secret}</div>
<div id="eye" style="top:580px"><input type="password" value="${secret}"></div>
<div id="swapped" style="top:660px"><input type="password" name="pin" value="${secret}"></div>
<div id="given" style="top:740px"><input type="text" autocomplete="section-a current-password" value="${secret}"></div>
<div style="top:820px"><template shadowrootmode="closed"><p class="secret" style="margin:0">${secret}</p></template></div>
<div id="made" style="top:60px"></div>
<script>
  const root = shadow.attachShadow({ mode: 'closed' });
  root.innerHTML = '<p class="secret" style="margin:0">${secret}</p>';
  root.adoptedStyleSheets = [];
  document.adoptedStyleSheets = [];
  late.innerHTML = '<p class="secret" style="margin:0">${secret}</p>';
  eye.firstChild.type = 'text';
  swapped.innerHTML = '<input type="text" name="pin" value="${secret}">';
  made.setHTMLUnsafe('<div><template shadowrootmode="closed"><p class="secret" style="margin:0">${secret}</p></template></div>');
</script>`;

let site: TestSite;
let browser: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', {
    '/one': html(page('Xm4-88812')),
    '/other': html(page('iW7-00391')),
    '/broken': html(
      '<p class="secret" id="half"></p><script>half.textContent = "Half \\ud83d of\\0 it"</script>',
    ),
  });
  browser = await openRecordingBrowser({ maskSelectors: ['.secret'] });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function pixelsOf(path: string) {
  const { session } = browser;
  await loadPage(session, site.url + path, { log });
  await session.tab.clock.roll();
  session.tab.clock.cut();
  const shot = await session.tab.clock.frame(session.tab.screen.whole);
  const image = await loadImage(shot!.jpeg);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return (top: number) => context.getImageData(0, top - 10, 700, 75).data;
}

/** The largest difference between the same part of two pictures, 0 to 255. */
const largestDifference = (a: Uint8ClampedArray, b: Uint8ClampedArray) =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);

test('what is hidden looks the same whatever it says, in every kind of tree', async () => {
  const one = await pixelsOf('/one');
  const other = await pixelsOf('/other');
  const places = { password: 20, named: 100, inside: 180, shadow: 260, late: 340, revealed: 420 };
  const hard = { eye: 580, swapped: 660, given: 740, closed: 820, made: 60 };
  for (const [place, top] of Object.entries({ ...places, ...hard }))
    expect([place, largestDifference(one(top), other(top))]).toEqual([place, 0]);
  expect(largestDifference(one(500), other(500))).toBeGreaterThan(100);
});

test('the words hidden on all pages so far are known, so that logs and scripts can leave them out', async () => {
  expect(browser.session.tab.mask.words).toEqual(expect.arrayContaining(['Xm4-88812', 'iW7-00391']));
});

it('refuses a text that is no selector, because it would hide nothing', async () => {
  await expect(demandSelectors(browser.session, ['.fine', 'p:nonsense(2)'])).rejects.toMatchObject({
    kind: 'sign_in',
    message: expect.stringContaining('"p:nonsense(2)"'),
  });
  await demandSelectors(browser.session, ['.fine', '#a > b:nth-child(2)']);
});

test('hidden words are kept as well-formed text, without what no store takes', async () => {
  await loadPage(browser.session, `${site.url}/broken`, { log });
  expect(browser.session.tab.mask.words).toContain('Half \ufffd of it');
});
