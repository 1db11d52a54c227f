import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { findKey } from '../../../src/domain/api-keys/keys.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { freshCommand, openProject, openUser } from '../../support/services.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const create = (body: object = {}) => api.request('POST', '/api/v1/api-keys', { body });

test('a key is shown once, works, and stops working when it is revoked', async () => {
  const made = await create({ name: 'CI' });
  expect(made.status).toBe(201);
  const created = made.body as unknown as { id: string; key: string; prefix: string };
  expect(created).toEqual({
    id: expect.stringMatching(/^key_/),
    key: expect.stringMatching(/^sr_live_[\w-]{43}$/),
    prefix: created.key.slice(0, 12),
    name: 'CI',
    type: 'live',
    project_id: null,
    allowed_domains: null,
  });
  const { key, id } = created;
  const list = await api.request('GET', '/api/v1/api-keys', { key });
  expect(list.status).toBe(200);
  expect(list.text).not.toContain(key);
  expect(list.body).toMatchObject({
    keys: [
      {
        id,
        key_prefix: created.prefix,
        name: 'CI',
        type: 'live',
        project_id: null,
        allowed_domains: null,
        last_used_at: expect.stringMatching(/Z$/),
        created_at: expect.stringMatching(/Z$/),
      },
      { name: 'Owner key' },
    ],
    next_cursor: null,
  });
  expect((await api.request('DELETE', `/api/v1/api-keys/${id}`)).body).toEqual({ ok: true });
  expect((await api.request('GET', '/api/v1/api-keys', { key })).status).toBe(401);
  expect((await api.request('DELETE', `/api/v1/api-keys/${id}`)).status).toBe(404);
});

test('a publishable key carries its project and domains', async () => {
  const { sql } = api.services;
  const projectId = await openProject(api.services, api.owner.userId);
  const made = await create({
    type: 'publishable',
    project_id: projectId,
    allowed_domains: ['example.com'],
  });
  expect(made.body).toMatchObject({
    type: 'publishable',
    project_id: projectId,
    allowed_domains: ['example.com'],
  });
  expect(await findKey(sql, made.body.key!)).toEqual({
    keyId: made.body.id,
    userId: api.owner.userId,
    type: 'publishable',
    projectId,
    allowedDomains: ['example.com'],
  });
  const { body } = await api.request('GET', '/api/v1/api-keys');
  expect(body).toMatchObject({ keys: [{ allowed_domains: '["example.com"]' }, {}] });
  expect(await findKey(sql, `${made.body.key}x`)).toBeNull();
});

test('a project of somebody else, or none, is a 404', async () => {
  const theirs = await openProject(api.services, await openUser(api.services));
  for (const project_id of [theirs, 'proj_none'])
    expect(await create({ project_id })).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
});

test('a command that is given again does not answer with a key that opens nothing', async () => {
  const command = freshCommand(api.owner.userId);
  const { userId } = api.owner;
  const wanted = { userId, name: 'CI', type: 'live', projectId: null, allowedDomains: null } as const;
  await issueKey(api.services, command, wanted);
  await expect(issueKey(api.services, command, wanted)).rejects.toMatchObject({
    code: 'key_unreadable',
    status: 409,
  });
});

test.each([
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(101) }],
  ['type', { type: 'root' }],
  ['allowed_domains', { allowed_domains: Array.from({ length: 21 }, () => 'example.com') }],
  ['allowed_domains', { allowed_domains: ['x'.repeat(254)] }],
])('a wrong %s is refused by name', async (field, body) => {
  const refused = await create(body);
  expect(refused.status).toBe(400);
  expect(refused.body.error).toContain(field);
});
