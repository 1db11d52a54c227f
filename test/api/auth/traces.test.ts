import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import type { Sql } from 'postgres';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, prove, repeatDeletions, restore } from '../../../src/backup/index.ts';
import { listTables, quotedTable } from '../../../src/backup/tables.ts';
import { fixedClock } from '../../../src/clock.ts';
import { accountStream } from '../../../src/domain/accounts/events.ts';
import { exportHeads } from '../../../src/domain/audit/export.ts';
import { sealLog } from '../../../src/domain/audit/seal-log.ts';
import { reportFailure, startGeneration } from '../../../src/domain/demos/jobs/generation.ts';
import { openDomain, projections, upcasters } from '../../../src/domain/index.ts';
import { setLogin } from '../../../src/domain/logins/logins.ts';
import { createEndpoint } from '../../../src/domain/webhooks/manage.ts';
import { newId } from '../../../src/ids.ts';
import { wholeObjects } from '../../../src/media/objects.ts';
import { putText, readText } from '../../../src/media/text.ts';
import { rebuild } from '../../../src/store/index.ts';
import { reportOf } from '../../admin/ledgers.ts';
import { emptyPlace, log } from '../../backup/places.ts';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { freshCommand } from '../../support/services.ts';

/** It stands in every text that the user gives. */
const mark = 'zanzibar';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The tables that hold the mark. */
async function tablesWithMark(sql: Sql = api.services.sql): Promise<string[]> {
  const found: string[] = [];
  for (const table of await listTables(sql)) {
    const rows = await sql.unsafe(
      `select from ${quotedTable(table)} as row where row::text ilike '%${mark}%' limit 1`,
    );
    if (rows.length > 0) found.push(`${table.schema}.${table.name}`);
  }
  return found;
}

/** Gives the mark wherever a user can give a text, and lets the service write it down where it does. */
async function leaveTraces(user: SignedIn): Promise<void> {
  const { services } = api;
  const { userId } = user;
  const post = async (path: string, body: object) => {
    const answer = await user.request('POST', `/api/v1${path}`, { body });
    expect(answer.status, path).toBeLessThan(300);
    return answer.body as Record<string, string>;
  };
  const url = `https://${mark}.example.com/`;
  const projectId = (await post('/projects', { name: mark, url })).id!;
  await post('/demos', { project_id: projectId, prompt: `Show ${mark}`, context: mark });
  const [demo] = await services.sql<[{ id: string }]>`select id from demo_jobs order by id desc limit 1`;
  const job = (await startGeneration(services, demo.id))!;
  await reportFailure(services, job, { code: 'page_not_found', message: `${url} is not there.` });
  const login = { cookies: [], script: null, maskSelectors: [`.${mark}`] };
  await setLogin(services, freshCommand(userId), { projectId, userId, login });
  const endpoint = { userId, url: `https://example.com/${mark}`, description: mark };
  const { endpointId } = await createEndpoint(services, freshCommand(userId), endpoint);
  await services.sql`
    insert into webhook_deliveries
      (id, endpoint_id, user_id, message_id, type, lane, body, next_attempt_at, created_at)
    values (${newId('dlv')}, ${endpointId}, ${userId}, 'msg_1', 'demo.failed', 'x', ${`{"prompt":"${mark}"}`}, now(), now())`;
  await services.sql`
    insert into previews (id, job, page, user_id, progress_id, created_at)
    values (${newId('job')}, ${`{"prompt":"${mark}"}`}::text::json, ${`{"title":"${mark}"}`}::text::json, ${userId}, 'p', now())`;
}

const remove = (user: SignedIn) =>
  user.request('POST', '/api/auth/delete-account', { body: { password: user.password, email: user.email } });

/** Read models that differ from the log. */
async function differing(): Promise<string[]> {
  const { findings, differing: names } = await prove(api.services, api.media);
  return [...findings, ...names];
}

/** Every member of an archive, as text; what is packed is unpacked. */
async function archived(path: string): Promise<Map<string, string>> {
  const members = new Map<string, string>();
  const tar = extract();
  const reading = (async () => {
    for await (const entry of tar) {
      const bytes = await buffer(entry);
      members.set(
        entry.header.name,
        (entry.header.name.includes('.gz') ? gunzipSync(bytes) : bytes).toString('latin1'),
      );
    }
  })();
  await Promise.all([pipeline(createReadStream(path), tar), reading]);
  return members;
}

