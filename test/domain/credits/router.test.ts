import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantCredits } from '../../../src/domain/credits/grant.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { freshCommand } from '../../support/services.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const grant = (amount: number, description: string) =>
  grantCredits(api.services, freshCommand(), { userId: api.owner.userId, amount, description });

test('a new account has nothing, and sees what credits cost', async () => {
  expect((await api.request('GET', '/api/v1/credits')).body).toEqual({
    balance: 0,
    packs: [
      { id: '5', credits: 5, price: 5, perCredit: 1, savings: 0, label: '5 credits' },
      { id: '20', credits: 20, price: 18, perCredit: 0.9, savings: 10, label: '20 credits', popular: true },
      { id: '50', credits: 50, price: 40, perCredit: 0.8, savings: 20, label: '50 credits' },
      { id: '100', credits: 100, price: 70, perCredit: 0.7, savings: 30, label: '100 credits' },
    ],
    autoTopoff: { enabled: false, packId: '20', threshold: 3, disabledReason: null },
    recentTransactions: [],
  });
  expect((await api.request('GET', '/api/v1/credits/auto-topoff')).body).toEqual({
    ...{ enabled: false, packId: '20', threshold: 3, disabledReason: null },
  });
  expect((await api.request('GET', '/api/v1/credits', { key: null })).status).toBe(401);
});

test('the statement lists every movement, newest first, page by page', async () => {
  for (const n of [1, 2, 3]) await grant(n, `Bonus ${n}`);
  type Page = { transactions: { description: string }[]; next_cursor: string | null };
  const page = async (query: string) =>
    (await api.request('GET', `/api/v1/credits/transactions${query}`)).body as unknown as Page;
  const first = await page('?limit=2');
  expect(first.transactions[0]).toEqual({
    ...{ id: expect.stringMatching(/^txn_/), user_id: api.owner.userId, type: 'bonus', amount: 3 },
    ...{ balance_after: 6, pack_id: null, description: 'Bonus 3', created_at: expect.stringMatching(/Z$/) },
  });
  const rest = await page(`?limit=2&cursor=${first.next_cursor}`);
  const told = [...first.transactions, ...rest.transactions].map(({ description }) => description);
  expect(told).toEqual(['Bonus 3', 'Bonus 2', 'Bonus 1']);
  expect(rest.next_cursor).toBeNull();
  const { body } = await api.request('GET', '/api/v1/credits');
  expect(body).toMatchObject({
    balance: 6,
    recentTransactions: [{ amount: 3 }, { amount: 2 }, { amount: 1 }],
  });
});
