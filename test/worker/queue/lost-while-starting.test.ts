import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { openSession } from '../../../src/worker/queue/session.ts';
import { testDatabase } from '../../support/database.ts';

test('a session whose lease was lost before it could take jobs is over', async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-lost-'));
  const said: string[] = [];
  const log = createLogger('warn', 'test', { write: (line) => void said.push(JSON.parse(line).msg) });
  // As where the database answers late: the first look at the lease finds it gone, and the queue takes longer than that to start.
  const session = await openSession({
    ...{ sql: database.sql, databaseUrl: database.url, dataDir, concurrency: 1, log, tasks: [] },
    timing: { beatMs: 1, deadAfterMs: 0 },
  });
  try {
    await expect.poll(() => said).toContainEqual('worker lease lost: no heartbeat got through in time');
    const over = session.over.then(() => 'over');
    expect(await Promise.race([over, delay(60_000, 'goes on', { ref: false })])).toBe('over');
  } finally {
    await session.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
