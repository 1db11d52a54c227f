import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { connect } from '../../../src/database/connect.ts';
import { createLogger } from '../../../src/log.ts';
import { Interruption } from '../../../src/worker/queue/interruption.ts';
import { leaseTiming, takeLease } from '../../../src/worker/queue/lease.ts';
import { startRunner } from '../../../src/worker/queue/runner.ts';
import { task } from '../../../src/worker/queue/tasks.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { type DatabaseProxy, databaseProxy } from '../../support/database-proxy.ts';

const log = createLogger('silent');
let database: TestDatabase;
let proxy: DatabaseProxy;
let dataDir: string;
beforeEach(async () => {
  database = await testDatabase();
  proxy = await databaseProxy(database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-outage-'));
});
afterEach(async () => {
  await proxy.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const definition = { name: 'test.job', payload: z.object({ name: z.string() }), deadlineMs: 60_000 };
const add = (name: string) =>
  database.sql`select graphile_worker.add_job('test.job', ${database.sql.json({ name })}::json)`;

test('a worker that could not report one of several jobs, since the database was away, takes jobs again', async () => {
  const said: string[] = [];
  const telling = createLogger('warn', 'test', { write: (line) => void said.push(JSON.parse(line).msg) });
  const started = new Set<string>();
  const ends = new Map(['a', 'b', 'c', 'd'].map((name) => [name, Promise.withResolvers<void>()]));
  const worker = await startWorker({
    ...{ sql: database.sql, databaseUrl: proxy.url, dataDir, concurrency: 3, log: telling },
    tasks: [
      task(definition, async ({ name }) => {
        started.add(name);
        await ends.get(name)!.promise;
      }),
    ],
  });
  const inQueue = async () =>
    (
      await database.sql`select payload ->> 'name' as name from graphile_worker._private_jobs order by id`
    ).map(({ name }) => name);
  try {
    for (const name of ['a', 'b', 'c']) await add(name);
    await expect.poll(() => [...started].sort(), { timeout: 60_000 }).toEqual(['a', 'b', 'c']);
    await proxy.goAway();
    ends.get('a')!.resolve();
    await expect
      .poll(() => said, { timeout: 60_000 })
      .toContainEqual(expect.stringContaining('Failed to complete jobs'));
    await proxy.comeBack();
    // The second one can be reported while the third still runs, which ends by a fault.
    ends.get('b')!.resolve();
    await expect.poll(inQueue, { timeout: 60_000 }).toEqual(['a', 'c']);
    ends.get('c')!.reject(new Error('The page crashed.'));
    ends.get('d')!.resolve();
    await add('d');
    await expect.poll(() => [...started], { timeout: 60_000 }).toContain('d');
    // What could not be reported is done once more.
    await expect.poll(inQueue, { timeout: 60_000 }).toEqual(['c']);
  } finally {
    await worker.stop();
  }
});

test('a worker that could not say which jobs are its own, since the database went away as it began, does them', async () => {
  const sql = connect(proxy.url, { max: 2 });
  const lease = await takeLease(sql, log, () => undefined, leaseTiming);
  await proxy.goAway();
  const done: string[] = [];
  const runner = await startRunner({
    ...{ sql, databaseUrl: database.url, log, lease, folder: join(dataDir, 'runs'), concurrency: 1 },
    tasks: [task(definition, async ({ name }) => void done.push(name))],
  });
  try {
    // The first heartbeat has failed by now: nothing listens at the proxy's port.
    await delay(500);
    await proxy.comeBack();
    await add('a');
    await expect.poll(() => done, { timeout: 60_000 }).toEqual(['a']);
  } finally {
    await runner.stop(new Interruption('stopping', 'The test is over.'));
    await lease.end();
    await sql.end();
  }
});
