import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportHeads } from '../../src/domain/audit/export.ts';
import { creditStream } from '../../src/domain/credits/events.ts';

import { folderStorage } from '../../src/media/folder.ts';
import type { MediaStorage } from '../../src/media/index.ts';
import { putText } from '../../src/media/text.ts';
import { chainHash } from '../../src/store/chain.ts';

import { freshCommand, openUser, type TestServices, testServices } from '../support/services.ts';
import { livedAccount, reportOf } from './ledgers.ts';
import { cutTail, restoring, tamper } from './tampering.ts';

let services: TestServices;
let media: MediaStorage;
let mediaDir: string;
beforeAll(async () => {
  services = await testServices();
  mediaDir = await mkdtemp(join(tmpdir(), 'showreel-audit-'));
  media = folderStorage(mediaDir);
  await livedAccount(services);
});
afterAll(async () => {
  await services.stop();
  await rm(mediaDir, { recursive: true, force: true });
});

const exportToday = () =>
  exportHeads(services, freshCommand('worker'), (key, text) => putText(media, key, text));
const nextDay = () => services.clock.advance(24 * 60 * 60_000);

describe('what was written down outside of the log', () => {
  test('shows a tail that was cut off, even where everything in the database agrees', async () => {
    const userId = await openUser(services, { plan: 'free', credits: 5 });
    const stream = creditStream(userId);
    const { sql } = services;
    nextDay();
    expect(await exportToday()).toMatchObject({ chains: expect.any(Number) });
    expect((await reportOf(services, media)).findings).toEqual([]);
    await restoring(services.sql, stream, async () => {
      await tamper(sql, cutTail(stream, 2));
      await sql`update credit_accounts set balance = 0 where user_id = ${userId}`;
      await sql`delete from credit_transactions where user_id = ${userId}`;
      expect((await reportOf(services, media)).findings).toMatchObject([
        { userId, version: 2, rule: 'heads' },
      ]);
      await tamper(sql, cutTail(stream, 1));
      expect((await reportOf(services, media)).findings).toMatchObject([
        { userId, version: 1, rule: 'heads' },
      ]);
    });
    await sql`update credit_accounts set balance = 5 where user_id = ${userId}`;
    await sql`delete from credit_accounts where user_id = ${userId}`;
    await tamper(sql, cutTail(stream, 1));
    expect((await reportOf(services, media, userId)).findings).toMatchObject([{ version: 1, rule: 'heads' }]);
  });

  test('shows a ledger that was written anew from some event on, hashes and all', async () => {
    const fresh = await testServices();
    const userId = await livedAccount(fresh);
    const put = (key: string, text: string) => putText(storage, key, text);
    const folder = await mkdtemp(join(tmpdir(), 'showreel-audit-'));
    const storage = folderStorage(folder);
    await exportHeads(fresh, freshCommand('worker'), put);
    const stream = creditStream(userId);
    const rows = await fresh.sql`select * from events where stream = ${stream} order by version`;
    let previous: string | null = null;
    for (const row of rows) {
      const data =
        row.version >= 2 ? JSON.parse(JSON.stringify(row.data).replaceAll('Welcome', 'Wellcome')) : row.data;
      previous = chainHash(previous, {
        stream,
        version: row.version,
        type: row.type,
        schemaVersion: row.schema_version,
        data,
        metadata: row.metadata,
        commandId: row.command_id,
        ordinal: row.ordinal,
        recordedAt: row.recorded_at,
      });
      await tamper(
        fresh.sql,
        `update events set data = '${JSON.stringify(data)}', hash = '\\x${previous}' where stream = '${stream}' and version = ${row.version}`,
      );
    }
    await fresh.sql`update credit_transactions set description = 'Wellcome' where description = 'Welcome'`;
    expect((await reportOf(fresh, storage)).findings).toMatchObject([{ userId, version: 19, rule: 'heads' }]);
    await fresh.stop();
    await rm(folder, { recursive: true });
  });
});

describe('the files of what was written down', () => {
  test('are one a day, each following the one before, with those chains alone that have grown', async () => {
    nextDay();
    const one = await exportToday();
    expect(await exportToday()).toBeNull();
    nextDay();
    await openUser(services, { credits: 1 });
    const two = await exportToday();
    expect(two!.date > one!.date).toBe(true);
    // That account's ledger, and the stream of the files itself.
    expect(two!.chains).toBe(2);
  });

  test('cannot be changed, exchanged or taken away without the audit saying so', async () => {
    const fresh = await testServices();
    const folder = await mkdtemp(join(tmpdir(), 'showreel-audit-'));
    const storage = folderStorage(folder);
    const files: string[] = [];
    const put = async (key: string, text: string) => {
      files.push(text);
      await putText(storage, key, text);
    };
    const keys: string[] = [];
    for (let day = 0; day < 3; day++) {
      await openUser(fresh, { credits: 1 });
      keys.push((await exportHeads(fresh, freshCommand('worker'), put))!.key);
      fresh.clock.advance(24 * 60 * 60_000);
    }
    const path = join(folder, keys[1]!);
    const faults = async () =>
      (await reportOf(fresh, storage)).findings.map(({ rule, what }) => [rule, what]);
    expect(await faults()).toEqual([]);
    await writeFile(
      path,
      files[1]!.replace('"version"', '"vErsion"').replace(/[0-9a-f]{64}/, '0'.repeat(64)),
    );
    expect(await faults()).toEqual([['heads', expect.stringContaining('is not the one that was written')]]);
    await writeFile(path, files[0]!);
    expect(await faults()).toEqual([['heads', expect.stringContaining('is not the one that was written')]]);
    await rm(path);
    expect(await faults()).toEqual([['heads', expect.stringContaining('is gone')]]);
    await writeFile(path, files[1]!);
    // The event that names the newest file is cut off: the file itself still speaks, and misses nothing.
    await tamper(fresh.sql, cutTail('audit-heads', 3));
    expect(await faults()).toEqual([]);
    await tamper(fresh.sql, cutTail('audit-heads', 1));
    expect(await faults()).toEqual([['heads', expect.stringContaining('audit-heads')]]);
    await fresh.stop();
    await rm(folder, { recursive: true });
  });
});
