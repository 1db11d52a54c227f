import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/clock.ts';
import { AppError } from '../../src/errors.ts';
import { newId } from '../../src/ids.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by, createPurses, purse, purses } from './ledger.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await createPurses(db.sql);
});
afterAll(() => db.stop());

const clock = fixedClock('2026-03-04T05:06:07.089Z');
const store = () => db.store({ clock, projections: [purses] });
const fresh = () => newId('proj');
const fill = (stream: string, coins: number, commandId: string = newId('cmd')) =>
  store().execute(by(commandId), async (unit) => (await unit.load(purse, stream)).decide({ fill: coins }));

test('an append returns what a read gives back, and the caller reads its own write in the read model', async () => {
  const id = fresh();
  const appended = await fill(id, 5);
  const read = await store().readStream(id);
  expect(appended.events).toEqual(read);
  expect(read).toMatchObject([
    { stream: id, version: 1, type: 'PurseFilled', schemaVersion: 1, data: { coins: 5 }, hash: null },
  ]);
  expect(read[0]?.recordedAt).toEqual(clock.now());
  expect(typeof read[0]?.position).toBe('number');
  const [row] = await db.sql`select * from purses where id = ${id}`;
  expect(row).toEqual({
    id,
    coins: 5,
    history: [{ coins: 5, by: 'tester' }],
    filled: true,
    opened_at: clock.now(),
    changed_at: null,
    closed_at: null,
    seen: 0,
  });
});

test('updates set and add, deletes delete', async () => {
  const id = fresh();
  await fill(id, 5);
  await fill(id, 2);
  expect(await db.sql`select coins, filled, changed_at from purses where id = ${id}`).toEqual([
    { coins: 7, filled: true, changed_at: clock.now() },
  ]);
  await fill(id, 13);
  expect(await db.sql`select from purses where id = ${id}`).toHaveLength(0);
});

test('several streams and a job are one transaction: all of it or nothing', async () => {
  const [from, to] = [fresh(), fresh()];
  await fill(from, 10);
  const move = (coins: number, key: string) =>
    store().execute(by(newId('cmd')), async (unit) => {
      const source = await unit.load(purse, from);
      const target = unit.begin(purse, to);
      source.decide({ pay: coins });
      target.decide({ fill: coins });
      unit.enqueue({
        task: 'tell',
        payload: { coins },
        key,
        runAt: clock.now(),
        maxAttempts: 3,
        priority: -2,
      });
    });
  const moved = await move(4, `job-${to}`);
  expect(moved.events.map((event) => [event.stream, event.version])).toEqual([
    [from, 2],
    [to, 1],
  ]);
  expect(await jobs(`job-${to}`)).toEqual([
    { task: 'tell', payload: { coins: 4 }, run_at: clock.now(), max_attempts: 3, priority: -2 },
  ]);

  // The target exists now, so that `begin` expects the wrong version: every part must be missing, the job too.
  await expect(move(1, `lost-${to}`)).rejects.toMatchObject({ code: 'conflict', status: 409 });
  expect(await store().readStream(from)).toHaveLength(2);
  expect(await db.sql`select coins from purses where id = ${from}`).toEqual([{ coins: 6 }]);
  expect(await jobs(`lost-${to}`)).toEqual([]);
});

const jobs = (key: string) => db.sql`
  select t.identifier as task, j.payload, j.run_at, j.max_attempts, j.priority
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.key = ${key}`;

test('a row change that the database refuses takes the events and the job with it', async () => {
  const id = fresh();
  await fill(id, 1);
  const greedy = { ...purse, decide: () => [{ type: 'PursePaid' as const, data: { coins: 99 } }] };
  const attempt = store().execute(by(newId('cmd')), async (unit) => {
    (await unit.load(greedy, id)).decide({ pay: 99 });
    unit.enqueue({ task: 'tell', payload: {}, key: `greedy-${id}` });
  });
  await expect(attempt).rejects.toMatchObject({ constraint_name: 'purses_coins_check' });
  expect(await store().readStream(id)).toHaveLength(1);
  expect(await jobs(`greedy-${id}`)).toEqual([]);
});

test('a rule that forbids the command writes nothing', async () => {
  const id = fresh();
  await expect(
    store().execute(by(newId('cmd')), (unit) => unit.begin(purse, id).decide({ pay: 1 })),
  ).rejects.toBeInstanceOf(AppError);
  expect(await store().readStream(id)).toEqual([]);
});

