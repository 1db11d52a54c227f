import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import type { StepLog } from '../../src/recorder/contract/take-frame.ts';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { startService, type TestService } from './service.ts';

const style =
  '<style>body{margin:0;font:18px/1.5 sans-serif}section{padding:60px;min-height:420px}iframe{border:0;width:700px;height:380px}</style>';
const page = (frames: string) =>
  html(`<!doctype html><html lang="en"><title>Ferry</title>${style}<section><h1>The night ferry</h1><p>Across the sound in six hours.</p></section>
    <section><h2>Reservations</h2>${frames}</section><section><h2>On board</h2><p>Cabins and a café.</p></section>`);
const booking = (site: string) => `<iframe src="${site}/booking"></iframe>`;

const routes: Parameters<typeof serveSite>[1] = {
  '/booking':
    html(`<!doctype html>${style}<h2>Book a cabin</h2><form><p><label>Your name <input name="name" required></label></p>
    <p><label>Email <input type="email" name="email" required></label></p><button>Book now</button></form>`),
  '/advert': html(
    `<!doctype html>${style}<h2>Buy a boat</h2><p><label>Your town <input name="town"></label></p>`,
  ),
};
/** The frame of a widget, in which the frame of the provider stands. */
const shell = (inner: string) =>
  html(
    `<!doctype html><style>body{margin:0}iframe{border:0;margin:10px;width:660px;height:350px}</style>${inner}`,
  );
let site: TestSite;
let service: TestService;
beforeAll(async () => {
  site = await serveSite('none', routes);
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

const logOf = (log: string | null) => (JSON.parse(log!) as StepLog[]).filter(({ type }) => type === 'change');
const framesOf = (script: string | null) =>
  (JSON.parse(script!) as ActionScript).steps
    .filter(({ type }) => type === 'change')
    .map(({ frame }) => frame);

test('a form in a frame of another site is planned, filmed, and found again after the frame has moved into another frame', {
  timeout: 480_000,
}, async () => {
  const other = site.url.replace('127.0.0.1', 'localhost');
  routes['/'] = page(booking(other));
  const wish = { prompt: 'fill in the booking form', duration_target: '10s', resolution: '720p' };
  const { id } = await service.createDemo(`${site.url}/`, wish);
  const first = await service.settled(id, 80_000);
  expect(first).toMatchObject({ status: 'ready', error: null, duration_ms: 10_000 });
  expect(logOf(first.recording_log).map(({ status }) => status)).toEqual(['ok', 'ok']);
  expect(framesOf(first.action_script)).toEqual([[0], [0]]);
  if (process.env.KEEP_FILMS) {
    const film = await fetch(`${service.baseUrl}/video/${id}.mp4`);
    await writeFile(`${process.env.KEEP_FILMS}/frames.mp4`, Buffer.from(await film.arrayBuffer()));
  }

  routes['/shell'] = shell(booking(site.url));
  routes['/'] = page(`<iframe src="${other}/advert"></iframe><iframe src="${other}/shell"></iframe>`);
  const { status } = await service.request('POST', `/api/v1/demos/${id}/restyle`, {
    presentation: { padding: 0.02 },
    retake: true,
  });
  expect(status).toBe(202);
  const second = await service.settled(id, 80_000);
  expect(second).toMatchObject({ status: 'ready', error: null, version: 2 });
  expect(logOf(second.recording_log).map(({ status }) => status)).toEqual(['healed', 'healed']);
  expect(framesOf(second.action_script)).toEqual([
    [1, 0],
    [1, 0],
  ]);
  if (process.env.KEEP_FILMS) {
    const film = await fetch(`${service.baseUrl}/video/${id}.mp4`);
    await writeFile(`${process.env.KEEP_FILMS}/nested-frames.mp4`, Buffer.from(await film.arrayBuffer()));
  }
});
