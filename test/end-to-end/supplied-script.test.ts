import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionScript, StepLog } from '../../src/recorder/index.ts';
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
  timeout: 90_000,
}, async () => {
  const flow = exported.replaceAll('https://kiln.example', site.url);
  const { id } = await service.createDemo(`${site.url}/`, { action_script: flow, duration_target: '10s' });
  const demo = await service.settled(id, 80_000);
  expect(demo).toMatchObject({ status: 'ready', error: null, duration_ms: 10_000 });
  expect(JSON.parse(demo.ai_plan!)).toMatchObject({ source: 'supplied' });
  const filmed = JSON.parse(demo.action_script!) as ActionScript;
  const given = JSON.parse(flow) as ActionScript;
  expect(filmed.title).toBe(given.title);
  expect(filmed.steps.map(({ type }) => type)).toEqual(given.steps.map(({ type }) => type));
  const log = JSON.parse(demo.recording_log!) as StepLog[];
  expect(log.map(({ status }) => status)).toEqual(given.steps.map(() => 'ok'));
});
