import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeClientTypes } from '../../scripts/client-types.ts';
import { createClient, type ShowreelClient, ShowreelError, unwrap } from '../../src/client/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { finish } from '../support/film.ts';

let api: TestApi;
let client: ShowreelClient;
beforeAll(async () => {
  api = await startApi();
  client = createClient({ baseUrl: api.baseUrl, apiKey: api.key });
});
afterAll(() => api?.stop());

const body = { name: 'Example', url: 'https://example.com/' };
const queueDemo = async () => {
  const project = await unwrap(client.POST('/api/v1/projects', { body }));
  const wish = { project_id: project.id, prompt: 'Show the pricing' };
  return unwrap(client.POST('/api/v1/demos', { body: wish }));
};

test('the types are those that the document generates (where they are not, run `make client`)', async () => {
  expect(await readFile('src/client/schema.ts', 'utf8')).toBe(await writeClientTypes());
});

test('reads, makes, changes and deletes', async () => {
  const project = await unwrap(client.POST('/api/v1/projects', { body }));
  expect(project).toMatchObject({ ...body, viewport: 'desktop', signing_secret: expect.any(String) });
  const params = { path: { id: project.id } };
  const changed = await unwrap(client.PATCH('/api/v1/projects/{id}', { params, body: { name: 'New' } }));
  expect(changed.name).toBe('New');
  const { projects } = await unwrap(client.GET('/api/v1/projects', { params: { query: { limit: 5 } } }));
  expect(projects.map(({ id }) => id)).toContain(project.id);
  expect(await unwrap(client.DELETE('/api/v1/projects/{id}', { params }))).toEqual({ ok: true });
});

test('throws a refusal with the code and the sentence of the service', async () => {
  const asking = unwrap(client.GET('/api/v1/projects/{id}', { params: { path: { id: 'proj_unknown' } } }));
  const refusal = await asking.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ShowreelError);
  expect(refusal).toMatchObject({ status: 404, code: 'project_not_found', message: 'No such project.' });
  const { error, data } = await client.POST('/api/v1/projects', { body: { name: '', url: 'x' } });
  expect([data, error?.code]).toEqual([undefined, 'validation_failed']);
});

describe('waiting for a demo', () => {
  test('ends when it is ready, and reports what happened on the way', async () => {
    const { id, jobId } = await queueDemo();
    const seen: string[] = [];
    const waiting = client.waitForDemo(id, { onChange: ({ status }) => void seen.push(status) });
    await vi.waitFor(() => expect(seen).not.toEqual([]), { timeout: 60_000 });
    await finish(api, jobId, { video: Buffer.from('film') });
    expect(await waiting).toMatchObject({ id, status: 'ready', version: 1 });
    expect(seen[0]).toBe('pending');
  });

  test('gives up in time, and when it is told to', async () => {
    const { id } = await queueDemo();
    await expect(client.waitForDemo(id, { timeoutMs: 400 })).rejects.toThrow('was not ready after');
    const stop = new AbortController();
    const waiting = client.waitForDemo(id, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await expect(waiting).rejects.toThrow('enough');
    await expect(client.waitForDemo('demo_unknown')).rejects.toMatchObject({ code: 'demo_not_found' });
  });
});

test('a POST whose answer was lost is sent again, and happens once', async () => {
  let lost = 0;
  // A proxy that passes everything on, except that it cuts the first answer to a POST.
  const lossy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(`${api.baseUrl}${request.url}`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    if (request.method === 'POST' && lost++ === 0) return response.destroy();
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
  });
  await new Promise<void>((listening) => lossy.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${(lossy.address() as AddressInfo).port}`;
  const unlucky = createClient({ baseUrl, apiKey: api.key });
  const before = (await unwrap(client.GET('/api/v1/projects'))).projects.length;
  const { id } = await unwrap(unlucky.POST('/api/v1/projects', { body }));
  const { projects } = await unwrap(client.GET('/api/v1/projects'));
  lossy.close();
  lossy.closeAllConnections();
  expect([lost, projects.length, projects[0]?.id]).toEqual([2, before + 1, id]);
});