test('fifty writers of one stream in one process all succeed, and no coin is lost or made', async () => {
  const id = fresh();
  const shared = store();
  const one = () =>
    shared.execute(by(newId('cmd')), async (unit) => (await unit.load(purse, id)).decide({ fill: 1 }));
  await Promise.all(Array.from({ length: 50 }, one));
  const events = await shared.readStream(id);
  expect(events.map((event) => event.version)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(await db.sql`select coins from purses where id = ${id}`).toEqual([{ coins: 50 }]);
});

test('writers in different processes all succeed or say conflict, and no coin is lost or made', async () => {
  const id = fresh();
  // A store of its own for each write knows as little of the others as another process does.
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => fill(id, 1)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'conflict', status: 409 });
  const events = await store().readStream(id);
  expect(events).toHaveLength(20 - refused.length);
  expect(await db.sql`select coins from purses where id = ${id}`).toEqual([{ coins: 20 - refused.length }]);
});

test('a conflict is decided again on the newer state, four times at most', async () => {
  const id = fresh();
  await fill(id, 1);
  const seen: number[] = [];
  const racing = (rivals: number) =>
    store().execute(by(newId('cmd')), async (unit) => {
      const loaded = await unit.load(purse, id);
      seen.push(loaded.state);
      if (seen.length <= rivals) await fill(id, 1);
      loaded.decide({ fill: 100 });
    });
  await racing(3);
  expect(seen).toEqual([1, 2, 3, 4]);
  seen.length = 0;
  await expect(racing(9)).rejects.toMatchObject({ code: 'conflict', status: 409 });
  expect(seen).toHaveLength(4);
});

test('one command id fifty times at once is one effect, also on streams with different ids', async () => {
  const commandId = newId('cmd');
  const results = await Promise.all(
    Array.from({ length: 50 }, () =>
      store().execute(by(commandId), (unit) => {
        const id = fresh();
        unit.begin(purse, id).decide({ fill: 1 });
        unit.enqueue({ task: 'tell', payload: {}, key: `once-${id}` });
        return id;
      }),
    ),
  );
  const first = results.filter((result) => !result.duplicate);
  expect(first).toHaveLength(1);
  for (const result of results) expect(result.events).toEqual(first[0]?.events);
  expect(await db.sql`select from graphile_worker._private_jobs where key like 'once-%'`).toHaveLength(1);
  expect(await store().readCommand(commandId)).toEqual(first[0]?.events);
});

test('a connection that breaks in the middle of an append leaves nothing, and the next append works', async () => {
  const id = fresh();
  await fill(id, 1);
  const rival = await db.sql.reserve();
  await rival`begin`;
  await rival`select from purses where id = ${id} for update`;
  const attempt = fill(id, 1);
  const outcome = expect(attempt).rejects.toThrow();
  let blocked: { pid: number }[] = [];
  while (blocked.length === 0)
    blocked = await db.sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and query like '%append_events%' and wait_event_type = 'Lock'`;
  await db.sql`select pg_terminate_backend(${blocked[0]!.pid})`;
  await outcome;
  await rival`rollback`;
  rival.release();
  expect(await store().readStream(id)).toHaveLength(1);
  await fill(id, 1);
  expect(await db.sql`select coins from purses where id = ${id}`).toEqual([{ coins: 2 }]);
});

test('events can be neither changed nor removed, even past session_replication_role', async () => {
  await fill(fresh(), 1);
  for (const statement of [
    'update events set type = $$x$$',
    'delete from events',
    'truncate events',
    'set local session_replication_role = replica; delete from events',
  ])
    await expect(db.sql.unsafe(statement).simple()).rejects.toThrow(/Events are facts/);
});

test('text that PostgreSQL cannot store is refused as bad input', async () => {
  for (const note of ['a\u0000b', 'half \ud83d'])
    await expect(
      store().execute(by(newId('cmd')), (unit) => unit.begin(purse, fresh()).decide({ fill: 1, note })),
    ).rejects.toMatchObject({ code: 'validation_failed', status: 400 });
  const id = fresh();
  const note = 'a backslash \\u0000 typed by hand, and 👋';
  await store().execute(by(newId('cmd')), (unit) => unit.begin(purse, id).decide({ fill: 1, note }));
  expect((await store().readStream(id))[0]?.data).toEqual({ coins: 1, note });
});

test('a projection that writes to a table it did not name is refused', async () => {
  const stray = { ...purses, tables: ['other'] };
  await expect(
    db
      .store({ projections: [stray] })
      .execute(by(newId('cmd')), (unit) => unit.begin(purse, fresh()).decide({ fill: 1 })),
  ).rejects.toThrow(/purses wrote to purses/);
});
