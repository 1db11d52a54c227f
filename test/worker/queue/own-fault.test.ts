import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../src/log.ts';
import { isOwnFault } from '../../../src/worker/queue/own-fault.ts';
import { task } from '../../../src/worker/queue/tasks.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-own-fault-'));
});
afterEach(async () => {
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('where a run gets no folder, the queue remembers that the service was at fault, and the job is not even asked', async () => {
  let asked = 0;
  await writeFile(join(dataDir, 'tmp'), 'where the folders of runs should be');
  const definition = { name: 'test.job', payload: z.object({}), deadlineMs: 5_000 };
  const { sql, url: databaseUrl } = database;
  const worker = await startWorker({
    sql,
    databaseUrl,
    dataDir,
    concurrency: 1,
    tasks: [
      task(definition, async () => {
        asked += 1;
      }),
    ],
    log: createLogger('silent'),
  });
  await sql`select graphile_worker.add_job('test.job', '{}')`;
  const lastError = async () =>
    (await sql<{ error: string | null }[]>`select last_error as error from graphile_worker.jobs`)[0]?.error;
  await expect.poll(lastError, { timeout: 60_000 }).toMatch(/ENOTDIR|EEXIST/);
  expect(isOwnFault((await lastError())!)).toBe(true);
  expect(asked).toBe(0);
  await worker.stop();
});

test('a job that this version does not understand stays in the queue until a worker of the newer version does it', async () => {
  const done: object[] = [];
  const { sql, url: databaseUrl } = database;
  const start = (payload: z.ZodType<object>, folder: string) =>
    startWorker({
      ...{ sql, databaseUrl, dataDir: join(dataDir, folder), concurrency: 1, log: createLogger('silent') },
      tasks: [
        task({ name: 'test.job', payload, deadlineMs: 5_000 }, async (given) => {
          done.push(given);
        }),
      ],
    });
  const old = await start(z.object({ id: z.string() }), 'old');
  await sql`select graphile_worker.add_job('test.job', '{"ids": ["a"]}')`;
  const jobs = () => sql<{ error: string | null }[]>`select last_error as error from graphile_worker.jobs`;
  await expect.poll(async () => (await jobs())[0]?.error, { timeout: 60_000 }).toContain('id');
  expect(isOwnFault((await jobs())[0]!.error!)).toBe(true);
  await old.stop();
  const newer = await start(z.object({ ids: z.array(z.string()) }), 'newer');
  await expect.poll(() => done, { timeout: 60_000 }).toEqual([{ ids: ['a'] }]);
  await expect.poll(jobs, { timeout: 60_000 }).toEqual([]);
  await newer.stop();
});
