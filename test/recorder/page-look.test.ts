import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageLook } from '../../src/recorder/contract/page-look.ts';
import { loadPage } from '../../src/recorder/page/load.ts';
import { readPageLook } from '../../src/recorder/page-look.ts';
import { type Answer, html, serveSite, type TestSite } from '../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from './browser/recording-browser.ts';

const page = (body: string, head = '', style = '') =>
  html(`<!doctype html><html lang="en"><title>Look</title>${head}
<style>body{margin:0;font:18px Arial,sans-serif}a{color:inherit}.btn{display:inline-block;padding:14px 30px;color:#fff}${style}</style>
${body}<h1>Everything in one place</h1><p>${'Plans and work on one page. '.repeat(20)}</p>`);
const button = (color: string) => `<a class="btn" style="background:${color}">Start</a>`;

function icon(color: string): Answer {
  const context = createCanvas(64, 64).getContext('2d');
  context.fillStyle = color;
  context.arc(32, 32, 30, 0, 7);
  context.fill();
  const bytes = context.canvas.toBuffer('image/png');
  return (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
}
const manifest: Answer = (_, response) =>
  void response
    .writeHead(200, { 'content-type': 'application/manifest+json' })
    .end('{"name":"Look","theme_color":"#0d9488"}');

const routes: Record<string, Answer> = {
  '/button': page(button('#2563eb')),
  '/modern': page(button('oklch(0.63 0.24 20)')),
  '/gradient': page(button('linear-gradient(90deg, #db2777, #be185d)')),
  '/theme': page(button('#222'), '<meta name="theme-color" content="rgb(22 163 74)">'),
  '/theme-of-night': page(
    button('#2563eb'),
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#ff0000">',
  ),
  '/dark': page(button('#8b5cf6'), '', 'body{background:#0c0c12;color:#eee}'),
  '/half': page(
    '<div style="height:420px;background:#101828"></div>',
    '<meta name="color-scheme" content="dark">',
    'body{background:#f8f8f8}',
  ),
  '/links': page('<a href="#">One</a> <a href="#">Two</a>', '', 'a{color:-webkit-link}'),
  '/grey': page(button('#111')),
  '/logo': page('<header><img class="logo" src="/logo.png" width="120" height="60"></header>'),
  '/icon': page('', '<link rel="icon" href="/icon.png">'),
  '/vector': page(
    '',
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><circle r="9" fill="#e11d48"/></svg>')}">`,
  ),
  '/manifest': page('', '<link rel="manifest" href="/app.webmanifest">'),
  '/gone': page('', '<link rel="manifest" href="/nothing"><link rel="icon" href="/nothing.png">'),
  // A page's own code changes what answers.
  '/hostile': page(
    `${button('#2563eb')}<script>Array.prototype.slice = () => [{ color: 'red', weight: NaN }]; CSS.supports = null</script>`,
  ),
  '/logo.png': icon('#f97316'),
  '/icon.png': icon('#7c3aed'),
  '/app.webmanifest': manifest,
};

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('real-pages', routes);
  studio = await openRecordingBrowser({ deviceScaleFactor: 0.5 });
});
afterAll(async () => {
  await studio.close();
  await site.close();
});

const lookOn = async (path: string): Promise<PageLook> => {
  await loadPage(studio.session, `${site.url}/${path}`, { log });
  return readPageLook(studio.session);
};

test.each([
  ['button', { isDark: false, accents: ['#2563eb'] }],
  ['modern', { accents: [expect.stringMatching(/^#[e-f]/)] }],
  ['gradient', { accents: [expect.stringMatching(/^#(?:db2777|be185d)/)] }],
  ['theme', { accents: ['#16a34a'] }],
  ['theme-of-night', { accents: ['#2563eb'] }],
  ['dark', { isDark: true, accents: ['#8b5cf6'] }],
  ['half', { isDark: true }],
  ['links', { accents: [] }],
  ['grey', { isDark: false, ground: '#ffffff', accents: [] }],
  ['logo', { accents: [expect.stringMatching(/^#[e-f]\w7/)] }],
  ['icon', { accents: [expect.stringMatching(/^#7[a-d]3[8-c]e/)] }],
  ['vector', { accents: ['#e11d48'] }],
  ['manifest', { accents: ['#0d9488'] }],
  ['gone', { accents: [] }],
  ['hostile', { isDark: false, ground: '#ffffff' }],
])('the look of the page %s is %j', async (path, look) => {
  expect(await lookOn(path)).toMatchObject(look);
});
