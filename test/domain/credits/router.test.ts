import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { grantCredits } from '../../../src/domain/credits/grant.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { freshCommand, openUser } from '../../support/services.ts';
import { startStripe } from '../../support/stripe/index.ts';

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
    enabled: false,
    packId: '20',
    threshold: 3,
    disabledReason: null,
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
    id: expect.stringMatching(/^txn_/),
    user_id: api.owner.userId,
    type: 'bonus',
    amount: 3,
    balance_after: 6,
    pack_id: null,
    description: 'Bonus 3',
    created_at: expect.stringMatching(/Z$/),
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

/** A key of somebody new, on the free plan. */
async function newKey(from = api): Promise<string> {
  const userId = await openUser(from.services, { plan: 'free' });
  const wanted = { userId, name: 'Test', type: 'live', projectId: null, allowedDomains: null } as const;
  return (await issueKey(from.services, freshCommand(userId), wanted)).key;
}

describe('buying a pack', () => {
  test.each([
    ['5', 5],
    ['20', 20],
    ['50', 50],
    ['100', 100],
  ])('of %s adds its credits at once', async (packId, credits) => {
    const key = await newKey();
    const answer = await api.request('POST', '/api/v1/credits/purchase', { key, body: { packId } });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        creditsAdded: credits,
        balance: credits,
        transactionId: expect.stringMatching(/^txn_/),
        pack: expect.objectContaining({ id: packId, credits }),
      },
    ]);
    const { body } = await api.request('GET', '/api/v1/credits/transactions', { key });
    const { transactionId } = answer.body as { transactionId?: string };
    expect(body).toMatchObject({
      transactions: [
        { id: transactionId, type: 'purchase', amount: credits, balance_after: credits, pack_id: packId },
      ],
    });
  });

  test('twice with one Idempotency-Key is bought once', async () => {
    const key = await newKey();
    const request = { key, body: { packId: '5' }, headers: { 'Idempotency-Key': 'buy-1' } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.request('POST', '/api/v1/credits/purchase', request)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await api.request('GET', '/api/v1/credits', { key })).body).toMatchObject({ balance: 5 });
    const other = { ...request, body: { packId: '20' } };
    expect((await api.request('POST', '/api/v1/credits/purchase', other)).body).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test.each([[{}], [{ packId: '7' }], [{ packId: 20 }], [{ packId: null }]])(
    '%j is a 400 that names packId',
    async (body) => {
      const answer = await api.request('POST', '/api/v1/credits/purchase', { body });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('`packId`')]);
    },
  );
});

describe('a purchase', () => {
  test('needs a credential', async () => {
    const answer = await api.request('POST', '/api/v1/credits/purchase', {
      key: null,
      body: { packId: '5' },
    });
    expect(answer.status).toBe(401);
  });

  test('sends the buyer to the payment provider where there is one', async () => {
    const stripe = await startStripe();
    const shop = await startApi({ payment: stripe.payment });
    try {
      const key = await newKey(shop);
      const request = { key, body: { packId: '20' }, headers: { 'Idempotency-Key': 'buy-1' } };
      const answer = await shop.request('POST', '/api/v1/credits/purchase', request);
      expect([answer.status, answer.body]).toEqual([
        202,
        { success: false, checkoutUrl: expect.stringContaining('/pay/cs_') },
      ]);
      const again = await shop.request('POST', '/api/v1/credits/purchase', request);
      expect([again.status, again.text]).toEqual([202, answer.text]);
      const { form } = stripe.requests.find(({ path }) => path === '/v1/checkout/sessions')!;
      expect(form.success_url).toBe(`${shop.baseUrl}/?purchase=done`);
      const topoff = { key, body: { enabled: true, packId: '20' } };
      expect((await shop.request('PUT', '/api/v1/credits/auto-topoff', topoff)).body).toMatchObject({
        code: 'no_saved_card',
        error: expect.stringContaining('buy a pack first'),
      });
      stripe.troubles.push('lost', 'lost', 'lost', 'lost');
      const refused = await shop.request('POST', '/api/v1/credits/purchase', { key, body: { packId: '5' } });
      expect([refused.status, refused.body.code]).toEqual([503, 'payment_unavailable']);
      expect(refused.headers.get('retry-after')).toBe('30');
    } finally {
      await shop.stop();
      await stripe.close();
    }
  });
});

describe('the automatic top-off', () => {
  const put = (key: string, body: object) => api.request('PUT', '/api/v1/credits/auto-topoff', { key, body });

  test('is what was last said, everywhere', async () => {
    const key = await newKey();
    const wish = { enabled: true, packId: '50', threshold: 10 };
    const told = { ...wish, disabledReason: null };
    expect((await put(key, wish)).body).toEqual(told);
    expect((await api.request('GET', '/api/v1/credits/auto-topoff', { key })).body).toEqual(told);
    expect((await api.request('GET', '/api/v1/credits', { key })).body).toMatchObject({ autoTopoff: told });
    expect((await api.request('GET', '/api/v1/usage', { key })).body).toMatchObject({ autoTopoff: told });
    expect((await put(key, { enabled: false, packId: '5' })).body).toEqual({
      enabled: false,
      packId: '5',
      threshold: 3,
      disabledReason: null,
    });
  });

  test.each([
    [{ packId: '20' }, 'enabled'],
    [{ enabled: 'yes', packId: '20' }, 'enabled'],
    [{ enabled: true }, 'packId'],
    [{ enabled: true, packId: 20 }, 'packId'],
    [{ enabled: true, packId: '20', threshold: -1 }, 'threshold'],
    [{ enabled: true, packId: '20', threshold: 1001 }, 'threshold'],
    [{ enabled: true, packId: '20', threshold: 1.5 }, 'threshold'],
  ])('%j is a 400 that names %s', async (body, field) => {
    const answer = await put(api.key, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
  });

  test('buys the pack for the demo that finds nothing left', async () => {
    const key = await newKey();
    const project = await api.request('POST', '/api/v1/projects', {
      key,
      body: { name: 'Example', url: 'https://example.com/' },
    });
    const { id: project_id } = project.body as { id?: string };
    const create = () =>
      api.request('POST', '/api/v1/demos', { key, body: { project_id, prompt: 'Show it' } });
    for (let n = 0; n < 10; n++) expect((await create()).status).toBe(202);
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded']);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    await put(key, { enabled: true, packId: '5', threshold: 0 });
    const demo = (await create()).body as { id?: string };
    const { body } = await api.request('GET', '/api/v1/usage', { key });
    expect(body).toMatchObject({
      plan: { id: 'free' },
      usage: { demosThisMonth: 10, demosLimit: 10, demosRemaining: 0 },
      creditBalance: 4,
      totalRemaining: 4,
      demoCount: 11,
    });
    await api.request('POST', `/api/v1/demos/${demo.id}/cancel`, { key });
    const statement = await api.request('GET', '/api/v1/credits', { key });
    expect(statement.body).toMatchObject({
      balance: 5,
      recentTransactions: [
        { type: 'refund', amount: 1, balance_after: 5, pack_id: null },
        { type: 'deduct', amount: -1, balance_after: 4, pack_id: null },
        { type: 'auto_topoff', amount: 5, balance_after: 5, pack_id: '5' },
      ],
    });
  });
});
