import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../src/log.ts';
import { interruptionOf } from '../../../src/worker/queue/interruption.ts';
import { OwnFault } from '../../../src/worker/queue/own-fault.ts';
import { task } from '../../../src/worker/queue/tasks.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-deadline-'));
});
afterAll(async () => {
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Each run but the last takes 3 s and fails; the last waits for its deadline. @returns how long that took, and what was left before */
async function lastRun(name: string, runs: number, failure: () => Error) {
  const { promise, resolve } = Promise.withResolvers<{ leftMs: number; tookMs: number; kind: unknown }>();
  const definition = { name, payload: z.object({}), deadlineMs: 12_000 };
  const worker = await startWorker({
    sql: database.sql,
    databaseUrl: database.url,
    dataDir,
    concurrency: 1,
    log: createLogger('silent'),
    tasks: [
      task(definition, async (_, context) => {
        const startedMs = performance.now();
        const leftMs = context.leftMs();
        if (context.attempt < runs) {
          await delay(3_000);
          throw failure();
        }
        await delay(60_000, undefined, { signal: context.signal }).catch(() => undefined);
        const { kind } = interruptionOf(context.signal) ?? { kind: null };
        resolve({ leftMs, tookMs: performance.now() - startedMs, kind });
      }),
    ],
  });
  try {
    await database.sql`select graphile_worker.add_job(${name}, '{}'::json)`;
    return await promise;
  } finally {
    await worker.stop();
  }
}

test('the runs of a job share its time', async () => {
  const last = await lastRun('test.again', 2, () => new Error('The page crashed.'));
  expect(last.kind).toBe('deadline');
  expect(last.leftMs).toBeLessThan(9_100);
  expect(last.leftMs).toBeGreaterThan(5_000);
  // With a deadline of its own it would take 12 s.
  expect(last.tookMs).toBeLessThan(11_500);
});

test('a fault of the service takes nothing of it', async () => {
  const last = await lastRun('test.ours', 2, () => new OwnFault(new Error('The database is away.')));
  expect(last.kind).toBe('deadline');
  expect(last.leftMs).toBeGreaterThan(9_500);
});
