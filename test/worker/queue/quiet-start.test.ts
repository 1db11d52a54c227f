import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../src/log.ts';
import { task } from '../../../src/worker/queue/tasks.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';
import { testDatabase } from '../../support/database.ts';

test('a worker with more jobs at a time than connections starts without a warning', async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-quiet-start-'));
  const lines: { level: number; msg: string }[] = [];
  const log = createLogger('debug', 'test', { write: (line) => void lines.push(JSON.parse(line)) });
  const { sql, url: databaseUrl } = database;
  let done = false;
  const definition = { name: 'test.job', payload: z.object({}), deadlineMs: 5_000 };
  const job = task(definition, async () => {
    done = true;
  });
  const worker = await startWorker({ sql, databaseUrl, dataDir, concurrency: 16, tasks: [job], log });
  await sql`select graphile_worker.add_job('test.job', '{}')`;
  await expect.poll(() => done, { timeout: 10_000 }).toBe(true);
  await worker.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
  const warned = lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);
  expect(warned).toEqual([]);
  expect(lines.some(({ msg }) => msg.includes('maxPoolSize'))).toBe(true);
});
