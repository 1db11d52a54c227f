import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import type { StepLog } from '../../src/recorder/contract/take-frame.ts';
import { serveSite, type TestSite } from '../support/site.ts';
import { startService, type TestService } from './service.ts';

const exported = await readFile(new URL('../fixtures/flows/chrome-recorder.json', import.meta.url), 'utf8');

let site: TestSite;
let service: TestService;
beforeAll(async () => {
  site = await serveSite('drive-shop');
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

test('a flow from Chrome’s Recorder is filmed as it is, with the camera following it', {
  timeout: 480_000,
}, async () => {
  const flow = exported.replaceAll('https://kiln.example', site.url);
  const { id } = await service.createDemo(`${site.url}/`, { action_script: flow, duration_target: '10s' });
  const demo = await service.settled(id, 80_000);
  expect(demo).toMatchObject({ status: 'ready', error: null, duration_ms: 10_000 });
  expect(JSON.parse(demo.ai_plan!)).toMatchObject({ source: 'supplied' });
  const filmed = JSON.parse(demo.action_script!) as ActionScript;
  const given = JSON.parse(flow) as ActionScript;
  expect(filmed.title).toBe(given.title);
  const without = filmed.steps.map(({ showreel: _, ...step }) => step);
  expect(JSON.stringify(without)).toBe(JSON.stringify(given.steps));
  const log = JSON.parse(demo.recording_log!) as StepLog[];
  expect(log.map(({ status }) => status)).toEqual(given.steps.map(() => 'ok'));
});

test('a step whose element is not there fails with a picture of the page, and presses nothing else', {
  timeout: 480_000,
}, async () => {
  const click = {
    type: 'click',
    selectors: [['aria/Buy now'], ['#buy']],
    offsetX: 4,
    offsetY: 4,
    timeout: 300,
  };
  const steps = [{ type: 'navigate', url: `${site.url}/` }, click];
  const wish = { action_script: { title: 'Buy', steps }, duration_target: '5s' };
  const { id } = await service.createDemo(`${site.url}/`, wish);
  const demo = await service.settled(id, 50_000);
  const url = `/failure/${id}-1.jpg`;
  expect(demo).toMatchObject({ status: 'failed', video_key: null });
  expect(demo.error).toBe(
    `The page ${site.url}/ no longer has the element "aria/Buy now" that the script acts on. A picture of the page at that moment: ${url}`,
  );
  const log = JSON.parse(demo.recording_log!) as StepLog[];
  expect(log.map(({ status, snapshot }) => [status, snapshot])).toEqual([
    ['ok', undefined],
    ['failed', url],
  ]);
  const picture = await fetch(service.baseUrl + url);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});
