import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTables, quotedTable } from '../../../src/backup/tables.ts';
import { reportFailure, startGeneration } from '../../../src/domain/demos/jobs/generation.ts';
import { setLogin } from '../../../src/domain/logins/logins.ts';
import { createEndpoint } from '../../../src/domain/webhooks/manage.ts';
import { reportOf } from '../../admin/ledgers.ts';
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
async function tablesWithMark(): Promise<string[]> {
  const { sql } = api.services;
  const found: string[] = [];
  for (const table of await listTables(sql)) {
    const rows = await sql.unsafe(
      `select from ${quotedTable(table)} as row where row::text like '%${mark}%' limit 1`,
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
  const [demo] = await services.sql<[{ id: string }]>`select id from demo_jobs limit 1`;
  const job = (await startGeneration(services, demo.id))!;
  await reportFailure(services, job, { code: 'page_not_found', message: `${url} is not there.` });
  const login = { cookies: [], script: null, maskSelectors: [`.${mark}`] };
  await setLogin(services, freshCommand(userId), { projectId, userId, login });
  const endpoint = { userId, url: `https://example.com/${mark}`, description: mark };
  const { endpointId } = await createEndpoint(services, freshCommand(userId), endpoint);
  await services.sql`
    insert into webhook_deliveries
      (id, endpoint_id, user_id, message_id, type, lane, body, next_attempt_at, created_at)
    values ('del_1', ${endpointId}, ${userId}, 'msg_1', 'demo.failed', 'x', ${`{"prompt":"${mark}"}`}, now(), now())`;
  await services.sql`
    insert into previews (id, job, page, user_id, progress_id, created_at)
    values ('prev_1', ${`{"prompt":"${mark}"}`}::text::json, ${`{"title":"${mark}"}`}::text::json, ${userId}, 'p', now())`;
}

test('nothing that a user has given is in any table but the log after the account is deleted', async () => {
  const user = await api.signUp(`${mark}@example.com`);
  await leaveTraces(user);
  expect(await tablesWithMark()).toEqual([
    'auth.users',
    ...['accounts', 'demo_jobs', 'demos', 'events', 'previews', 'projects'].map((name) => `public.${name}`),
    ...['webhook_deliveries', 'webhook_endpoints'].map((name) => `public.${name}`),
  ]);
  const body = { password: user.password, email: user.email };
  expect(await user.request('POST', '/api/auth/delete-account', { body })).toMatchObject({ status: 200 });
  expect(await tablesWithMark()).toEqual(['public.events']);
  expect((await reportOf(api.services, api.media)).findings).toEqual([]);
});