test('nothing that a user has given can be read anywhere after the account is deleted', async () => {
  const { services, media } = api;
  const user = await api.signUp(`${mark}@example.com`);
  await leaveTraces(user);
  // The log never holds it in clear; who reads events reads it.
  expect(await tablesWithMark()).toEqual([
    'auth.users',
    ...['accounts', 'demo_jobs', 'demos', 'previews', 'projects'].map((name) => `public.${name}`),
    ...['webhook_deliveries', 'webhook_endpoints'].map((name) => `public.${name}`),
  ]);
  const said = async () => {
    const events = await services.store.readAll({ after: 0, limit: 1000 });
    return events.filter(({ data }) => JSON.stringify(data).includes(mark)).map(({ type }) => type);
  };
  expect(await said()).toEqual([
    ...['AccountOpened', 'ProjectCreated', 'DemoCreated', 'GenerationFailed', 'WebhookEndpointCreated'],
  ]);
  await exportHeads(services, freshCommand(), (key, text) => putText(media, key, text));
  await sealLog(services, wholeObjects(media));
  const log = () => services.sql`select * from events order by position`;
  const before = [...(await log())];
  expect(await differing()).toEqual([]);

  expect(await remove(user)).toMatchObject({ status: 200 });

  expect(await tablesWithMark()).toEqual([]);
  expect(await said()).toEqual([]);
  expect((await log()).slice(0, before.length), 'the log is never rewritten').toEqual(before);
  const opened = (await services.store.readStream(accountStream(user.userId)))[0];
  expect(opened).toMatchObject({
    type: 'AccountOpened',
    schemaVersion: 1,
    data: { userId: user.userId, email: '' },
  });
  expect(await differing()).toEqual([]);
  expect((await reportOf(services, media)).findings).toEqual([]);
  const { sql, subjectKeys: keys } = services;
  for (const projection of projections) await rebuild({ sql, upcasters, keys, projection });
  expect(await tablesWithMark()).toEqual([]);
  await sealLog(services, wholeObjects(media));
  expect(await differing()).toEqual([]);
});

test('a backup that is made afterwards holds nothing of it, and one that was made before is deleted from when it is restored', async () => {
  const { services, media } = api;
  const folder = await mkdtemp(join(tmpdir(), 'showreel-traces-'));
  const user = await api.signUp(`${mark}@example.com`);
  await leaveTraces(user);
  const path = (name: string) => join(folder, name);
  const save = (name: string) => {
    const database = { sql: services.sql, url: api.databaseUrl };
    return backUp({ database, media, keys: 'key\n', credentials: null, version: '1.2.3' }, path(name), {});
  };
  await save('before.tar');
  expect(await remove(user)).toMatchObject({ status: 200 });
  await save('after.tar');
  const texts = await archived(path('after.tar'));
  expect([...texts].filter(([, text]) => text.includes(mark)).map(([name]) => name)).toEqual([]);
  const note = `audit/deletions/${user.userId}.json`;
  expect(texts.get(`media/${note}`)).toContain(user.userId);

  const place = await emptyPlace();
  // What is left of the lost service.
  await putText(place.media, note, (await readText(media, note))!);
  const proof = await restore(place, path('before.tar'), null, async (databaseUrl) => {
    const restored = await openDomain({ ...services, sql: place.sql, databaseUrl, log });
    try {
      expect(await readEmails(place.sql)).toContain(user.email);
      expect(await repeatDeletions(restored, place.media)).toEqual([user.userId]);
      expect(await repeatDeletions(restored, place.media)).toEqual([]);
      expect(await restored.store.readStream(accountStream(user.userId))).toContainEqual(
        expect.objectContaining({ type: 'AccountOpened', data: expect.objectContaining({ email: '' }) }),
      );
      return await prove(restored, place.media);
    } finally {
      await restored.doorbell.stop();
    }
  });
  expect(proof).toMatchObject({ findings: [], differing: [] });
  expect(await tablesWithMark(place.sql)).toEqual([]);
  await putText(place.media, note, (await readText(media, note))!.replace(user.userId, 'user_forged'));
  await expect(repeatDeletions(services, place.media)).rejects.toThrow(
    /audit\/deletions\/user_.*no key of this service/,
  );
  await place.remove();
  await rm(folder, { recursive: true });
});

test('an audit names a key that is gone without a deletion, and one that a deletion has left', async () => {
  const { services, media } = api;
  const { sql } = services;
  const [robbed, left] = [await api.signUp(), await api.signUp()];
  for (const user of [robbed, left]) await user.request('GET', '/api/v1/usage');
  const [key] = await sql<[{ sealedKey: string }]>`
    select sealed_key as "sealedKey" from subject_keys where subject = ${left.userId}`;
  await remove(left);
  const set = (user: SignedIn, sealedKey: string | null) => sql`
    update subject_keys set sealed_key = ${sealedKey}, destroyed_at = ${sealedKey ? null : new Date()}
    where subject = ${user.userId}`;
  await set(left, key.sealedKey);
  await set(robbed, null);
  const found = async (at: Date) => {
    const { findings } = await reportOf({ ...services, clock: fixedClock(at.toISOString()) }, media);
    return findings.filter(({ rule }) => rule === 'key');
  };
  const gone = { userId: robbed.userId, what: expect.stringContaining('is gone') };
  expect(await found(new Date())).toMatchObject([gone]);
  const later = new Date(Date.now() + 2 * 3_600_000);
  expect(await found(later)).toMatchObject([
    gone,
    { userId: left.userId, what: expect.stringContaining('still there') },
  ]);
  await sql`delete from subject_keys where subject = ${robbed.userId}`;
  expect(await found(new Date())).toMatchObject([gone]);
});

const readEmails = async (sql: Sql) =>
  (await sql<{ email: string }[]>`select email from accounts`).map(({ email }) => email);
