import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { until } from '../support/within.ts';
import { startService, type TestService } from './service.ts';
import { startSite, type TestSite } from './site.ts';

/** `showreel mcp` against a real service, as an agent uses it: with the protocol's own client. */
const program = join(import.meta.dirname, '../../scripts/showreel');
let service: TestService;
let site: TestSite;
let agent: Client;
let environment: Record<string, string>;

beforeAll(async () => {
  [service, site] = await Promise.all([startService({ role: 'all' }), startSite()]);
  environment = { ...childEnvironment, SHOWREEL_URL: service.baseUrl, SHOWREEL_API_KEY: service.liveKey };
  agent = new Client({ name: 'test', version: '1' });
  await agent.connect(new StdioClientTransport({ command: program, args: ['mcp'], env: environment }));
});
afterAll(async () => {
  await agent?.close();
  await service?.stop();
  await site?.close();
});

/** Of their own, the tool waits for 50 s and the client for 60 s, and a film can take longer on a busy machine. */
const long = { wait_sec: 600 };
const patient = { timeout: 650_000 };
const call = async (name: string, given: object, client = agent, options = patient) =>
  (await client.callTool({ name, arguments: { ...given } }, undefined, options)) as CallToolResult;
const object = ({ structuredContent }: CallToolResult) => structuredContent as Record<string, never>;

test('an agent gets a film in three calls, hears how far it is, and looks at it', {
  timeout: 900_000,
}, async () => {
  const wish = { page: `${site.url}/`, sentence: 'Show the features', duration: '5s', resolution: '720p' };
  const created = object(await call('create_demo', wish));

  const heard: number[] = [];
  const waiting = { name: 'watch_demo', arguments: { demo_id: created.id, ...long } };
  const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
  const watched = object(
    (await agent.callTool(waiting, undefined, { onprogress, ...patient })) as CallToolResult,
  );
  expect(watched).toMatchObject({ done: true, status: 'ready', version: 1, error: null });
  expect(heard).toEqual([...heard].sort((a, b) => a - b));
  expect(heard.length).toBeGreaterThan(2);

  const { content } = await call('get_still', { demo_id: created.id });
  const [picture] = content as { type: string; mimeType: string; data: string }[];
  expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png' });
  expect(Buffer.from(picture!.data, 'base64').subarray(1, 4).toString()).toBe('PNG');
});

test('the script and the log are resources, and a still can be of any second', async () => {
  const { demos } = object(await call('list_demos', {})) as unknown as { demos: { id: string }[] };
  expect(demos).toHaveLength(1);
  const { resources } = await agent.listResources();
  const base = `showreel://demos/${demos[0]!.id}`;
  expect(resources.map(({ uri }) => uri).sort()).toEqual([`${base}/log`, `${base}/script`]);
  const { contents } = await agent.readResource({ uri: `${base}/script` });
  expect(JSON.parse((contents[0] as { text: string }).text).steps[0].type).toBe('setViewport');
  const still = await call('get_still', { demo_id: demos[0]!.id, at_sec: 4 });
  expect(still.content).toEqual([
    expect.objectContaining({ mimeType: 'image/jpeg' }),
    expect.objectContaining({ text: expect.stringContaining('/snapshot/') }),
  ]);
});

test('a refusal is told to the model, and watching ends before the film where it is asked to', async () => {
  const missing = await call('watch_demo', { demo_id: 'demo_x' });
  expect([missing.isError, JSON.stringify(missing.content)]).toEqual([
    true,
    expect.stringMatching(/demo_not_found.*req_/),
  ]);
  const { demos } = object(await call('list_demos', {})) as unknown as { demos: { id: string }[] };
  const demo_id = demos[0]!.id;
  const again = object(await call('refresh_demo', { demo_id }));
  expect(again).toMatchObject({ id: demo_id, status: 'refreshing' });
  expect(object(await call('watch_demo', { demo_id, wait_sec: 1 }))).toMatchObject({ done: false });
  const busy = await call('restyle_demo', { demo_id, presentation: { background: 'midnight' } });
  expect([busy.isError, JSON.stringify(busy.content)]).toEqual([true, expect.stringContaining('demo_busy')]);
  await service.request('POST', `/api/v1/demos/${demo_id}/cancel`);
});

test('another look is a version of its own', { timeout: 900_000 }, async () => {
  const { demos } = object(await call('list_demos', {})) as unknown as { demos: { id: string }[] };
  const demo_id = demos[0]!.id;
  const restyled = object(await call('restyle_demo', { demo_id, presentation: { background: 'midnight' } }));
  expect(restyled).toMatchObject({ id: demo_id, status: 'recording' });
  expect(object(await call('watch_demo', { demo_id, ...long }))).toMatchObject({
    done: true,
    status: 'ready',
    version: 2,
    error: null,
  });
});

test('the poster and the GIF are of the second that an agent picks', async () => {
  const { demos } = object(await call('list_demos', {})) as unknown as { demos: { id: string }[] };
  const demo_id = demos[0]!.id;
  const { thumbnail_key, gif_key } = await service.detail(demo_id);
  expect((await call('pick_moment', { demo_id, at_sec: 3, only: 'thumbnail' })).isError).toBeFalsy();
  const after = await until(async () => {
    const now = await service.detail(demo_id);
    return now.thumbnail_key === thumbnail_key ? undefined : now;
  }, 20_000);
  expect(after.gif_key).toBe(gif_key);
  const late = await call('pick_moment', { demo_id, at_sec: 90 });
  expect([late.isError, JSON.stringify(late.content)]).toEqual([true, expect.stringContaining('time_ms')]);
});

test('no tool deletes, and none shows a secret', async () => {
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'create_demo',
    'get_still',
    'list_demos',
    'pick_moment',
    'preview_demo',
    'refresh_demo',
    'restyle_demo',
    'watch_demo',
  ]);
  for (const { annotations } of tools) expect(annotations?.destructiveHint ?? false).toBe(false);
});

test('over HTTP every request needs a key of its own, and web pages are refused', async () => {
  // The key in the environment is not used.
  const server = spawn(program, ['mcp', '--http', '0', '--json'], { env: environment });
  let said = '';
  server.stdout.on('data', (part) => {
    said += part;
  });
  const ended = new Promise((resolve) => server.on('close', resolve));
  const url = await until(async () => /"url": "(\S+)"/.exec(said)?.[1], 20_000);
  const remote = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${service.liveKey}` } };
  await remote.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const preview = await call(
    'preview_demo',
    { page: `${site.url}/`, sentence: 'Show the pricing', duration: '5s' },
    remote,
  );
  expect((object(preview).scenes as unknown as unknown[]).length).toBeGreaterThan(0);
  await remote.close();

  const keyless = new Client({ name: 'test', version: '1' });
  await expect(keyless.connect(new StreamableHTTPClientTransport(new URL(url)))).rejects.toThrow(
    /live key|401|Unauthorized/,
  );
  const authorization = `Bearer ${service.liveKey}`;
  expect(await statusOf(url, { authorization, origin: 'https://example.com' })).toBe(403);
  expect(await statusOf(url, { authorization, host: 'rebound.example.com' })).toBe(403);
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** `fetch` does not send another Host. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.on('error', reject);
    asking.end('{}');
  });
}
