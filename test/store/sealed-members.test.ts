import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { connect } from '../../src/database/connect.ts';
import { newId } from '../../src/ids.ts';
import { createSecrets } from '../../src/secrets.ts';
import {
  createEventStore,
  createSubjectKeys,
  openSession,
  rebuild,
  verifyChain,
  verifyProjection,
} from '../../src/store/index.ts';
import type { Decider, JsonObject, Projection } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by } from './ledger.ts';

type Letter = { user: string; to: string | null; pages: number; lines?: string[] };
type LetterWritten = { type: 'LetterWritten'; data: Letter };
const letter: Decider<Letter, LetterWritten, string[]> = {
  initial: [],
  evolve: (read, { data }) => [...read, String(data.to)],
  decide: (written) => [{ type: 'LetterWritten', data: written }],
};
const letters: Projection = {
  name: 'letters',
  version: 1,
  tables: ['letters'],
  handles: ['LetterWritten'],
  project: ({
    stream,
    version,
    data: { to, pages },
  }: { stream: string; version: number; data: object } & { data: Letter }) => [
    { op: 'insert', table: 'letters', row: { id: `${stream} ${version}`, recipient: to, pages } },
  ],
} as Projection;
const facts = new Map<string, JsonObject>([['LetterWritten', { to: '', lines: [] }]]);
const box = createSecrets([randomBytes(32)]);

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ max: 20 });
  await db.sql`create table letters (id text primary key, recipient text, pages bigint not null)`;
});
afterAll(() => db.stop());

/** A process of its own: it shares nothing with others but the database. */
function openProcess(sql = db.sql, seals = box) {
  const keys = createSubjectKeys({ sql, box: seals });
  const personal = { facts, subjectOf: ({ user }: JsonObject) => user as string, keys };
  const store = createEventStore({
    sql,
    clock: systemClock,
    projections: [letters],
    upcasters: [],
    personal,
    chained: (stream) => stream.startsWith('chained-'),
  });
  const write = (stream: string, data: Letter) =>
    store.execute(by(newId('cmd')), async (unit) => (await unit.load(letter, stream)).decide(data));
  const read = async (stream: string) => (await store.readStream(stream)).map(({ data }) => data as Letter);
  return { keys, store, write, read };
}
const here = () => openProcess();
const rawOf = async (stream: string) => {
  const rows = await db.sql<{ data: JsonObject; text: string; version: number }[]>`
    select data, events::text as text, schema_version as version from events where stream = ${stream} order by version`;
  return [...rows];
};
const whole = (user: string): Letter => ({
  user,
  to: 'Ada Zanzibar',
  pages: 2,
  lines: ['Come to Zanzibar!'],
});
const options = (keys = here().keys) => ({ sql: db.sql, upcasters: [], keys, projection: letters });

describe('the personal members of an event', () => {
  test('are sealed in the log, and clear for callers, deciders, projections and whoever reads the log', async () => {
    const [stream, user] = [newId('proj'), newId('user')];
    const { store, write, read } = here();
    const { events } = await write(stream, whole(user));
    expect(events[0]).toMatchObject({ schemaVersion: 1, data: whole(user) });
    const [raw] = await rawOf(stream);
    expect(raw!.text).not.toContain('Zanzibar');
    expect(raw!.data).toEqual({
      user,
      to: '',
      pages: 2,
      lines: [],
      $sealed: { of: user, text: expect.stringMatching(/^v1\.[\w-]+$/) },
    });
    expect(JSON.stringify(await read(stream))).toBe(JSON.stringify([whole(user)]));
    expect(await openProcess().read(stream)).toEqual([whole(user)]);
    const all = await store.readAll({ after: events[0]!.position - 1, limit: 1 });
    expect(all[0]).toEqual(events[0]);
    const [row] = await db.sql`select recipient from letters where id = ${`${stream} 1`}`;
    expect(row).toEqual({ recipient: 'Ada Zanzibar' });
  });

  test('are not sealed where there are none, and long ones are packed', async () => {
    const [stream, user] = [newId('proj'), newId('user')];
    const { write, read } = here();
    await write(stream, { user, to: null, pages: 1 });
    const lines = Array.from({ length: 500 }, () => 'Come to Zanzibar!');
    await write(stream, { ...whole(user), lines });
    const [plain, long] = await rawOf(stream);
    expect(plain).toMatchObject({ version: 1, data: { user, to: null, pages: 1 } });
    expect(long!.version).toBe(1001);
    expect(JSON.stringify(long!.data).length).toBeLessThan(1000);
    expect((await read(stream))[1]).toEqual({ ...whole(user), lines });
  });

  test('cannot be read by a store without keys, nor with another key of the service, nor in another place', async () => {
    const [stream, other, user] = [newId('proj'), newId('proj'), newId('user')];
    await here().write(stream, whole(user));
    const blind = createEventStore({ sql: db.sql, clock: systemClock, projections: [], upcasters: [] });
    await expect(blind.readStream(stream)).rejects.toThrow('was given no keys of users');
    const strange = openProcess(db.sql, createSecrets([randomBytes(32)]));
    await expect(strange.read(stream)).rejects.toThrow('no configured key opens');
    await db.sql`
      insert into events (stream, version, type, schema_version, data, metadata, command_id, ordinal, recorded_at)
      select ${other}, version, type, schema_version, data, metadata, ${newId('cmd')}, ordinal, recorded_at
      from events where stream = ${stream}`;
    await expect(here().read(other)).rejects.toThrow(
      `Version 1 of ${other} (LetterWritten) is not what was sealed`,
    );
    await db.sql`alter table events disable trigger all`;
    await db.sql`delete from events where stream = ${other}`;
    await db.sql`alter table events enable always trigger events_append_only`;
  });
});

