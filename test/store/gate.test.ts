import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { connect } from '../../src/database/connect.ts';
import { newId } from '../../src/ids.ts';
import { createEventStore } from '../../src/store/index.ts';
import type { StoredEvent } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, purse } from './ledger.ts';

const writers = 24;
const writeForMs = 3_000;

let db: TestDatabase;
let pool: Sql;
beforeAll(async () => {
  db = await testDatabase();
  pool = connect(db.url, { max: writers });
  // The delay that hurts: positions are taken, and the commit comes up to 20 ms later, in any order.
  await db.sql.unsafe(`
    create function dawdle() returns trigger language plpgsql as $$
    begin perform pg_sleep(random() * 0.02); return null; end $$;
    create constraint trigger dawdle after insert on events deferrable initially deferred
      for each row execute function dawdle();`);
});
afterAll(async () => {
  await pool.end();
  await db.stop();
});

test('24 writers with delays that hurt: a reader of all streams skips nothing and keeps each stream in order', async () => {
  // Each a process: what comes at the same time to one of them shares a transaction.
  const stores = Array.from({ length: 8 }, () =>
    createEventStore({ sql: pool, clock: systemClock, projections: [], upcasters: [] }),
  );
  const end = Date.now() + writeForMs;
  const streams = Array.from({ length: 12 }, () => newId('proj'));
  const least = 500;
  let appended = 0;
  const write = async (index: number) => {
    // A busy machine takes longer to append enough.
    for (let n = 0; Date.now() < end || appended <= least; n++) {
      const store = stores[index % stores.length]!;
      const shared = streams[(index + n) % streams.length]!;
      await store
        .execute(by(newId('cmd')), async (unit) => {
          // Sometimes two streams, sometimes a contended one, mostly a new one.
          if (n % 3 === 0) (await unit.load(purse, shared)).decide({ fill: 1 });
          unit.begin(purse, newId('proj')).decide({ fill: 1 });
        })
        .then(
          (result) => {
            appended += result.events.length;
          },
          (error: unknown) => expect(error).toMatchObject({ code: 'conflict' }),
        );
    }
  };
  const seen: StoredEvent[] = [];
  const naive = new Set<number>();
  let naiveAfter = 0;
  let done = false;
  const read = async () => {
    for (let last = false; ; ) {
      const after = seen.at(-1)?.position ?? 0;
      const batch = await stores[0]!.readAll({ after, limit: 1000 });
      seen.push(...batch);
      const rows = await db.sql<{ position: number }[]>`
        select position from events where position > ${naiveAfter} order by position`;
      for (const row of rows) naive.add(row.position);
      naiveAfter = rows.at(-1)?.position ?? naiveAfter;
      if (last) return;
      last = done;
      await sleep(5);
    }
  };
  const reading = read();
  await Promise.all(Array.from({ length: writers }, (_, index) => write(index)));
  done = true;
  await reading;

  const committed = await db.sql<{ position: number }[]>`select position from events order by position`;
  expect(committed.length).toBe(appended);
  expect(appended).toBeGreaterThan(least);
  expect(seen.map((event) => event.position)).toEqual(committed.map((row) => row.position));
  const versions = new Map<string, number>();
  for (const event of seen) {
    expect(event.version).toBe((versions.get(event.stream) ?? 0) + 1);
    versions.set(event.stream, event.version);
  }
  // The same test without the gate fails: otherwise the delays would prove nothing.
  expect(naive.size).toBeLessThan(appended);
});
