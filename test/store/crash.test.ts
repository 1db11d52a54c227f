import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { newId } from '../../src/ids.ts';
import { createSecrets } from '../../src/secrets.ts';
import { createSubjectKeys, verifyProjection } from '../../src/store/index.ts';
import type { EventStore, JsonObject } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { severableConnection } from '../support/severed.ts';
import { crashAt, placeFaults } from './faults.ts';
import { by, createPurses, purse, purses } from './ledger.ts';
import { moveCoin, targetOf } from './moving.ts';

let db: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  db = await testDatabase();
  await createPurses(db.sql);
  store = db.store({ projections: [purses], personal: personal(db.sql) });
});

/** The note of each coin is sealed with a key of its own, so every move makes one. */
const box = createSecrets([randomBytes(32)]);
const personal = (sql: Sql) => ({
  facts: new Map([['PurseFilled', { note: '' }]]),
  subjectOf: ({ note }: JsonObject) => String(note),
  keys: createSubjectKeys({ sql, box }),
});
afterAll(() => db.stop());

async function fullPurse(coins = 1000): Promise<string> {
  const id = newId('proj');
  await store.execute(by(newId('cmd')), (unit) => unit.begin(purse, id).decide({ fill: coins }));
  return id;
}
const coinsOf = async (id: string) =>
  (await db.sql<{ coins: number }[]>`select coins from purses where id = ${id}`)[0]?.coins ?? null;
const jobsOf = (commandId: string) =>
  db.sql`select from graphile_worker._private_jobs where key = ${`move-${commandId}`}`;

const keysOf = (subject: string) => db.sql`select from subject_keys where subject = ${subject}`;

/** What a move leaves: all three effects once, or none of them. */
async function effectOf(commandId: string): Promise<'whole' | 'none' | object> {
  const events = await store.readCommand(commandId);
  const target = await coinsOf(targetOf(commandId));
  const jobs = (await jobsOf(commandId)).length;
  if (events.length === 2 && target === 1 && jobs === 1) return 'whole';
  if (events.length === 0 && target === null && jobs === 0) return 'none';
  return { events, target, jobs };
}

test('a crash between any two statements of an append leaves nothing, and the command said again is one effect', async () => {
  const from = await fullPurse();
  const places = [
    ...(await placeFaults(db.sql, 'append_events')),
    ...(await placeFaults(db.sql, 'apply_changes')),
  ];
  expect(places.length).toBeGreaterThanOrEqual(8);
  // Newer code has built a read model: what notes that older code wrote to it is a place to crash too.
  await db.sql`insert into projections (name, version) values ('newer', 99)`;
  let left = 1000;
  for (const place of places) {
    const commandId = newId('cmd');
    await crashAt(db.sql, place);
    // A pool of its own: postgres.js may still send the next query down a connection that is just dying.
    const doomed = connect(db.url, { max: 1 });
    const crashing = moveCoin(
      db.store({ sql: doomed, projections: [purses], personal: personal(doomed) }),
      commandId,
      from,
    );
    await expect(crashing, place).rejects.toThrow();
    await doomed.end({ timeout: 0.05 });
    await crashAt(db.sql, null);
    expect(await effectOf(commandId), place).toBe('none');
    expect(await keysOf(commandId), place).toHaveLength(0);
    expect(await coinsOf(from)).toBe(left);

    expect((await moveCoin(store, commandId, from)).duplicate).toBe(false);
    expect((await moveCoin(store, commandId, from)).duplicate).toBe(true);
    left -= 1;
    expect(await effectOf(commandId), place).toBe('whole');
    expect(await keysOf(commandId), place).toHaveLength(1);
    expect(await coinsOf(from)).toBe(left);
  }
});

test('an answer that is lost after the commit is given again, and the effect stays one', async () => {
  const from = await fullPurse();
  const line = await severableConnection(db.url);
  const remote = db.store({ sql: line.sql, projections: [purses] });
  await moveCoin(remote, newId('cmd'), from);
  const commandId = newId('cmd');
  line.severAfterNext('append_events');
  await expect(moveCoin(remote, commandId, from)).rejects.toThrow();
  await line.severed;
  expect(await effectOf(commandId)).toBe('whole');
  const again = await moveCoin(store, commandId, from);
  expect(again.duplicate).toBe(true);
  expect(again.events).toEqual(await store.readCommand(commandId));
  expect(await effectOf(commandId)).toBe('whole');
  expect(await coinsOf(from)).toBe(998);
  await line.stop();
});

test('writers killed at any moment lose nothing they reported and leave nothing in halves', async () => {
  const from = await fullPurse(1_000_000);
  const begun: string[] = [];
  const done: string[] = [];
  // A slow machine needs more runs for as many.
  for (let run = 0; run < 5 || done.length <= 50; run++) {
    const lines = await writeUntilKilled(from, `run${run}-${newId('cmd')}`, 150 + (run % 5) * 67);
    begun.push(...lines.filter(([what]) => what === 'begin').map(([, id]) => id!));
    done.push(...lines.filter(([what]) => what === 'done').map(([, id]) => id!));
  }
  // A backend whose client is gone may still be at its last statement.
  await sleep(300);
  for (const commandId of done) expect(await effectOf(commandId)).toBe('whole');
  for (const commandId of begun) expect(await effectOf(commandId)).toBeTypeOf('string');
  for (const commandId of begun) {
    await moveCoin(store, commandId, from);
    expect(await effectOf(commandId)).toBe('whole');
  }
  expect(await coinsOf(from)).toBe(1_000_000 - begun.length);
  expect(
    (await verifyProjection({ sql: db.sql, upcasters: [], keys: personal(db.sql).keys, projection: purses }))
      .differences,
  ).toEqual([]);
}, 180_000);

async function writeUntilKilled(from: string, run: string, afterMs: number): Promise<string[][]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'crashing-writer.ts'), db.url, from, run],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  while (!out.includes('done')) await sleep(5);
  await sleep(afterMs);
  child.kill('SIGKILL');
  await closed;
  // The last line may be cut off in the middle: then nobody was told.
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '));
}
