import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atPace, until } from '../support/within.ts';
import { processesWith, type ServiceProcess, startProcess } from './process.ts';

let dataDir: string;
const running: ServiceProcess[] = [];
const start = (settings: Record<string, string>) => {
  const started = startProcess({ SHOWREEL_DATA_DIR: dataDir, PORT: '0', ...settings });
  running.push(started);
  return started;
};
const credentials = async () => JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
async function freePort(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return String(typeof address === 'object' && address?.port);
}

/** The shell that watches the database looks once a second whether the database has stopped. */
const nothingLeft = () => until(async () => (await processesWith(dataDir)).length === 0, 3000);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-main-'));
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  // A database that still writes its last pages would make new files in the folder.
  await until(async () => (await processesWith(dataDir)).length === 0, 20_000);
  await rm(dataDir, { recursive: true, force: true });
});

describe('node src/main.ts', () => {
  /** Signs in as the sign-in page does. */
  const signIn = async ({ baseUrl, email, password }: Awaited<ReturnType<typeof credentials>>) => {
    const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify({ email, password }),
    });
    return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };
  let cookie: string;

  test('opens the owner account on the first start, shows it once, and works with its key', async () => {
    const port = await freePort();
    const service = start({ PORT: port });
    const health = `http://127.0.0.1:${port}/api/v1/health`;
    await until(async () => (await fetch(health).catch(() => null))?.ok, 60_000);
    // The file must be there by now, since scripts that wait for the service to be healthy read it next.
    const owner = await credentials();
    await service.says('live key');
    expect(statSync(join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    // Nobody else may list the folder, or read the pictures of pages in it.
    expect(statSync(dataDir).mode & 0o066).toBe(0);
    for (const name of ['media', 'tmp']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o700);
    expect(Object.keys(owner).sort()).toEqual(['baseUrl', 'email', 'liveKey', 'password', 'userId']);
    expect(service.stdout()).toContain(`Showreel is ready at ${owner.baseUrl}`);
    expect(service.stdout()).toContain(owner.liveKey);
    expect(service.stderr()).not.toContain(owner.liveKey);
    const answer = await fetch(`${owner.baseUrl}/api/v1/projects`, {
      headers: { authorization: `Bearer ${owner.liveKey}` },
    });
    expect(answer.status).toBe(200);
    cookie = await signIn(owner);
    expect(service.stderr()).not.toContain(owner.password);
    expect(service.stderr()).not.toContain(cookie.split('=')[1]);
    const ended = await service.end('SIGTERM');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.tookMs).toBeLessThan(atPace(10_000));
    await nothingLeft();
  });

  test('keeps the account over a restart, with the new address, and does not show it again', async () => {
    const before = await credentials();
    const service = start({});
    await service.says('Showreel is ready');
    const after = await credentials();
    expect(after).toEqual({ ...before, baseUrl: after.baseUrl });
    expect(service.stdout()).toContain(after.baseUrl);
    expect(service.stdout()).not.toContain(after.liveKey);
    const answer = await fetch(`${after.baseUrl}/api/v1/projects`, {
      headers: { 'x-api-key': after.liveKey },
    });
    expect(answer.status).toBe(200);
    // Users stay signed in over a restart.
    const usage = await fetch(`${after.baseUrl}/api/v1/usage`, { headers: { cookie } });
    expect(await usage.json()).toMatchObject({ plan: { id: 'unlimited' } });
    expect(await service.end('SIGINT')).toMatchObject({ code: 0 });
  });

  test('says in one sentence that its port is in use, and ends with 1 and no process left', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const service = start({ PORT: port });
    expect(await service.exited).toMatchObject({ code: 1 });
    await new Promise((resolve) => other.close(resolve));
    expect(service.stderr()).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`);
    expect(service.stderr()).not.toContain('    at ');
    await nothingLeft();
  });

  test('names every wrong setting at once before anything starts', async () => {
    const service = start({ PORT: '99999', SHOWREEL_ROLE: 'king' });
    expect(await service.exited).toMatchObject({ code: 1 });
    expect(service.stderr()).toMatch(/PORT: .*\n.*SHOWREEL_ROLE: /);
  });

  test('ends at once at the second signal', async () => {
    const service = start({});
    await service.says('Showreel is ready');
    service.child.kill('SIGTERM');
    const { tookMs } = await service.end('SIGTERM');
    expect(tookMs).toBeLessThan(atPace(2000));
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  });
});
