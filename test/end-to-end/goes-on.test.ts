import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Preview } from '../../src/domain/demos/preview/answer.ts';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import { type Allotment, serveAllotment } from '../support/allotment.ts';
import { startService, type TestService } from './service.ts';

let allotment: Allotment;
let service: TestService;
beforeAll(async () => {
  allotment = await serveAllotment();
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await allotment?.close();
});

const prompt = "Create a bed called 'Rhubarb corner', then open its settings";
const wish = { prompt, duration_target: '10s' };
const pressedIn = ({ steps }: ActionScript) =>
  steps.filter(({ type }) => type === 'click').map(({ showreel }) => showreel?.name);
const planned = ['New bed', 'Create bed'];
const found = ['Rhubarb corner', 'Settings'];

test('what a film found as it went is part of its demo, and a restyle that films anew plays it again', {
  timeout: 480_000,
}, async () => {
  const { id } = await service.createDemo(`${allotment.url}/`, wish);
  const demo = await service.settled(id, 90_000);
  expect(demo).toMatchObject({ status: 'ready', error: null });
  expect(demo.warnings.map(({ code }) => code)).toEqual(['changes_data_without_reset']);
  expect(pressedIn(JSON.parse(demo.action_script!) as ActionScript)).toEqual([...planned, ...found]);
  const { scenes, unmet } = JSON.parse(demo.ai_plan!) as { scenes: { what: string }[]; unmet: unknown[] };
  expect(scenes.map(({ what }) => what)).toEqual(
    expect.arrayContaining(found.map((name) => `Open “${name}”`)),
  );
  expect(unmet).toEqual([]);
  expect(demo.duration_ms).toBeLessThanOrEqual(10_800);
  expect(allotment.writes).toEqual(['POST /beds']);

  allotment.reset();
  const path = `/api/v1/demos/${id}/restyle`;
  const restyled = await service.request('POST', path, {
    presentation: { background: 'midnight' },
    retake: true,
  });
  expect(restyled.status).toBe(202);
  const again = await service.settled(id, 90_000);
  expect(again).toMatchObject({ version: 2, error: null });
  expect(pressedIn(JSON.parse(again.action_script!) as ActionScript)).toEqual([...planned, ...found]);
  expect(allotment.writes).toEqual(['POST /beds']);
});

test('a preview writes nothing, and tells what is found only while the video is filmed', {
  timeout: 480_000,
}, async () => {
  allotment.reset();
  const project = await service.request('POST', '/api/v1/projects', {
    name: 'Plots',
    url: `${allotment.url}/`,
  });
  const { id: project_id } = project.body as { id: string };
  const { status, body } = await service.request('POST', '/api/v1/demos/preview', { project_id, ...wish });
  expect(status).toBe(200);
  const { action_script, warnings, unmet } = body as Preview;
  expect(pressedIn(action_script as unknown as ActionScript)).toEqual(planned);
  expect(unmet).toEqual([]);
  const [warning] = warnings.filter(({ code }) => code === 'found_while_filming');
  expect(warning?.message).toContain('open its settings');
  expect(allotment.writes).toEqual([]);
});
