import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../src/log.ts';
import { isOwnFault } from '../../../src/worker/queue/own-fault.ts';
import { task } from '../../../src/worker/queue/tasks.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-own-fault-'));
});
afterAll(async () => {
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
  await expect.poll(lastError, { timeout: 10_000 }).toMatch(/ENOTDIR|EEXIST/);
  expect(isOwnFault((await lastError())!)).toBe(true);
  expect(asked).toBe(0);
  await worker.stop();
});
