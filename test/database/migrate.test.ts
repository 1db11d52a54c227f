import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { readMigrations } from '../../src/database/ledger.ts';
import { migrate } from '../../src/database/migrate.ts';
import { upcasters } from '../../src/domain/index.ts';
import { createLogger } from '../../src/log.ts';
import { chainHash, verifyChain } from '../../src/store/chain.ts';
import type { JsonObject } from '../../src/store/types.ts';
import { createUpcasts } from '../../src/store/upcast.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { withDatabase } from '../support/postgres.ts';

const log = createLogger('silent');
let folder: string;
let name: string;
let url: string;
let sql: Sql;
let admin: Sql;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showreel-migrations-'));
  for (const part of ['migrations', 'functions']) await mkdir(join(folder, part));
  name = `empty_${randomBytes(8).toString('hex')}`;
  const server = inject('postgresUrl');
  admin = connect(server, { max: 1 });
  await admin`create database ${admin(name)}`;
  url = withDatabase(server, name);
  sql = connect(url, { max: 1 });
});
afterEach(async () => {
  await sql.end();
  await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
  await rm(folder, { recursive: true });
});

const migration = (file: string, text: string) => writeFile(join(folder, 'migrations', file), text);
const run = () => migrate({ url, log, folder });

test('the project’s own migrations run on an empty database, and a second run does nothing', async () => {
  const first = await migrate({ url, log });
  expect(first.applied[0]).toBe('0001_event_store.sql');
  expect((await migrate({ url, log })).applied).toEqual([]);
  expect(await sql`select to_regclass('graphile_worker._private_jobs') is not null as there`).toEqual([
    { there: true },
  ]);
});

test('an owner whose account is older than sessions keeps their password', async () => {
  const project = join(import.meta.dirname, '..', '..', 'db');
  await cp(join(project, 'functions'), join(folder, 'functions'), { recursive: true });
  const files = (await readdir(join(project, 'migrations'))).sort();
  const older = files.filter((file) => file < '0006');
  for (const file of older) await cp(join(project, 'migrations', file), join(folder, 'migrations', file));
  await run();
  await sql`insert into accounts (user_id, email, plan, demo_count, created_at, updated_at)
    values ('user_1', 'Owner@showreel.local', 'unlimited', 0, now(), now())`;
  await sql`insert into account_passwords (user_id, password_hash) values ('user_1', 'salt:key')`;
  await migrate({ url, log });
  expect(
    await sql`
    select users.id, email, name, provider_id, account_id, password
    from auth.users join auth.credentials on user_id = users.id`,
  ).toEqual([
    {
      id: 'user_1',
      email: 'owner@showreel.local',
      name: 'Owner',
      provider_id: 'credential',
      account_id: 'user_1',
      password: 'salt:key',
    },
  ]);
});

test('a log that moves from jsonb to json means the same: its chains are intact, and scripts are in their order again', async () => {
  const project = join(import.meta.dirname, '..', '..', 'db');
  await cp(join(project, 'functions'), join(folder, 'functions'), { recursive: true });
  const files = (await readdir(join(project, 'migrations'))).filter((file) => file < '0015');
  for (const file of files) await cp(join(project, 'migrations', file), join(folder, 'migrations', file));
  await run();
  const actionScript = {
    title: 'Buy',
    steps: [{ type: 'click', selectors: [['#buy']], offsetX: 4, offsetY: 8 }],
  };
  let previous: string | null = null;
  for (const version of [1, 2]) {
    const event = {
      stream: 'demo-1',
      version,
      type: 'DemoPlanned',
      schemaVersion: 1,
      data: { actionScript },
      metadata: { actor: 'old' },
      commandId: `old-${version}`,
      ordinal: 0,
      recordedAt: new Date(version),
    };
    previous = chainHash(previous, event);
    await sql`
      insert into events
        (stream, version, type, schema_version, data, metadata, command_id, ordinal, hash, recorded_at)
      values ('demo-1', ${version}, 'DemoPlanned', 1, ${sql.json(event.data)}, '{"actor": "old"}', ${event.commandId}, 0,
        decode(${previous}, 'hex'), ${event.recordedAt})`;
  }
  expect((await migrate({ url, log })).applied).toContain('0015_events_as_written.sql');
  expect(await verifyChain(sql, 'demo-1')).toMatchObject({ intact: true, version: 2, head: previous });
  const [row] = await sql<{ data: JsonObject }[]>`select data from events where version = 2`;
  const read = createUpcasts(upcasters).upcast('DemoPlanned', 1, row!.data);
  expect(JSON.stringify(row?.data)).not.toBe(JSON.stringify({ actionScript }));
  expect(JSON.stringify(read.data)).toBe(JSON.stringify({ actionScript }));
  await expect(sql`update events set type = 'Other'`).rejects.toThrow(/Events are facts/);
});

