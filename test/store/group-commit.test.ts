import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../src/ids.ts';
import { verifyProjection } from '../../src/store/index.ts';
import type { EventStore } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, createPurses, purse, purses } from './ledger.ts';

let db: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  db = await testDatabase();
  await createPurses(db.sql);
  store = db.store({ projections: [purses] });
});
afterAll(() => db.stop());

const ids = (count: number) => Array.from({ length: count }, () => newId('proj'));
const fill = (stream: string, coins = 5, onDecided: () => void = () => undefined) =>
  store.execute(by(newId('cmd')), async (unit) => {
    (await unit.load(purse, stream)).decide({ fill: coins });
    onDecided();
  });
const transactionsOf = async (streams: string[]) =>
  (await db.sql`select distinct xmin::text from events where stream in ${db.sql(streams)}`).length;

test('commands that come together share transactions, and each is answered with its own events', async () => {
  const streams = ids(60);
  // Nothing can be appended until all have come, however busy the machine is.
  const { filling } = await db.sql.begin(async (blocked) => {
    await blocked`lock table events in exclusive mode`;
    let loaded = 0;
    const filling = Promise.all(streams.map((stream) => fill(stream, 5, () => loaded++)));
    await vi.waitFor(() => expect(loaded).toBe(60), { timeout: 60_000, interval: 20 });
    return { filling };
  });
  const results = await filling;
  expect(await transactionsOf(streams)).toBeLessThan(30);
  for (const [index, { events }] of results.entries())
    expect(events).toEqual(await store.readStream(streams[index]!));
});

test('a command that comes alone does not wait for another', async () => {
  const [one, two] = ids(2);
  await fill(one!);
  await fill(two!);
  expect(await transactionsOf([one!, two!])).toBe(2);
});

test('one that cannot be appended fails by itself; those it came with are appended', async () => {
  const streams = ids(60);
  const unfit = new Set(streams.filter((_, index) => index % 20 === 13));
  // The row is there though no event made it: the read model refuses another.
  for (const id of unfit)
    await db.sql`
      insert into purses (id, coins, history, filled, opened_at, seen) values (${id}, 0, '[]', true, now(), 0)`;
  const results = await Promise.allSettled(streams.map((stream) => fill(stream)));
  for (const [index, { status }] of results.entries()) {
    const id = streams[index]!;
    expect(status).toBe(unfit.has(id) ? 'rejected' : 'fulfilled');
    expect(await store.readStream(id)).toHaveLength(unfit.has(id) ? 0 : 1);
  }
  for (const id of unfit) await db.sql`delete from purses where id = ${id}`;
});

test('a storm of commands on few streams and many leaves every stream in order and the read model as the log says', async () => {
  const [hot, ...rest] = ids(41);
  const storm = Array.from({ length: 400 }, (_, n) => fill(n % 4 === 0 ? hot! : rest[n % rest.length]!, 1));
  const results = await Promise.allSettled(storm);
  const refused = results.filter((result) => result.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'conflict' });
  const written = await db.sql<{ stream: string; versions: number[] }[]>`
    select stream, array_agg(version order by position) as versions from events
    where stream in ${db.sql([hot!, ...rest])} group by stream`;
  for (const { versions } of written) expect(versions).toEqual(versions.map((_, index) => index + 1));
  const appended = written.reduce((sum, { versions }) => sum + versions.length, 0);
  expect(appended).toBe(storm.length - refused.length);
  const { differences } = await verifyProjection({ sql: db.sql, upcasters: [], projection: purses });
  expect(differences).toEqual([]);
});

test('what is queued by many commands at once is queued once each', async () => {
  const streams = ids(30);
  await Promise.all(
    streams.map((stream) =>
      store.execute(by(newId('cmd')), (unit) => {
        unit.begin(purse, stream).decide({ fill: 1 });
        unit.enqueue({ task: 'tell', payload: { stream }, key: `tell-${stream}` });
      }),
    ),
  );
  const jobs = await db.sql`
    select from graphile_worker._private_jobs where key in ${db.sql(streams.map((stream) => `tell-${stream}`))}`;
  expect(jobs).toHaveLength(30);
});
