import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Diagnosis, examine, linesOf } from '../../src/doctor/index.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let dataDir: string;
let database: TestDatabase;
beforeAll(async () => {
  [dataDir, database] = await Promise.all([mkdtemp(join(tmpdir(), 'showreel-doctor-')), testDatabase()]);
});
afterAll(async () => {
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const diagnose = (settings: Record<string, string>) =>
  examine(
    readConfig({ DATABASE_URL: database.url, SHOWREEL_DATA_DIR: dataDir, ...settings }),
    () => undefined,
  );
const of = (all: Diagnosis[], name: string) => all.filter((one) => one.name === name);

test('where everything works nothing has failed, and nothing is left in the database or the folder', async () => {
  const told: Diagnosis[] = [];
  const settings = { DATABASE_URL: database.url, SHOWREEL_DATA_DIR: dataDir };
  const all = await examine(readConfig(settings), (one) => told.push(one));
  expect(told).toEqual(all);
  expect(all.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(of(all, 'database').map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
  expect(of(all, 'codecs')[0]!.found).toContain('makes MP4, WebM and GIF');
  expect(of(all, 'outbound guard')[0]).toMatchObject({
    state: 'ok',
    found: 'pages reach public addresses alone',
  });
  expect(of(all, 'browser')[0]!.found).toContain('Latin');
  expect(await database.sql`select count(*)::int as events from events`).toEqual([{ events: 0 }]);
});

test('each thing that does not work is named with what to do, and the others are tried all the same', async () => {
  const ffmpeg = join(dataDir, 'ffmpeg');
  // An ffmpeg that was built without encoders.
  await writeFile(ffmpeg, '#!/bin/sh\n[ "$2" = -version ] && echo "ffmpeg version 9.9" || exit 1\n');
  await chmod(ffmpeg, 0o755);
  const all = await diagnose({
    SHOWREEL_ROLE: 'api',
    DATABASE_URL: 'postgres://showreel:hush-hush@127.0.0.1:9/showreel',
    SHOWREEL_SMTP_URL: 'smtp://showreel:hush-hush@127.0.0.1:9',
    SHOWREEL_SMTP_FROM: 'demos@example.com',
    SHOWREEL_PUBLIC_URL: 'https://demos.example.com',
    SHOWREEL_FFMPEG: ffmpeg,
  });
  const bad = all.filter(({ state }) => state === 'failed');
  expect(bad.map(({ name }) => name)).toEqual(['database', 'mail', 'codecs', 'codecs']);
  expect(bad[0]!.advice).toContain('DATABASE_URL');
  expect(bad[1]!.advice).toContain('SHOWREEL_SMTP_URL');
  expect(bad[2]!.found).toBe('ffmpeg 9.9 makes no mp4 and no webm and no gif');
  expect(of(all, 'media')[0]!.state).toBe('ok');
  expect(of(all, 'browser')).toEqual([
    {
      name: 'browser',
      state: 'skipped',
      found: 'a process with the role api does not film',
      advice: null,
    },
  ]);
  expect(linesOf(bad[0]!)[0]).toMatch(/^FAIL {1}database/);
  expect(JSON.stringify(all)).not.toContain('hush-hush');
});

test('a folder that is not there, a log that may be changed, and a role without rights are faults', async () => {
  const role = `doctor_${randomBytes(6).toString('hex')}`;
  const other = new URL(database.url);
  Object.assign(other, { username: role, password: 'only-reads' });
  try {
    await database.sql.unsafe(`create role ${role} login password 'only-reads'`);
    await database.sql.unsafe(`grant usage on schema public to ${role}`);
    await database.sql.unsafe(`grant select on all tables in schema public to ${role}`);
    const poor = await diagnose({ SHOWREEL_ROLE: 'api', DATABASE_URL: other.href });
    expect(of(poor, 'database')[1]).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('permission denied'),
      advice: expect.stringContaining('db/roles.sql'),
    });
    await database.sql`alter table events disable trigger user`;
    const open = await diagnose({ SHOWREEL_ROLE: 'api', SHOWREEL_DATA_DIR: join(dataDir, 'nowhere') });
    expect(of(open, 'data folder')[0]).toMatchObject({ state: 'failed' });
    expect(of(open, 'media')[0]!.state).toBe('skipped');
    expect(existsSync(join(dataDir, 'nowhere'))).toBe(false);
    expect(of(open, 'database')[1]).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('can be changed'),
    });
  } finally {
    await database.sql.unsafe(`drop owned by ${role}`).catch(() => undefined);
    await database.sql.unsafe(`drop role if exists ${role}`);
  }
});
