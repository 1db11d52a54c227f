import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import type { RecordingFault } from '../../../src/recorder/contract/fault.ts';
import { type Guard, startGuard } from '../../../src/recorder/guard/index.ts';
import { type Reset, resetApplication } from '../../../src/worker/film/reset-application.ts';
import { bodyOf, serveSite, type TestSite } from '../../support/site.ts';

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const film = { projectId: 'proj_1', demoId: 'demo_1', jobId: 'job_1' };
const now = new Date('2026-05-01T10:00:00.500Z');
const seconds = 1_777_629_600;
const secret = 'sr_reset_quiet-as-snow';

let calls: Call[];
let site: TestSite;
let guard: Guard;
beforeAll(async () => {
  site = await serveSite('none', {
    '/reset': async (request, response) => {
      const { method, url, headers } = request;
      calls.push({ method, url, headers, body: await bodyOf(request) });
      response.writeHead(204).end();
    },
    '/moved': (_, response) => void response.writeHead(307, { location: '/reset' }).end(),
    '/broken': (request, response) => {
      const echo = `No seed here. ${request.headers['x-showreel-signature']} ${'and so on '.repeat(900)}`;
      response.writeHead(500, { 'content-type': 'text/plain' }).end(echo);
    },
  });
  guard = await startGuard({ allowHosts: [], allowLoopback: true, log: createLogger('silent') });
});
beforeEach(() => {
  calls = [];
});
afterAll(async () => {
  await guard?.stop();
  await site?.close();
});

const call = (
  path: string,
  { method = 'POST', timeoutMs = 30_000, signal = never }: Partial<Options> = {},
) => {
  const reset = { url: new URL(path, site.url).href, method, secret };
  return resetApplication(reset, film, guard, { signal, timeoutMs, now });
};
type Options = { method: Reset['method']; timeoutMs: number; signal: AbortSignal };
const never = new AbortController().signal;
const faultOf = async (calling: Promise<void>) => {
  const { kind, retryable, message, cause } = await calling.then(
    () => expect.fail('it was taken for a success'),
    (fault: RecordingFault) => fault,
  );
  expect(cause).toBeUndefined();
  return { kind, retryable, message };
};

test('the call names the film and is signed over time and body', async () => {
  await call('/reset?seed=labels');
  const [{ method, url, headers, body }] = calls as [Call];
  expect([method, url, headers['content-type']]).toEqual(['POST', '/reset?seed=labels', 'application/json']);
  expect(JSON.parse(body)).toEqual({ ...film, at: '2026-05-01T10:00:00.500Z' });
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  expect(headers['x-showreel-signature']).toBe(`t=${seconds},v1=${signature}`);
  expect(headers['x-showreel-demo']).toBe('demo_1');
});

test('other methods are called as they were set, and a GET has no body', async () => {
  for (const method of ['PUT', 'DELETE', 'GET'] as const) await call('/reset', { method });
  expect(calls.map(({ method, body }) => [method, body !== ''])).toEqual([
    ['PUT', true],
    ['DELETE', true],
    ['GET', false],
  ]);
  const signature = createHmac('sha256', secret).update(`${seconds}.`).digest('hex');
  expect(calls[2]?.headers['x-showreel-signature']).toBe(`t=${seconds},v1=${signature}`);
});

test('a failed answer is named with its status and its first words, without the query and what it was sent', async () => {
  const fault = await faultOf(call('/broken?key=hush'));
  expect(fault).toMatchObject({ kind: 'reset', retryable: true });
  expect(fault.message).toContain(`by POST ${site.url}/broken: it answered with status 500: “No seed here.`);
  expect(fault.message).not.toMatch(/hush|v1=[0-9a-f]/);
  expect(fault.message.split('“')[1]?.length).toBeLessThan(210);
});

test('a redirect is not followed', async () => {
  const { message, retryable } = await faultOf(call('/moved'));
  expect([message, retryable]).toEqual([
    expect.stringMatching(/status 307; redirects are not followed/),
    true,
  ]);
  expect(calls).toEqual([]);
});

test('an answer that does not come, a server that is not there, and an address that the guard refuses', async () => {
  expect(await faultOf(call('/never', { timeoutMs: 1_000 }))).toMatchObject({
    retryable: true,
    message: expect.stringContaining('it did not answer within 1 seconds'),
  });
  // The test site listens on 127.0.0.1 alone.
  expect(await faultOf(call(`${site.url.replace('127.0.0.1', '127.0.0.2')}/reset`))).toMatchObject({
    retryable: true,
    message: expect.stringContaining('127.0.0.2 refused the connection'),
  });
  for (const url of ['http://10.0.0.1/reset', 'https://10.0.0.1/reset'])
    expect(await faultOf(call(url))).toMatchObject({
      kind: 'reset',
      retryable: false,
      message: expect.stringMatching(/10\.0\.0\.1\/reset: .*private/),
    });
});

test('it ends with the reason of its signal', async () => {
  const abort = new AbortController();
  const calling = call('/never', { signal: abort.signal });
  setTimeout(() => abort.abort(new Error('enough')), 50);
  await expect(calling).rejects.toThrow('enough');
});
