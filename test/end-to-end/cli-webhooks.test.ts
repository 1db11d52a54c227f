import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { runProgram } from '../support/run-program.ts';
import { until } from '../support/within.ts';
import { startService, type TestService } from './service.ts';

const program = join(import.meta.dirname, '../../scripts/showreel');
let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startService({ role: 'all' });
  env = { ...childEnvironment, SHOWREEL_URL: service.baseUrl, SHOWREEL_API_KEY: service.liveKey };
});
afterAll(async () => service?.stop());

const showreel = (...args: string[]) => runProgram(program, args, { env });

test('webhooks listen brings signed events to a program on this machine, and leaves no endpoint behind', async () => {
  const taken: { body: string; headers: IncomingHttpHeaders }[] = [];
  const receiver = createServer((request, response) => {
    text(request).then((body) => {
      taken.push({ body, headers: request.headers });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const to = `127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  const unmeant = await showreel('webhooks', 'trigger', 'demo.ready');
  expect([unmeant.code, unmeant.stderr]).toEqual([2, expect.stringContaining('webhooks listen')]);

  const listening = spawn(program, ['webhooks', 'listen', '--forward-to', to], { env });
  let said = '';
  listening.stdout.on('data', (part) => {
    said += part;
  });
  const ended = new Promise((resolve) => listening.on('close', resolve));
  const secret = await until(async () => /whsec_\S+/.exec(said)?.[0], 10_000);
  for (const type of ['demo.ready', 'credits.low'])
    expect((await showreel('webhooks', 'trigger', type)).code).toBe(0);
  await until(async () => taken.length === 2 || null, 20_000);
  const events = taken.map(({ body, headers }) =>
    new Webhook(secret).verify(body, headers as Record<string, string>),
  );
  expect(events).toEqual([
    expect.objectContaining({ type: 'demo.ready', test: true }),
    expect.objectContaining({ type: 'credits.low', test: true }),
  ]);
  await until(async () => /credits\.low +msg_\S+ +204/.test(said) || null, 5_000);
  listening.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(JSON.parse((await showreel('webhooks', 'list', '--json')).stdout).endpoints).toEqual([]);
  receiver.close();
});
