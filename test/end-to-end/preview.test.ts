import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Preview } from '../../src/domain/demos/preview/answer.ts';
import { until } from '../support/within.ts';
import { accountOf, startService, type TestService } from './service.ts';

const section = (heading: string, colour: string) =>
  `<section style="background:${colour}"><h2>${heading}</h2><p>${'Every boat has a berth and a key. '.repeat(8)}</p></section>`;
const page = `<!doctype html><html lang="en"><title>Marina</title><style>
body{margin:0;font:18px/1.6 sans-serif}section{padding:80px 12%;min-height:420px}button{padding:12px 24px;font-size:18px}
</style><h1>A marina for small boats</h1>
<button type="button" onclick="note.hidden = !note.hidden">Show the rules</button><p id="note" hidden>No fires on deck.</p>
<button type="button" onclick="fetch('/berths', { method: 'POST', body: 'one' })">Reserve a berth</button>
${section('Moorings', '#e0f0ff')}${section('Prices', '#fff0e0')}</html>`;

let server: Server;
let writes: string[];
let url: string;
let service: TestService;
let projectId: string;

beforeAll(async () => {
  writes = [];
  server = createServer(({ method, url: path }, response) => {
    if (method !== 'GET') writes.push(`${method} ${path}`);
    const found = path === '/' ? 200 : 404;
    response.writeHead(found, { 'content-type': 'text/html' }).end(found === 200 ? page : 'Not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await startService({ role: 'all' });
  projectId = await projectAt(url);
});
afterAll(async () => {
  await service?.stop();
  server?.closeAllConnections();
  server?.close();
});

async function projectAt(address: string): Promise<string> {
  const made = await service.request('POST', '/api/v1/projects', { name: 'Marina', url: address });
  return (made.body as { id: string }).id;
}

/** A busy machine may have no time to play a whole script. It is asked again then. */
async function previewOf(wish: object, tries = 3): Promise<Preview> {
  const { status, body } = await service.request('POST', '/api/v1/demos/preview', {
    project_id: projectId,
    duration_target: '5s',
    ...wish,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const preview: Preview = body;
  const isCut = preview.warnings.some(({ message }) => message.includes('There was no time'));
  return isCut && tries > 1 ? previewOf(wish, tries - 1) : preview;
}

async function stillOf({ stillUrl }: Preview['scenes'][number]) {
  const answer = await fetch(stillUrl);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  return Buffer.from(await answer.arrayBuffer());
}

test('shows what would be filmed: the plan, the script, and a still of each scene', {
  timeout: 600_000,
}, async () => {
  const preview = await previewOf({ prompt: 'Show the moorings and the prices', duration_target: '10s' });
  expect(preview).toMatchObject({ title: expect.any(String), unmet: [], warnings: [] });
  expect(preview.ai_plan).toMatchObject({ source: 'heuristic', unmet: [] });
  expect(preview.durationMs).toBeGreaterThanOrEqual(10_000);
  expect(preview.page).toMatchObject({
    title: 'Marina',
    sections: expect.arrayContaining([expect.objectContaining({ name: 'Moorings' })]),
    suggestions: expect.arrayContaining(['Show “Moorings” and “Prices”']),
  });
  const pictured = await fetch(preview.page!.pictureUrl);
  expect(await sharp(Buffer.from(await pictured.arrayBuffer())).metadata()).toMatchObject({ format: 'jpeg' });
  const { scenes } = preview;
  expect(scenes.map(({ what }) => what)).toEqual(
    (preview.ai_plan as { scenes: { what: string }[] }).scenes.map(({ what }) => what),
  );
  // Each scene has steps of its own, in the order of the script.
  const firsts = scenes.map(({ step }) => step);
  expect(firsts).toEqual([...new Set(firsts)].sort((a, b) => a - b));
  expect(firsts.at(-1)).toBeLessThan(preview.action_script.steps.length);
  // The scenes follow one another without a gap, from the beginning of the video to its end.
  let endMs = 0;
  for (const { startMs, durationMs } of scenes) {
    expect(startMs).toBe(endMs);
    expect(durationMs).toBeGreaterThan(0);
    endMs = startMs + durationMs;
  }
  expect(endMs).toBe(preview.durationMs);
  const stills = await Promise.all(scenes.map(stillOf));
  for (const still of stills)
    expect(await sharp(still).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 540 });
  expect(new Set(stills.map((still) => still.toString('base64'))).size).toBe(stills.length);
});

test('charges nothing, makes no demo, and leaves nothing but the stills', { timeout: 600_000 }, async () => {
  await previewOf({ prompt: 'Show the prices' });
  expect(await accountOf(service)).toMatchObject({ used: 0, balance: 0, transactions: [] });
  const { sql } = service.services;
  expect(await sql`select from demos`).toHaveLength(0);
  expect(await sql`select from events where stream like 'demo-%'`).toHaveLength(0);
  expect(await sql`select from previews where job is not null or answer is not null`).toHaveLength(0);
  await until(async () => (await sql`select from graphile_worker.jobs`).length === 0, 10_000);
});

test('what it returns can be filmed, edited or not', { timeout: 600_000 }, async () => {
  const { action_script: script, scenes } = await previewOf({
    prompt: 'Press "Show the rules" and show the prices',
  });
  const again = await previewOf({ prompt: 'The same', action_script: script });
  expect(again.ai_plan).toMatchObject({ source: 'supplied' });
  expect(again.action_script).toEqual(script);
  expect(again.scenes.length).toBeGreaterThanOrEqual(scenes.length - 1);
  const edited = { ...script, title: 'The house rules', steps: script.steps.slice(0, -1) };
  const made = await service.createDemo(url, { prompt: 'As edited', action_script: edited });
  const demo = await service.settled(made.id, 90_000);
  expect(demo).toMatchObject({ status: 'ready', title: 'The house rules', warnings: [] });
  const filmed = JSON.parse(demo.action_script!) as Preview['action_script'];
  expect(filmed.steps.map(({ type }) => type)).toEqual(edited.steps.map(({ type }) => type));
});

test('what is on a still can be pointed at, and a step takes it for its target', {
  timeout: 900_000,
}, async () => {
  const { action_script: script, scenes } = await previewOf({
    prompt: 'Press "Reserve a berth"',
    elements: true,
  });
  const at = script.steps.findIndex(({ type }) => type === 'click');
  const scene = scenes.findLast(({ step }) => step <= at)!;
  const [first] = scenes;
  const rules = { name: 'Show the rules', role: 'button', target: { showreel: { name: 'Show the rules' } } };
  const button = first!.elements.find(({ name }) => name === rules.name)!;
  expect(button).toMatchObject({ ...rules, on: { x: expect.any(Number), width: expect.any(Number) } });
  // Its words are dark, and the button around them is grey.
  const { width, height } = await sharp(await stillOf(first!)).metadata();
  const { on } = button;
  const inside = await sharp(await stillOf(first!))
    .extract({
      left: Math.round(on!.x * width),
      top: Math.round(on!.y * height),
      width: Math.round(on!.width * width),
      height: Math.round(on!.height * height),
    })
    .greyscale()
    .toBuffer();
  const { mean, min } = (await sharp(inside).stats()).channels[0]!;
  expect(min).toBeLessThan(90);
  expect(mean).toBeGreaterThan(200);
  // In the close-up of its neighbour it is cut off, and can still be chosen.
  const other = scene.elements.find(({ name }) => name === rules.name)!;
  expect(other).toMatchObject({ ...rules, on: null });
  const edited = { ...script, steps: script.steps.with(at, { ...script.steps[at]!, ...other.target }) };
  const again = await previewOf({ prompt: 'The same', action_script: edited });
  // The other button writes nothing, so that nothing had to be held.
  expect(again.warnings).toEqual([]);
  expect(again.page).toBeNull();
});

test('a further wish is planned where it is to come, and one that cannot be done changes nothing', {
  timeout: 900_000,
}, async () => {
  const { action_script, scenes } = await previewOf({
    prompt: 'Press "Show the rules" and show the prices',
    duration_target: '10s',
  });
  const script = { action_script, duration_target: '10s', prompt: 'The same' };
  const at = scenes.at(-1)!.step;
  const insert = (prompt: string, step: number) => previewOf({ ...script, insert: { prompt, step } });
  // What the press shows is there when the wish is planned.
  const shown = await insert('show the moorings', at);
  const whats = shown.scenes.map(({ what }) => what);
  expect(shown.unmet).toEqual([]);
  expect(whats).toEqual([
    'Open on the whole page',
    'Press "Show the rules"',
    'Show “Moorings” (content)',
    'show the prices',
  ]);
  const steps = shown.action_script.steps;
  expect(steps.length).toBeGreaterThan(action_script.steps.length);
  expect(steps.slice(0, at)).toEqual(action_script.steps.slice(0, at));

  const none = await insert('press Frobnicate', action_script.steps.length);
  expect(none.unmet).toMatchObject([{ said: 'press Frobnicate' }]);
  expect(none.action_script.steps).toHaveLength(action_script.steps.length);
  const nowhere = await service.request('POST', '/api/v1/demos/preview', {
    project_id: projectId,
    ...script,
    insert: { prompt: 'x', step: 1 },
  });
  expect([nowhere.status, nowhere.body]).toMatchObject([
    400,
    { error: expect.stringContaining('`insert.step` must be 2 to') },
  ]);
});

test('sends nothing that may change data, and a warning says from which step on', {
  timeout: 600_000,
}, async () => {
  writes.length = 0;
  const { scenes, warnings, action_script } = await previewOf({
    prompt: 'Show the prices, then press "Reserve a berth"',
    duration_target: '10s',
  });
  expect(writes).toEqual([]);
  const step = action_script.steps.findIndex(({ type }) => type === 'click');
  expect(warnings).toEqual([{ code: 'not_sent', message: expect.stringContaining('may change data'), step }]);
  for (const scene of scenes) expect((await stillOf(scene)).byteLength).toBeGreaterThan(5_000);
});

test('does not call the reset of its project', { timeout: 600_000 }, async () => {
  writes.length = 0;
  const project_id = await projectAt(url);
  const reset = { url: `${url}/reset` };
  expect((await service.request('PUT', `/api/v1/projects/${project_id}/reset`, reset)).status).toBe(200);
  await previewOf({ prompt: 'Show the prices', project_id });
  expect(writes).toEqual([]);
});

test('a page without anything that was asked for is shown as a tour, with the warning that a demo fails', {
  timeout: 600_000,
}, async () => {
  const preview = await previewOf({ prompt: 'Press Frobnicate' });
  expect(preview.unmet).toMatchObject([{ said: 'Press Frobnicate' }]);
  expect(preview.warnings.map(({ code }) => code)).toEqual(['not_done', 'nothing_done']);
});

test('a page that cannot be opened is a 422 that says why', { timeout: 600_000 }, async () => {
  const project_id = await projectAt(`${url}/missing`);
  const { status, body } = await service.request('POST', '/api/v1/demos/preview', {
    project_id,
    prompt: 'Show it',
  });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { code: 'http_status', error: expect.stringContaining('404') },
  });
});
