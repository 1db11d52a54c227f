/**
 * A rolling upgrade: today's code and the code of a next version, each in processes of its own, work on one database at the same time. `make
 * operate-test` does the same on machines of their own.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { facts } from '../../src/domain/index.ts';
import { sealedFrom } from '../../src/store/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { nextVersion, writeNextVersion } from '../support/next-version.ts';
import { runProgram } from '../support/run-program.ts';
import { until } from '../support/within.ts';
import { type ServiceProcess, startProcess } from './process.ts';

let folder: string;
let database: TestDatabase;
let settings: Record<string, string>;
const running: ServiceProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showreel-upgrade-'));
  [database] = await Promise.all([testDatabase(), writeNextVersion(join(folder, 'next'))]);
  settings = {
    DATABASE_URL: database.url,
    SHOWREEL_SECRET_KEYS: randomBytes(32).toString('hex'),
    SHOWREEL_DATA_DIR: join(folder, 'data'),
    SHOWREEL_FILM_NICENESS: '0',
    PORT: '0',
  };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.end('SIGTERM')));
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

type Version = 'today' | 'next';
const start = (version: Version, role: 'api' | 'worker'): ServiceProcess => {
  const code = version === 'next' ? join(folder, 'next/src/main.ts') : undefined;
  const process = startProcess({ ...settings, SHOWREEL_ROLE: role }, [], code);
  running.push(process);
  return process;
};
async function startApi(version: Version) {
  const process = start(version, 'api');
  await process.says('ready at ');
  return { process, baseUrl: /ready at (\S+)/.exec(process.stdout())![1]! };
}
async function startWorker(version: Version) {
  const process = start(version, 'worker');
  await process.says('waiting for jobs');
  return process;
}
async function end(process: ServiceProcess, signal: NodeJS.Signals) {
  running.splice(running.indexOf(process), 1);
  return process.end(signal);
}

let key = '';
const ask = async (baseUrl: string, method: string, path: string, body?: object, headers: object = {}) => {
  const answer = await fetch(`${baseUrl}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'x-api-key': key }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { answer, body: (await answer.json()) as Record<string, string> };
};

async function signUp(baseUrl: string): Promise<string> {
  const origin = { origin: baseUrl };
  const person = { email: 'owner@example.com', password: randomBytes(12).toString('hex'), name: 'Owner' };
  const { answer } = await ask(baseUrl, 'POST', '/auth/sign-up/email', person, origin);
  const cookie = answer.headers.getSetCookie()[0]!.split(';', 1)[0]!;
  // A test key films the sample site, which costs nothing.
  const made = await ask(
    baseUrl,
    'POST',
    '/v1/api-keys',
    { type: 'test', name: 'Upgrade' },
    { ...origin, cookie },
  );
  key = made.body.key!;
  const site = { name: 'Mine', url: 'https://nowhere.invalid/' };
  return (await ask(baseUrl, 'POST', '/v1/projects', site)).body.id!;
}
const wish = { prompt: 'Show the pricing', resolution: '720p', duration_target: '5s' };
const order = async (baseUrl: string, project_id: string) => {
  const { answer, body } = await ask(baseUrl, 'POST', '/v1/demos', { ...wish, project_id });
  expect(answer.status, JSON.stringify(body)).toBe(202);
  return body.id!;
};
const ready = (baseUrl: string, id: string) =>
  until(async () => (await ask(baseUrl, 'GET', `/v1/demos/${id}`)).body.status === 'ready', 120_000, 250);

/** Asks a process twice a second. @returns what ends it, with the answers that were no 200 */
function watch(baseUrl: string) {
  const bad: unknown[] = [];
  let over = false;
  const watching = (async () => {
    while (!over) {
      for (const path of ['/v1/health', '/v1/demos']) {
        const status = await ask(baseUrl, 'GET', path).then(({ answer }) => answer.status, String);
        if (status !== 200) bad.push([path, status]);
      }
      await sleep(500);
    }
  })();
  return async () => {
    over = true;
    await watching;
    return bad;
  };
}

/** The comparison of the read model that the next version has changed, by the code of that version. */
async function compareByNext(): Promise<string> {
  const script = `
    const { connect } = await import('./src/database/connect.ts');
    const { projections, upcasters } = await import('./src/domain/index.ts');
    const { createSecrets } = await import('./src/secrets.ts');
    const { createSubjectKeys, verifyProjection } = await import('./src/store/index.ts');
    const sql = connect(process.env.DATABASE_URL, { max: 2 });
    const keys = createSubjectKeys({ sql, box: createSecrets([Buffer.from(process.env.SHOWREEL_SECRET_KEYS, 'hex')]) });
    const found = [];
    for (const projection of projections) found.push(...(await verifyProjection({ sql, upcasters, keys, projection })).differences);
    await sql.end();
    console.log(JSON.stringify(found.map(({ table, rows }) => [table, rows.length])));`;
  const { stdout } = await runProgram(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(folder, 'next'),
    env: { ...settings, PATH: process.env.PATH! },
  });
  return stdout.trim();
}

test('an upgrade holds up nobody: both versions work side by side, also one of the older version that is started again', {
  timeout: 600_000,
}, async () => {
  const [today, oldWorker] = [await startApi('today'), await startWorker('today')];
  const projectId = await signUp(today.baseUrl);

  const stopWatching = watch(today.baseUrl);
  const next = await startApi('next');
  expect((await ask(next.baseUrl, 'GET', '/v1/health')).body.version).toBe(nextVersion);
  // The older worker does the job of the newer API.
  await ready(today.baseUrl, await order(next.baseUrl, projectId));

  // The newer worker does the job of the older API, which was killed and started again meanwhile.
  const again = await startApi('today');
  expect(again.process.stderr()).toContain('the database is newer than this code, which still works with it');
  expect(await stopWatching()).toEqual([]);
  await end(today.process, 'SIGKILL');
  await Promise.all([end(oldWorker, 'SIGTERM'), startWorker('next')]);
  const last = await order(again.baseUrl, projectId);
  // The rows that older code has written lack what the newer version adds, until that code has ended. The newer version takes it for ended after a
  // minute in which it wrote nothing, and a film can take longer.
  expect(await compareByNext()).toBe('[["demos",1]]');
  await ready(next.baseUrl, last);
  const written = await database.sql<{ v: number }[]>`
    select schema_version as v from events where type = 'DemoCreated' order by position`;
  const { schemaVersion } = facts.DemoCreated;
  expect(written.map(({ v }) => v - sealedFrom)).toEqual([schemaVersion + 1, schemaVersion]);

  await end(again.process, 'SIGTERM');
  await database.sql`update projections set outdated_at = outdated_at - interval '2 minutes'`;
  const newest = await startApi('next');
  expect(await compareByNext()).toBe('[]');
  expect((await ask(newest.baseUrl, 'GET', '/v1/health')).answer.status).toBe(200);
});
