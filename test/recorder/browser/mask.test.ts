import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { demandSelectors } from '../../../src/recorder/sign-in.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { log, openStudio, type Studio } from './studio.ts';

/** Every kind of thing that is hidden, with a secret in it; the last one is not, and shows that the eye can see. */
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
let studio: Studio;
beforeAll(async () => {
  site = await serveSite('none', {
    '/one': html(page('Xm4-88812')),
    '/other': html(page('iW7-00391')),
    '/broken': html(
      '<p class="secret" id="half"></p><script>half.textContent = "Half \\ud83d of\\0 it"</script>',
    ),
  });
  studio = await openStudio({ maskSelectors: ['.secret'] });
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

async function pixelsOf(path: string) {
  const { session } = studio;
  await loadPage(session, site.url + path, { log });
  await session.tab.clock.roll();
  session.tab.clock.cut();
  const shot = await session.tab.clock.frame(session.tab.screen.whole);
  const image = await loadImage(shot!.jpeg);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return (top: number) => context.getImageData(0, top - 10, 700, 75).data;
}

/** The largest difference of two stretches of a picture, 0 to 255. */
const furthest = (a: Uint8ClampedArray, b: Uint8ClampedArray) =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);

test('what is hidden looks the same whatever it says, in every picture and in every tree', async () => {
  const one = await pixelsOf('/one');
  const other = await pixelsOf('/other');
  const places = { password: 20, named: 100, inside: 180, shadow: 260, late: 340, revealed: 420 };
  const hard = { eye: 580, swapped: 660, given: 740, closed: 820, made: 60 };
  for (const [place, top] of Object.entries({ ...places, ...hard }))
    expect([place, furthest(one(top), other(top))]).toEqual([place, 0]);
  expect(furthest(one(500), other(500))).toBeGreaterThan(100);
});

test('what is hidden on any page so far is known as words, which no log and no script is to say', async () => {
  expect(studio.session.tab.mask.words).toEqual(expect.arrayContaining(['Xm4-88812', 'iW7-00391']));
});

it('refuses what is no selector: it would hide nothing', async () => {
  await expect(demandSelectors(studio.session, ['.fine', 'p:nonsense(2)'])).rejects.toMatchObject({
    kind: 'sign_in',
    message: expect.stringContaining('"p:nonsense(2)"'),
  });
  await demandSelectors(studio.session, ['.fine', '#a > b:nth-child(2)']);
});

test('what is hidden is known as every other text of a page is told: without what no store takes', async () => {
  await loadPage(studio.session, `${site.url}/broken`, { log });
  expect(studio.session.tab.mask.words).toContain('Half \ufffd of it');
});
