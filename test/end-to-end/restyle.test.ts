import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldTakes } from '../../src/domain/demos/jobs/takes.ts';
import { decodedFrame } from '../recorder/encode/probe.ts';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { startService, type TestService } from './service.ts';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tern</title>
<style>body{margin:0;background:#fff;font:18px/1.5 sans-serif}section{padding:80px 10%;min-height:340px}</style>
<section><h1>Tern counts birds for you</h1><p>Hang it up, and it listens.</p></section>
<section id="pricing"><h2>Pricing</h2><p>$4 a month for a garden.</p></section>`;

let isGone = false;
let visits = 0;
let site: TestSite;
let service: TestService;
beforeAll(async () => {
  site = await serveSite('none', {
    '/': (request, response) => {
      visits++;
      if (!isGone) return html(page)(request, response);
      response.writeHead(410).end();
    },
  });
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

async function restyled(id: string, body: object) {
  const answer = await service.request('POST', `/api/v1/demos/${id}/restyle`, body);
  expect([answer.status, answer.body]).toMatchObject([202, { status: 'recording' }]);
  return service.settled(id, 90_000);
}

/** Red, green and blue of the film's corner, when its entry is over. */
async function cornerOf(id: string) {
  const [r, g, b] = await decodedFrame(`${service.baseUrl}/video/${id}.mp4`, 2);
  return { r: r!, g: g!, b: b! };
}

test('another look needs no page as long as the take is kept; without it, the page is filmed again', {
  timeout: 480_000,
}, async () => {
  const look = { background: '#0000ff', zoom: { enabled: false } };
  const { id } = await service.createDemo(`${site.url}/`, { prompt: 'Show the pricing', presentation: look });
  const made = await service.settled(id, 90_000);
  expect(made).toMatchObject({ status: 'ready', version: 1, warnings: [] });
  expect(await service.media(id)).toContain('takes/1.take');

  // The site is gone, and nobody asks it for anything.
  isGone = true;
  const before = visits;
  const red = await restyled(id, { presentation: { ...look, background: '#ff0000', padding: 0.2 } });
  expect(red).toMatchObject({ status: 'ready', version: 2, error: null, warnings: [] });
  expect(visits).toBe(before);
  expect(red.recording_log).toBe(made.recording_log);
  expect(red.duration_ms).toBe(made.duration_ms);
  const corner = await cornerOf(id);
  expect([corner.r > 200, corner.g < 60, corner.b < 60]).toEqual([true, true, true]);

  // A refresh compares with the page that the film shows, also after a restyle of it.
  const refreshed = async () => {
    isGone = false;
    expect((await service.request('POST', `/api/v1/demos/${id}/refresh`)).status).toBe(202);
    const { version, refreshHistory } = await service.settled(id, 90_000);
    isGone = true;
    return [version, refreshHistory[0]?.unchanged];
  };
  expect(await refreshed()).toEqual([2, true]);

  const larger = await restyled(id, { presentation: { ...look, mockup: 'none', padding: 0 } });
  expect(larger).toMatchObject({ version: 3, warnings: [{ code: 'softer_text' }] });
  expect(await service.media(id)).toContain('takes/1.take');

  expect(await refreshed()).toEqual([3, true]);

  // Who asks for a new recording gets one, or is told why not; the version stays.
  const retaken = await restyled(id, { presentation: look, retake: true });
  expect(retaken).toMatchObject({ status: 'ready', version: 3, error: expect.stringContaining('410') });

  isGone = false;
  const remove = (key: string) => rm(join(service.dataDir, 'media', key));
  expect(await forgetOldTakes(service.services, 3_600_000, remove)).toBe(0);
  expect(await forgetOldTakes(service.services, -1000, remove)).toBe(1);
  const again = await restyled(id, { presentation: look });
  expect(again).toMatchObject({ version: 4, error: null, warnings: [{ code: 'filmed_again' }] });
  expect(await service.media(id)).toContain('takes/4.take');
});