test('five processes that start together migrate once', async () => {
  await migration('0001_count.sql', 'create table counted (n int); insert into counted values (1);');
  const results = await Promise.all(Array.from({ length: 5 }, run));
  expect(results.flatMap((result) => result.applied)).toEqual(['0001_count.sql']);
  expect(await sql`select n from counted`).toEqual([{ n: 1 }]);
});

test('a migration whose connection is reset while it waits for its turn says so', async () => {
  const proxy = await databaseProxy(url);
  const [lock] = await sql`select pg_advisory_lock(7305001::bigint) as held`;
  expect(lock).toBeDefined();
  try {
    const migrating = migrate({ url: proxy.url, log, folder }).then(
      () => 'done',
      ({ code }) => code,
    );
    const waiting = () => admin`
      select from pg_locks join pg_database on pg_database.oid = database
      where datname = ${name} and locktype = 'advisory' and not granted`;
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1);
    proxy.reset();
    expect(await Promise.race([migrating, sleep(60_000, 'waits')])).toBe('ECONNRESET');
  } finally {
    await proxy.stop();
  }
});

test('a migration is applied whole or not at all, and the next start tries again', async () => {
  await migration('0001_good.sql', 'create table good ();');
  await migration('0002_bad.sql', 'create table half (); select nonsense();');
  await expect(run()).rejects.toThrow(/0002_bad.sql failed: function nonsense\(\) does not exist/);
  expect(
    await sql`select to_regclass('good') is not null as good, to_regclass('half') is not null as half`,
  ).toEqual([{ good: true, half: false }]);
  await migration('0002_bad.sql', 'create table half ();');
  expect((await run()).applied).toEqual(['0002_bad.sql']);
});

test('an applied migration whose text has changed is refused', async () => {
  await migration('0001_first.sql', 'create table one ();');
  await run();
  await migration('0001_first.sql', 'create table two ();');
  await expect(run()).rejects.toThrow(/0001_first.sql has been applied with another text/);
});

test('code starts on a database that newer code has migrated where that says so, and is refused elsewhere', async () => {
  await migration('0001_first.sql', 'create table one ();');
  await migration('0002_adds.sql', '-- compatible_from: 0001\ncreate table two ();');
  const writeFunction = (answer: number) =>
    writeFile(
      join(folder, 'functions', 'answer.sql'),
      `create or replace function answer() returns int language sql as 'select ${answer}';`,
    );
  await writeFunction(2);
  await run();
  await rm(join(folder, 'migrations', '0002_adds.sql'));
  await writeFunction(1);
  expect((await run()).applied).toEqual([]);
  expect(await sql`select answer()`).toEqual([{ answer: 2 }]);

  await migration('0002_adds.sql', '-- compatible_from: 0001\ncreate table two ();');
  await migration('0003_takes.sql', '-- compatible_from: 0002\ndrop table one;');
  await run();
  await rm(join(folder, 'migrations', '0003_takes.sql'));
  expect((await run()).applied).toEqual([]);
  await rm(join(folder, 'migrations', '0002_adds.sql'));
  await expect(run()).rejects.toThrow(
    /newer than this code: it has migration 0003_takes.sql, with which only code works that has migration 0002/,
  );
});

test('a migration that does not say with what older code it works is for newer code alone', async () => {
  await migration('0001_first.sql', 'create table one ();');
  await migration('0002_second.sql', 'create table two ();');
  await run();
  await rm(join(folder, 'migrations', '0002_second.sql'));
  await expect(run()).rejects.toThrow(/newer than this code: it has migration 0002_second.sql/);
});

