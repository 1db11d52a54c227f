import { afterAll, beforeAll, expect, test } from 'vitest';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { startService, type TestService } from './service.ts';

/** A page that shows a demo of itself: by the script, by hand in an element without the attribute, and in a plain frame. */
const page = (key: string, demoId: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Tern</title><style>body{margin:0;font:18px/1.5 sans-serif}section{padding:80px 10%;min-height:340px}</style>
<script src="${service.baseUrl}/sdk.js" data-showreel-key="${key}"></script>
<section><h1>Tern counts birds for you</h1><p>Hang it up, and it listens.</p><button>Start listening</button></section>
<section><h2>Watch it at work</h2><p>Ten seconds of an evening.</p><div data-showreel title="Embedded by the script"></div>
<div id="byhand"></div><iframe title="Embedded frame" width="640" height="360" src="${service.baseUrl}/embed/${demoId}"></iframe></section>
<section><h2>Pricing</h2><p>$4 a month for a garden.</p></section>
<script>Showreel.render(byhand)</script>`;

let body = '<title>Tern</title><h1>Tern counts birds for you</h1><p>Hang it up, and it listens.</p>';
let site: TestSite;
let service: TestService;
beforeAll(async () => {
  site = await serveSite('none', { '/': (request, response) => html(body)(request, response) });
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

test('a demo shows and names nothing of the embeds on its page, asks for no other demo, and a refresh sees no change in them', {
  timeout: 800_000,
}, async () => {
  const first = await service.createDemo(`${site.url}/`, { prompt: 'Show the title', duration_target: '5s' });
  const { project_id, status } = await service.settled(first.id, 120_000);
  expect(status).toBe('ready');
  const wish = { type: 'publishable', project_id };
  const { key } = (await service.request('POST', '/api/v1/api-keys', wish)).body as { key: string };
  body = page(key, first.id);

  const asked = { project_id, prompt: 'Show it at work, and then the pricing', duration_target: '5s' };
  const { id } = (await service.request('POST', '/api/v1/demos', asked)).body as { id: string };
  const demo = await service.settled(id, 120_000);
  expect(demo.error).toBeNull();
  const captions = await fetch(`${service.baseUrl}/captions/${id}.vtt`).then((answer) => answer.text());
  const told = [demo.action_script, demo.ai_plan, demo.recording_log, captions].join('\n');
  expect(told).toContain('Watch it at work');
  expect(told).not.toMatch(/Preparing the demo|cannot be shown|Waiting for|Play the|Embedded|\/embed\//);
  const { demos } = (await service.request('GET', `/api/v1/demos?project_id=${project_id}`)).body as {
    demos: { id: string }[];
  };
  expect(demos.map((one) => one.id)).toEqual([id, first.id]);

  // The frame shows another film now.
  body = page(key, id);
  await service.request('POST', `/api/v1/demos/${id}/refresh`);
  expect((await service.settled(id, 120_000)).refreshHistory[0]).toMatchObject({
    unchanged: true,
    changes: [],
  });
});
