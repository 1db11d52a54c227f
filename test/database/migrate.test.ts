import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connect } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { upcasters } from '../../src/domain/index.ts';
import { createLogger } from '../../src/log.ts';
import { chainHash, verifyChain } from '../../src/store/chain.ts';
import type { JsonObject } from '../../src/store/types.ts';
import { createUpcasts } from '../../src/store/upcast.ts';
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

test('a database that is newer than the code is refused', async () => {
  await migration('0001_first.sql', 'create table one ();');
  await migration('0002_second.sql', 'create table two ();');
  await run();
  await rm(join(folder, 'migrations', '0002_second.sql'));
  await expect(run()).rejects.toThrow(/newer than this code: it has migration 0002_second.sql/);
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