test('a migration waits for a table that others use without holding up those who come after it', async () => {
  await migration('0001_first.sql', 'create table one (n int);');
  await run();
  const reader = connect(url, { max: 1 });
  await reader.unsafe('begin; select from one');
  await migration('0002_adds.sql', '-- compatible_from: 0001\nalter table one add column more int');
  const migrating = run();
  const heldUpMs: number[] = [];
  while (heldUpMs.length < 3) {
    const sinceMs = performance.now();
    await sql`insert into one (n) values (1)`;
    const tookMs = performance.now() - sinceMs;
    if (tookMs > 300) heldUpMs.push(tookMs);
  }
  // Half a second is what it waits at a time; a pause of a second follows. The middle one of three counts, since the machine may stand still.
  expect(heldUpMs.sort((a, b) => a - b)[1]).toBeLessThan(1_400);
  await reader`commit`;
  await reader.end();
  expect((await migrating).applied).toEqual(['0002_adds.sql']);
});

test('the project’s migrations say with what older code they work, and keep what that code uses', async () => {
  const project = join(import.meta.dirname, '..', '..', 'db/migrations');
  const newer = (await readMigrations(project)).filter(({ number }) => number > 33);
  const takesAway = /\b(drop|rename|truncate)\b|\balter (column )?\w+ (set data )?type\b|\bset not null\b/i;
  for (const { name, number, text, compatibleFrom } of newer) {
    expect(
      compatibleFrom,
      `${name} begins with -- compatible_from: NNNN (docs/operation.md, Upgrade)`,
    ).not.toBeNull();
    const statements = text.replaceAll(/--.*$/gm, '');
    if (compatibleFrom! < number)
      expect(statements, `${name} takes away what code of ${compatibleFrom} uses`).not.toMatch(takesAway);
  }
});

test('migrations that share a number, come too late or are badly named are refused', async () => {
  await migration('0002_b.sql', 'select 1');
  await run();
  await migration('0001_a.sql', 'select 1');
  await expect(run()).rejects.toThrow(/0001_a.sql comes too late/);
  await rm(join(folder, 'migrations', '0001_a.sql'));
  await migration('0002_c.sql', 'select 1');
  await expect(run()).rejects.toThrow(/same number: 0002_b.sql and 0002_c.sql/);
  await rm(join(folder, 'migrations', '0002_c.sql'));
  await migration('3_c.sql', 'select 1');
  await expect(run()).rejects.toThrow(/3_c.sql is not the name of a migration/);
});

test('a function whose text has changed is replaced, and the others are left alone', async () => {
  const write = (file: string, answer: number) =>
    writeFile(
      join(folder, 'functions', `${file}.sql`),
      `create or replace function ${file}() returns int language sql as 'select ${answer}';`,
    );
  await write('changing', 1);
  await write('steady', 1);
  await run();
  const oids = () =>
    sql`select proname, xmin from pg_proc where proname in ('changing', 'steady') order by 1`;
  const before = await oids();
  await write('changing', 2);
  await run();
  const after = await oids();
  expect(await sql`select changing(), steady()`).toEqual([{ changing: 2, steady: 1 }]);
  expect(after[0]).not.toEqual(before[0]);
  expect(after[1]).toEqual(before[1]);
});

test('roles.sql gives a service that may add events and jobs, but not change or remove events', async () => {
  const owned = join(folder, 'own');
  await cp(join(import.meta.dirname, '..', '..', 'db'), owned, { recursive: true });
  await migrate({ url, log });
  await sql.file(join(owned, 'roles.sql')).simple();
  await sql.file(join(owned, 'roles.sql')).simple();
  await sql`set role showreel_service`;
  await sql`
    select append_events('{c}', '{s}', '{0}',
      '[{"stream": "s", "version": 1, "type": "T", "schema_version": 1, "data": {}, "metadata": {}, "command_id": "c",
         "ordinal": 0, "recorded_at": "2026-01-01T00:00:00Z"}]', '[]',
      '[{"task": "tell", "payload": {}}]')`;
  expect(await sql`select stream from events`).toEqual([{ stream: 's' }]);
  for (const statement of ['update events set type = type', 'delete from events', 'truncate events'])
    await expect(sql.unsafe(statement)).rejects.toThrow(/permission denied for table events/);
  await sql`reset role`;
});
