import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/within.ts';
import { type ServiceProcess, startProcess } from './process.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../../scripts/showreel');
let dataDir: string;
const running: ServiceProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-admin-'));
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const start = (settings: Record<string, string> = {}) => {
  const service = startProcess({
    SHOWREEL_DATA_DIR: dataDir,
    PORT: '0',
    SHOWREEL_ROLE: 'api',
    SHOWREEL_LOG_LEVEL: 'info',
    ...settings,
  });
  running.push(service);
  return service;
};
const file = async (name: string) => JSON.parse(await readFile(join(dataDir, name), 'utf8'));
const showreel = (...args: string[]) =>
  run(program, ['admin', ...args], {
    env: { ...childEnvironment, SHOWREEL_DATA_DIR: dataDir },
  });

test('a service with an embedded database has an admin on this machine alone, and the command line finds it through the data folder', async () => {
  const service = start();
  await service.says('Showreel is ready');
  const access = await file('admin.json');
  const { baseUrl, userId, liveKey } = await file('credentials.json');
  expect((await stat(join(dataDir, 'admin.json'))).mode & 0o777).toBe(0o600);
  expect(access).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    token: expect.any(String),
  });
  expect(access.token.length).toBeGreaterThanOrEqual(43);
  expect(service.stdout() + service.stderr()).not.toContain(access.token);

  expect((await showreel('find', 'owner@')).stdout).toContain(userId);
  await showreel('grant', userId, '3', '--reason', 'a first gift');
  expect((await showreel('audit')).stdout).toMatch(/^1 account with 2 events.*everything is in order/);
  expect((await showreel('replay', '--verify')).stdout).toContain('credit_transactions: equals the log');

  // The public API shows nothing of the admin, and no key of a user opens it.
  const document = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).text();
  expect(document).not.toMatch(/admin/i);
  const owner = { authorization: `Bearer ${liveKey}` };
  for (const path of ['/accounts.find', '/api/v1/accounts.find', '/api/v1/admin', '/admin'])
    expect((await fetch(`${baseUrl}${path}`, { headers: owner })).status).toBe(404);
  const input = encodeURIComponent('{"text":"owner"}');
  expect((await fetch(`${access.url}/accounts.find?input=${input}`, { headers: owner })).status).toBe(401);

  // A session opens it once the command line has let its account in.
  const { email, password } = await file('credentials.json');
  const signIn = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signIn.headers.getSetCookie()[0]!.split(';', 1)[0]!;
  const operate = async (headers: Record<string, string>) =>
    (await fetch(`${baseUrl}/api/operator/accounts.find?input=${input}`, { headers })).status;
  expect(await operate({ cookie })).toBe(403);
  await showreel('operators', 'appoint', email, '--reason', 'runs the service');
  expect([await operate({ cookie }), await operate(owner)]).toEqual([200, 401]);
  expect((await service.end('SIGTERM')).code).toBe(0);

  const again = start();
  await again.says('Showreel is ready');
  expect((await file('admin.json')).token).toBe(access.token);
  expect((await showreel('balance', userId)).stdout).toMatch(/^3 credits/);
  expect((await again.end('SIGTERM')).code).toBe(0);
});

test('a service on another database has an admin only with a token from the settings, which is neither stored nor printed', async () => {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'showreel-admin-'));
  const token = 'a-token-of-thirty-two-characters-or-more';
  const settings = { DATABASE_URL: database.url, SHOWREEL_DATA_DIR: folder };
  const without = start(settings);
  await without.says('Showreel is ready');
  await until(() => without.stderr().includes('set SHOWREEL_ADMIN_TOKEN'), 5_000);
  await expect(stat(join(folder, 'admin.json'))).rejects.toThrow();
  const [baseUrl] = /http:\/\/[\w.:]+/.exec(without.stdout())!;
  expect((await fetch(`${baseUrl}/api/operator/accounts.find`)).status).toBe(404);
  await without.end('SIGTERM');

  const service = start({ ...settings, SHOWREEL_ADMIN_TOKEN: token });
  await service.says('Showreel is ready');
  const access = await readFile(join(folder, 'admin.json'), 'utf8');
  expect(access).not.toContain(token);
  const env = { ...childEnvironment, SHOWREEL_DATA_DIR: folder, SHOWREEL_ADMIN_TOKEN: token };
  expect((await run(program, ['admin', 'projections'], { env })).stdout).toContain('credit_accounts');
  expect(service.stdout() + service.stderr()).not.toContain(token);
  await service.end('SIGTERM');
  await database.stop();
  await rm(folder, { recursive: true });
});
