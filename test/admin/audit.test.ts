import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/admin/audit/audit.ts';

import { creditStream } from '../../src/domain/credits/events.ts';
import { projections, upcasters } from '../../src/domain/index.ts';
import { folderStorage } from '../../src/media/folder.ts';
import type { MediaStorage } from '../../src/media/index.ts';

import { rebuild } from '../../src/store/index.ts';
import { openProject, openUser, type TestServices, testServices } from '../support/services.ts';
import { demo, livedAccount, reportOf } from './ledgers.ts';
import { cutTail, deleteEvent, flipByte, forgeEvent, restoring, swapEvents, tamper } from './tampering.ts';

let services: TestServices;
let media: MediaStorage;
let mediaDir: string;
let bystander: string;
beforeAll(async () => {
  services = await testServices();
  mediaDir = await mkdtemp(join(tmpdir(), 'showreel-audit-'));
  media = folderStorage(mediaDir);
  bystander = await livedAccount(services);
});
afterAll(async () => {
  await services.stop();
  await rm(mediaDir, { recursive: true, force: true });
});

const lastVersion = async (stream: string) =>
  (
    await services.sql<
      [{ version: number }]
    >`select max(version) as version from events where stream = ${stream}`
  )[0].version;
test('accounts that lived in order are in order, each alone and all together', async () => {
  const userId = await livedAccount(services);
  const all = await reportOf(services, media);
  expect(all.findings).toEqual([]);
  expect(all.accounts).toBeGreaterThanOrEqual(2);
  expect(await reportOf(services, media, userId)).toMatchObject({ accounts: 1, findings: [] });
  await expect(reportOf(services, media, 'user_nobody')).rejects.toMatchObject({ code: 'account_not_found' });
});

test.each([
  ['events_append_only', 'disable trigger events_append_only', 'is switched off'],
  ['events_no_truncate', 'disable trigger events_no_truncate', 'is switched off'],
  ['events_append_only', 'enable trigger events_append_only', 'is off in sessions that set'],
  ['events_append_only', 'rename trigger', 'is gone'],
])('the guard %s of the log: %s', async (name, change, state) => {
  const isRename = change === 'rename trigger';
  const alter = (what: string) => services.sql.unsafe(what);
  await alter(isRename ? `alter trigger ${name} on events rename to other` : `alter table events ${change}`);
  try {
    const found = [
      { userId: null, rule: 'guard', what: expect.stringContaining(`${name} on events ${state}`) },
    ];
    expect((await reportOf(services, media)).findings).toMatchObject(found);
    expect((await reportOf(services, media, bystander)).findings).toMatchObject(found);
  } finally {
    if (isRename) await alter(`alter trigger other on events rename to ${name}`);
    else await alter(`alter table events enable always trigger ${name}`);
  }
  expect((await reportOf(services, media)).findings).toEqual([]);
});

const cases: [string, number, (stream: string) => string[]][] = [
  ['a flipped byte in an amount', 14, (s) => [flipByte(s, 14, '"amount": -1', '"amount": -2')]],
  ['a flipped byte in a job’s name', 5, (s) => [flipByte(s, 5, '"jobId": "job_', '"jobId": "jpb_')]],
  ['two events swapped', 7, (s) => swapEvents(s, 7, 9)],
  ['neighbours swapped', 15, (s) => swapEvents(s, 15, 16)],
  ['an event deleted in the middle', 8, (s) => [deleteEvent(s, 8)]],
  ['the first event deleted', 1, (s) => [deleteEvent(s, 1)]],
  [
    'a forged event added',
    20,
    (s) => [forgeEvent(s, 2, '{"transactionId": "txn_forged", "balanceAfter": 40}')],
  ],
  [
    'another actor',
    14,
    (s) => [`update events set metadata = '{"actor": "x"}' where stream = '${s}' and version = 14`],
  ],
  ['another time', 3, (s) => [`update events set recorded_at = now() where stream = '${s}' and version = 3`]],
  ['a hash taken away', 6, (s) => [`update events set hash = null where stream = '${s}' and version = 6`]],
];

