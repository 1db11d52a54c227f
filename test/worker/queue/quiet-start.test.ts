import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../src/log.ts';
import { task } from '../../../src/worker/queue/tasks.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';
import { testDatabase } from '../../support/database.ts';

test('a worker of many jobs at a time starts without a warning, and says at debug how many connections it has', async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-quiet-'));
  const lines: { level: number; msg: string }[] = [];
  const log = createLogger('debug', 'test', { write: (line) => void lines.push(JSON.parse(line)) });
  const worker = await startWorker({
    ...{ sql: database.sql, databaseUrl: database.url, dataDir, concurrency: 16, log },
    tasks: [task({ name: 'test.none', payload: z.object({}), deadlineMs: 1_000 }, async () => undefined)],
  });
  try {
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('having maxPoolSize (6)'));
  } finally {
    await worker.stop();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