describe('a key that is destroyed', () => {
  test('leaves events without texts, chains intact, and read models that are as the log says', async () => {
    const [user, other] = [newId('user'), newId('user')];
    const [stream, kept] = [`chained-${newId('proj')}`, newId('proj')];
    const { keys, write, read } = here();
    await write(stream, whole(user));
    await write(stream, { user, to: null, pages: 3 });
    await write(kept, whole(other));
    const elsewhere = openProcess();
    expect(await elsewhere.read(stream)).toHaveLength(2);
    const before = await rawOf(stream);

    await keys.destroy(user);

    const left = [
      { user, to: '', pages: 2, lines: [] },
      { user, to: null, pages: 3 },
    ];
    expect(await read(stream)).toEqual(left);
    expect(await rawOf(stream)).toEqual(before);
    expect(await read(kept)).toEqual([whole(other)]);
    expect(await verifyChain(db.sql, stream)).toMatchObject({ intact: true, version: 2 });
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await elsewhere.read(stream), 'forgotten in every process').toEqual(left);
    await rebuild(options());
    expect((await verifyProjection(options())).differences).toEqual([]);
    const [row] = await db.sql`select recipient from letters where id = ${`${stream} 1`}`;
    expect(row).toEqual({ recipient: '' });
    expect(await keys.isDestroyed(user)).toBe(true);
    expect(await keys.isDestroyed(other)).toBe(false);
  });

  test('is not made again: what comes later has no texts, in the log and in the read models', async () => {
    const [stream, user] = [newId('proj'), newId('user')];
    const { keys, read } = here();
    await keys.destroy(user);
    const { events } = await openProcess().write(stream, whole(user));
    const left = { user, to: '', pages: 2, lines: [] };
    expect(events[0]!.data).toEqual(left);
    expect(await rawOf(stream)).toMatchObject([{ version: 1, data: left }]);
    expect(await read(stream)).toEqual([left]);
    expect((await verifyProjection(options())).differences).toEqual([]);
  });

  test('that one process has just made and another destroys seals nothing more that can be read', async () => {
    const [stream, user] = [newId('proj'), newId('user')];
    const one = here();
    await one.keys.forWriting([user]);
    await openProcess().keys.destroy(user);
    await one.write(stream, whole(user));
    expect(await one.read(stream)).toEqual([{ user, to: '', pages: 2, lines: [] }]);
  });

  test('is still there for a connection whose snapshot is older', async () => {
    const [stream, user] = [newId('proj'), newId('user')];
    const { keys, write } = here();
    await write(stream, whole(user));
    const moment = openSession(db.sql);
    await moment.sql`begin isolation level repeatable read`;
    await moment.sql`select from events limit 1`;
    await keys.destroy(user);
    expect((await keys.forReading([user], moment.sql)).size).toBe(1);
    expect((await keys.forReading([user], db.sql)).size).toBe(0);
    await moment.close();
  });
});

test('a key that was never written down seals nothing, whatever else of its user is appended meanwhile', async () => {
  const user = newId('user');
  const { keys } = here();
  const made = async () => {
    const key = (await keys.forWriting([user])).get(user)!;
    return key.kind === 'made' ? [{ subject: user, sealedKey: key.sealedKey }] : [];
  };
  const first = await made();
  expect(await made(), 'one for all commands of this moment').toEqual(first);
  keys.forget([user]);
  const second = await made();
  keys.keep(first);
  expect(await made(), 'still to be written down').toEqual(second);
  keys.keep(second);
  expect(await made()).toEqual([]);
});

test('commands that wait with different keys of one user are not written with one of them', async () => {
  const user = newId('user');
  const { keys, store } = here();
  const stream = () => newId('proj');
  const write = (id: string) =>
    store.execute(by(newId('cmd')), (unit) => unit.begin(letter, id).decide(whole(user)));
  const streams = Array.from({ length: 40 }, stream);
  const writing = streams.map(async (id) => {
    // As if the time for which it is remembered were over, before each command.
    keys.forget([user]);
    await write(id);
  });
  expect((await Promise.allSettled(writing)).filter(({ status }) => status === 'rejected')).toEqual([]);
  const reader = openProcess();
  for (const id of streams) expect(await reader.read(id)).toEqual([whole(user)]);
});

test('two processes that append the first events of a user at once make one key, and both are read', async () => {
  const pool = connect(db.url, { max: 10 });
  for (let round = 0; round < 20; round++) {
    const user = newId('user');
    const streams = Array.from({ length: 8 }, () => newId('proj'));
    const processes = [openProcess(), openProcess(pool)];
    await Promise.all(streams.map((stream, n) => processes[n % 2]!.write(stream, whole(user))));
    const [counted] = await db.sql`select count(*)::int as keys from subject_keys where subject = ${user}`;
    expect(counted).toEqual({ keys: 1 });
    const reader = openProcess();
    for (const stream of streams) expect(await reader.read(stream)).toEqual([whole(user)]);
  }
  await pool.end();
});