describe('tampering in the database is found, named with its account and first bad version, and nobody else is accused:', () => {
  test.each(cases)('%s', async (_what, version, statements) => {
    const userId = await livedAccount(services);
    const stream = creditStream(userId);
    expect(await lastVersion(stream)).toBe(19);
    await restoring(services.sql, stream, async () => {
      await tamper(services.sql, ...statements(stream));
      for (const report of [await reportOf(services, media), await reportOf(services, media, userId)]) {
        expect(report.findings.length).toBeGreaterThanOrEqual(1);
        for (const finding of report.findings) expect(finding).toMatchObject({ userId, version });
        expect(report.findings.map(({ rule }) => rule)).toContain('chain');
      }
      expect((await reportOf(services, media, bystander)).findings).toEqual([]);
    });
    expect((await reportOf(services, media)).findings).toEqual([]);
  });

  test('the tail cut off before its head was written down: the read models and the jobs miss it', async () => {
    const userId = await livedAccount(services);
    const stream = creditStream(userId);
    await restoring(services.sql, stream, async () => {
      await tamper(services.sql, cutTail(stream, 17));
      const { findings } = await reportOf(services, media);
      expect(findings).toMatchObject([{ userId, version: 17, rule: 'read_model' }]);
      expect(findings[0]!.what).toMatch(
        /credit_transactions txn_\w+ of version 17 is not explained by the log/,
      );
    });
  });

  test('the tail cut off and the read models with it: the job that it charged is named', async () => {
    const userId = await livedAccount(services);
    const stream = creditStream(userId);
    const { sql } = services;
    await restoring(services.sql, stream, async () => {
      const before = await sql`select * from credit_accounts where user_id = ${userId}`;
      const lines = await sql`select * from credit_transactions where user_id = ${userId} and version >= 17`;
      await tamper(sql, cutTail(stream, 17));
      const [last] = await sql`
        select data ->> 'balanceAfter' as balance, recorded_at from events where stream = ${stream} and version = 16`;
      await sql`
        update credit_accounts set balance = ${Number(last?.balance)}, updated_at = ${last?.recorded_at}
        where user_id = ${userId}`;
      await sql`delete from credit_transactions where user_id = ${userId} and version >= 17`;
      await sql`update credit_months set demos_used = 10 where user_id = ${userId}`;
      const { findings } = await reportOf(services, media);
      expect(findings).toMatchObject([{ userId, version: null, rule: 'charge' }]);
      expect(findings[0]!.what).toMatch(/^job_\w+ was queued at position \d+ and is charged nowhere/);
      await sql`update credit_accounts set balance = ${before[0]?.balance} where user_id = ${userId}`;
      for (const line of lines) await sql`insert into credit_transactions ${sql(line)}`;
      await sql`update credit_months set demos_used = 9 where user_id = ${userId}`;
    });
    expect((await reportOf(services, media)).findings).toEqual([]);
  });
});

test('an audit that nobody reads to its end lets go of its snapshot', async () => {
  const running = audit(services, media, { userId: null });
  await running.next();
  await running.return({} as never);
  const held = await services.sql`
    select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
  expect(held).toHaveLength(0);
  const { sql, subjectKeys: keys } = services;
  for (const projection of projections) await rebuild({ sql, upcasters, keys, projection });
});

test('an audit sees one moment, although jobs are charged and read models swapped meanwhile', async () => {
  const fresh = await testServices();
  const users = await Promise.all([1, 2, 3].map(() => openUser(fresh, { plan: 'free', credits: 50 })));
  const places = await Promise.all(
    users.map(async (user) => [user, await openProject(fresh, user)] as const),
  );
  let going = true;
  const charging = places.map(async ([user, project]) => {
    while (going) await demo(fresh, user, project).catch(() => undefined);
  });
  const building = (async () => {
    const projection = projections.find(({ name }) => name === 'credit_accounts')!;
    while (going) await rebuild({ sql: fresh.sql, upcasters, keys: fresh.subjectKeys, projection });
  })();
  for (let n = 0; n < 10; n++) expect((await reportOf(fresh, media)).findings).toEqual([]);
  going = false;
  await Promise.all([...charging, building]);
  await fresh.stop();
});

test('a read model that shows something else than the log is named with its row and value', async () => {
  const userId = await openUser(services, { plan: 'free', credits: 5 });
  const { sql } = services;
  await sql`update credit_accounts set balance = 500 where user_id = ${userId}`;
  const { findings } = await reportOf(services, media, userId);
  expect(findings).toMatchObject([{ userId, version: null, rule: 'read_model' }]);
  expect(findings[0]!.what).toContain(`credit_accounts ${userId} differs: balance is 500, the log says 5`);
  await sql`update credit_accounts set balance = 5 where user_id = ${userId}`;
  expect((await reportOf(services, media, userId)).findings).toEqual([]);
});

test('an account that only the read models know is accused', async () => {
  const { sql } = services;
  await sql`insert into credit_accounts values ('user_ghost', 100, now(), now())`;
  const { findings } = await reportOf(services, media, 'user_ghost');
  expect(findings).toMatchObject([{ userId: 'user_ghost', rule: 'read_model' }]);
  expect(findings[0]!.what).toContain('there is no ledger');
  await sql`delete from credit_accounts where user_id = 'user_ghost'`;
});
