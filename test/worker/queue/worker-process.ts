/**
 * A whole worker in a process of its own, so that tests can kill and suspend it. Its only task takes as long as the payload
 * says. What becomes of each run is printed on stdout, as one JSON line for each event.
 * Arguments: address of the database, data folder, ms between heartbeats, ms of silence after which a worker is dead.
 */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { connect } from '../../../src/database/connect.ts';
import { createLogger } from '../../../src/log.ts';
import { interruptionOf } from '../../../src/worker/queue/interruption.ts';
import { task } from '../../../src/worker/queue/tasks.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';

const [databaseUrl = '', dataDir = '', beatMs, deadAfterMs] = process.argv.slice(2);
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const nap = task(
  {
    name: 'test.nap',
    deadlineMs: 60_000,
    payload: z.object({ name: z.string(), ms: z.number(), child: z.boolean().optional() }),
  },
  async ({ name, ms, child }, { signal, attempt, folder, confirm }) => {
    // Like a browser, this child has the folder of the run in its command line and outlives its parent.
    const childPid = child
      ? spawn('sh', ['-c', 'while true; do sleep 1; done', folder], { stdio: 'ignore', detached: true }).pid
      : null;
    tell({ event: 'start', name, attempt, folder, childPid, atMs: Date.now() });
    try {
      await delay(ms, undefined, { signal });
      await confirm();
      tell({ event: 'done', name, attempt, atMs: Date.now() });
    } catch (error) {
      tell({ event: 'interrupted', name, attempt, kind: interruptionOf(signal)?.kind, atMs: Date.now() });
      throw error;
    }
  },
);

const sql = connect(databaseUrl, { max: 3 });
const worker = await startWorker({
  sql,
  databaseUrl,
  dataDir,
  concurrency: 1,
  tasks: [nap],
  log: createLogger('error', 'worker-process'),
  timing: { beatMs: Number(beatMs), deadAfterMs: Number(deadAfterMs) },
});
tell({ event: 'ready' });
process.once('SIGTERM', async () => {
  await worker.stop();
  await sql.end();
  tell({ event: 'stopped' });
});
