import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword, newPassword } from '../../../src/domain/sign-up/password.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the owner has a live key that works and no limits', async () => {
  expect(api.owner).toEqual({
    userId: expect.stringMatching(/^user_/),
    email: 'owner@showreel.local',
    password: expect.stringMatching(/^[a-z0-9-]{20}$/),
    liveKey: expect.stringMatching(/^sr_live_[\w-]{43}$/),
  });
  const usage = await api.request('GET', '/api/v1/usage');
  expect(usage).toMatchObject({
    status: 200,
    body: {
      plan: { id: 'unlimited', monthlyDemos: null, watermark: false, formats: ['mp4', 'webm'] },
      usage: { demosThisMonth: 0, demosLimit: null, demosRemaining: null },
      creditBalance: 0,
      totalRemaining: null,
      demoCount: 0,
      autoTopoff: { enabled: false, packId: '20' },
    },
  });
});

test('neither the password nor the key is in an event or a table in clear', async () => {
  const { sql } = api.services;
  const [log] = await sql`select string_agg(data::text || metadata::text, '') as text from events`;
  const [tables] = await sql`
    select (select string_agg(t::text, '') from auth.credentials t)
      || (select string_agg(t::text, '') from api_keys t) as text`;
  for (const text of [log!.text, tables!.text]) {
    expect(text).not.toContain(api.owner.password);
    expect(text).not.toContain(api.owner.liveKey);
  }
});

test('the password is kept as scrypt of its NFKC form, as sign-in will check it', async () => {
  const [row] = await api.services.sql<[{ password: string }]>`
    select password from auth.credentials where user_id = ${api.owner.userId}`;
  expect(row.password).toBe(rehash(api.owner.password, row.password));
  // "ﬁ" is one character, its NFKC form is "fi".
  const ligature = await hashPassword('ﬁlm');
  expect(ligature).toBe(rehash('film', ligature));
});

function rehash(password: string, stored: string): string {
  const [salt] = stored.split(':');
  const key = scryptSync(password, salt!, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 });
  return `${salt}:${key.toString('hex')}`;
}

test('no two passwords are the same', () => {
  expect(new Set(Array.from({ length: 100 }, newPassword)).size).toBe(100);
});

test('the plans that can be chosen are listed, to whoever has a key', async () => {
  expect((await api.request('GET', '/api/v1/plans', { key: null })).status).toBe(401);
  const { status, body } = await api.request('GET', '/api/v1/plans');
  expect(status).toBe(200);
  expect(body).toEqual({
    plans: [
      expect.objectContaining({
        id: 'free',
        monthlyDemos: 10,
        monthlyUploads: 20,
        formats: ['mp4'],
        watermark: true,
      }),
      expect.objectContaining({
        id: 'pro',
        monthlyDemos: 100,
        monthlyUploads: 500,
        price: 19,
        watermark: false,
      }),
      expect.objectContaining({ id: 'business', monthlyDemos: 1000, monthlyUploads: 5000, price: 99 }),
    ],
  });
});
