import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { openDomain } from '../../../src/domain/index.ts';
import type { Intake } from '../../../src/domain/intake.ts';
import type { DomainServices } from '../../../src/domain/services.ts';
import { createEndpoint } from '../../../src/domain/webhooks/manage.ts';
import { newId } from '../../../src/ids.ts';
import { createLogger } from '../../../src/log.ts';
import { developmentPayment } from '../../../src/payment/development.ts';
import { createSecrets } from '../../../src/secrets.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { freshCommand } from '../../support/services.ts';
import { happen, startReceiver, unchanged, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const masterKey = randomBytes(32);
let database: TestDatabase;
let services: DomainServices;
let receiver: WebhookReceiver;
let dataDir: string;
/** Those that send, oldest first. */
const senders: ChildProcess[] = [];

beforeAll(async () => {
  [database, receiver] = await Promise.all([testDatabase(), startReceiver()]);
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-kills-'));
  services = await openDomain({
    sql: database.sql,
    databaseUrl: database.url,
    clock: systemClock,
    secrets: createSecrets([masterKey]),
    payment: developmentPayment,
    intake: {} as Intake,
    log: createLogger('silent'),
  });
});
afterAll(async () => {
  while (senders.length > 0) await kill();
  await services?.doorbell.stop();
  await Promise.all([database?.stop(), receiver?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

async function begin(): Promise<void> {
  const script = join(import.meta.dirname, 'sending-process.ts');
  const args = [script, database.url, dataDir, masterKey.toString('hex')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout!, 'data');
  senders.push(child);
}
async function kill(child = senders.shift()): Promise<void> {
  if (!child) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** An hour passes: all that waits for a time is an hour nearer to it. */
async function passHour(): Promise<void> {
  await services.sql`
    update webhook_deliveries set next_attempt_at = next_attempt_at - interval '1 hour' where status = 'pending'`;
  await services.sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 hour'`;
}

test('a receiver that is down for an hour misses nothing and gets each demo’s events in order, however often the sender is killed', async () => {
  const userId = newId('user');
  await createEndpoint(services, freshCommand(), { userId, url: `${receiver.url}/hook` });
  const demos = Array.from({ length: 4 }, () => newId('demo'));
  let version = 0;
  const tellOf = async () => {
    version += 1;
    for (const demoId of demos)
      await happen(services.store, `demo-${demoId}`, unchanged(userId, demoId, version));
  };
  const killAfter = async (came: number) => {
    await receiver.arrived(receiver.received.length + came);
    await kill();
    await tellOf();
  };

  receiver.answer = () => ({ status: 503 });
  await Promise.all([begin(), begin()]);
  await tellOf();
  const third = receiver.arrived(1).then(begin);
  await killAfter(2);
  await third;
  expect(receiver.taken()).toEqual([]);

  receiver.answer = () => ({ status: 200 });
  await passHour();
  await killAfter(3);
  await tellOf();
  const sent = version * demos.length;
  await vi.waitFor(
    async () => {
      const [row] = await services.sql<[{ done: number }]>`
        select count(*)::int as done from webhook_deliveries where status = 'delivered'`;
      expect(row.done).toBe(sent);
    },
    { timeout: 90_000, interval: 100 },
  );

  const taken = receiver.received.filter(({ status }) => status === 200);
  for (const demoId of demos) {
    const own = taken.map(({ body }) => JSON.parse(body).data).filter(({ id }) => id === demoId);
    // A kill between an answer and its record sends the same once more, directly after.
    const versions = own.map((data) => data.version as number).filter((one, n, all) => one !== all[n - 1]);
    expect(versions).toEqual(Array.from({ length: version }, (_, n) => n + 1));
  }
  // Whatever came twice has the id by which a receiver knows it again.
  expect(new Set(taken.map(({ headers }) => headers['webhook-id'])).size).toBe(sent);
});
