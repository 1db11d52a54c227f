import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { issueKey } from '../../src/domain/api-keys/issue.ts';
import { createSecrets } from '../../src/secrets.ts';
import { type Footage, makeFootage } from '../support/footage.ts';
import { freshCommand, openUser, type TestServices, testServices } from '../support/services.ts';
import { until } from '../support/within.ts';
import { type ServiceProcess, startProcess } from './process.ts';
import { startSite, type TestSite } from './site.ts';

const isRoot = process.getuid?.() === 0;
/** A file system in memory, which the service alone sees. An ordinary user may mount one where user namespaces are allowed. */
const sizeMb = 128;
const withTinyDisk = [
  'unshare',
  isRoot ? '--mount' : '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${sizeMb}m,mode=711 tmpfs "$SHOWREEL_DATA_DIR" && exec "$@"`,
  'sh',
];

/** The service reads what was written here before it. */
const secretKey = randomBytes(32);

let dataDir: string;
let services: TestServices;
let service: ServiceProcess;
let footage: Footage;
let site: TestSite;
let baseUrl: string;
let key: string;
let projectId: string;
/** The data folder as the service sees it. */
let disk: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-disk-'));
  [services, footage, site] = await Promise.all([
    testServices(undefined, createSecrets([secretKey])),
    makeFootage(),
    startSite(),
  ]);
  const userId = await openUser(services, { plan: 'pro', credits: 0 });
  const wanted = { userId, name: 'Test', type: 'live', projectId: null, allowedDomains: null } as const;
  ({ key } = await issueKey(services, freshCommand(userId), wanted));
  service = startProcess(
    {
      PORT: '0',
      // As an ordinary user the service believes itself root in its namespace, and could not give the browser a user.
      SHOWREEL_ROLE: isRoot ? 'all' : 'api',
      SHOWREEL_DATA_DIR: dataDir,
      DATABASE_URL: services.database.url,
      SHOWREEL_SECRET_KEYS: secretKey.toString('hex'),
      SHOWREEL_LOG_LEVEL: 'fatal',
    },
    withTinyDisk,
  );
  await service.says('Showreel is ready at');
  baseUrl = /ready at (\S+)/.exec(service.stdout())![1]!;
  disk = join('/proc', String(service.pid), 'root', dataDir);
  const made = await ask('POST', '/projects', { name: 'Disk', url: `${site.url}/` });
  projectId = String(made.body.id);
});
afterEach(() => empty());
afterAll(async () => {
  await service?.end('SIGTERM');
  await site?.close();
  await services?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function fill(): Promise<void> {
  const file = await open(join(disk, 'filler'), 'w');
  try {
    for (const piece of [2 ** 20, 4096]) {
      const bytes = Buffer.alloc(piece);
      const isFull = (fault: NodeJS.ErrnoException) => expect(fault.code).toBe('ENOSPC');
      for (let full = false; !full; )
        await file.write(bytes).catch((fault) => {
          isFull(fault);
          full = true;
        });
    }
  } finally {
    await file.close();
  }
}
const empty = () => rm(join(disk, 'filler'), { force: true });

async function ask(method: string, path: string, body?: object | Buffer, type = 'application/json') {
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': type }) },
    ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const parsed = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body: parsed, retryAfter: answer.headers.get('retry-after') };
}

const upload = () => {
  const query = new URLSearchParams({ project_id: projectId, prompt: 'Our own words' });
  return ask('POST', `/demos/local-upload?${query}`, footage.mp4, 'video/mp4');
};

async function uploadBackground() {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(footage.png)], { type: 'image/png' }), 'a.png');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${baseUrl}/api/v1/backgrounds/upload`, { method: 'POST', headers, body: form });
  const parsed = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body: parsed, retryAfter: answer.headers.get('retry-after') };
}

describe('while the disk is full', () => {
  test('uploads get a clear 503 and leave nothing, everything else works, and all is well when there is room again', async () => {
    await fill();
    for (const answer of [await upload(), await uploadBackground()])
      expect(answer).toMatchObject({
        status: 503,
        retryAfter: '60',
        body: { code: 'storage_unavailable', error: expect.any(String), requestId: expect.any(String) },
      });
    const health = await ask('GET', '/health');
    expect(health).toMatchObject({ status: 503, body: { checks: { storage: 'failed', database: 'ok' } } });
    expect(await readdir(join(disk, 'media/.incoming'))).toEqual([]);
    expect(await ask('PATCH', `/projects/${projectId}`, { name: 'Full' })).toMatchObject({ status: 200 });
    expect((await ask('GET', '/demos')).body.demos).toEqual([]);

    await empty();
    expect(await upload()).toMatchObject({ status: 201 });
    expect(await uploadBackground()).toMatchObject({ status: 201 });
    expect(await ask('GET', '/health')).toMatchObject({ status: 200 });
  });

  test.runIf(isRoot)(
    'a film waits for room, and becomes ready without a word against its page',
    { timeout: 600_000 },
    async () => {
      await fill();
      const wish = {
        project_id: projectId,
        prompt: 'Show the pricing',
        resolution: '720p',
        duration_target: '5s',
      };
      const created = await ask('POST', '/demos', wish);
      expect(created).toMatchObject({ status: 202 });
      const isTriedAgain = async () =>
        (await services.sql`select from graphile_worker.jobs where attempts >= 1 and last_error is not null`)
          .length > 0;
      await until(isTriedAgain, 40_000, 200);
      await empty();
      const settled = async () => {
        const { body } = await ask('GET', `/demos/${created.body.id}`);
        return body.status === 'ready' || body.status === 'failed' ? body : null;
      };
      expect(await until(settled, 100_000, 250)).toMatchObject({ status: 'ready', error: null });
    },
  );
});
