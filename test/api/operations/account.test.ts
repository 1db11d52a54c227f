import { afterAll, beforeAll, expect } from 'vitest';
import { type ShowreelClient, unwrap } from '../../../src/client/index.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { queueDemo } from '../../support/film.ts';
import { clientOf, describeOperation, keyed, read } from '../../support/operation.ts';
import { startStripe, type TestStripe } from '../../support/stripe/index.ts';
import { idLike, number, pack, refusal, text, time } from './shapes.ts';

let api: TestApi;
let client: ShowreelClient;
let stripe: TestStripe;
/** A service whose buyers pay at Stripe. */
let shop: TestApi;
beforeAll(async () => {
  stripe = await startStripe();
  [api, shop] = await Promise.all([startApi(), startApi({ payment: stripe.payment })]);
  client = clientOf(api);
});
afterAll(async () => {
  await Promise.all([api?.stop(), shop?.stop()]);
  await stripe?.close();
});

const keyText = (type: string) => expect.stringMatching(new RegExp(`^sr_${type}_[\\w-]{20,}$`));
const newProject = () =>
  unwrap(client.POST('/api/v1/projects', { body: { name: 'Example', url: 'https://example.com/' } }));

describeOperation('apiKeys_create', {
  '201: every member, and the key itself': async () => {
    const plain = await unwrap(client.POST('/api/v1/api-keys', { body: {} }));
    const made = { id: idLike('key'), prefix: text, name: text, project_id: null, allowed_domains: null };
    expect(plain).toEqual({ ...made, key: keyText('live'), type: 'live' });
    expect(plain.key.startsWith(plain.prefix)).toBe(true);
    const { id: project_id } = await newProject();
    const type = 'publishable' as const;
    const wish = { name: 'Site', type, project_id, allowed_domains: ['example.com'] };
    const whole = await unwrap(client.POST('/api/v1/api-keys', { body: wish }));
    expect(whole).toEqual({ ...made, ...wish, key: keyText('pub') });
  },
  '400: the error names what is wrong': async () => {
    for (const [member, value] of [
      ['name', ''],
      ['name', null],
      ['type', 'secret'],
      ['project_id', 7],
      ['allowed_domains', 'example.com'],
      ['allowed_domains', [7]],
    ] as const) {
      const answer = await api.request('POST', '/api/v1/api-keys', { body: { [member]: value } });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}`)]);
    }
  },
  '404: an unknown project': async () => {
    const answer = await api.request('POST', '/api/v1/api-keys', { body: { project_id: 'proj_unknown' } });
    expect(answer.body).toEqual(refusal('project_not_found'));
  },
  '409: another key with the same Idempotency-Key': async () => {
    const headers = keyed('one key');
    const make = (name: string) => api.request('POST', '/api/v1/api-keys', { headers, body: { name } });
    expect((await make('One')).status).toBe(201);
    expect((await make('Another')).body).toEqual(refusal('idempotency_key_reused'));
  },
});

describeOperation('apiKeys_list', {
  '200: every member but the key itself; the domains as JSON text': async () => {
    const { id: project_id } = await newProject();
    const type = 'publishable' as const;
    const body = { name: 'Listed', type, project_id, allowed_domains: ['example.com'] };
    const { id, key, prefix } = await unwrap(client.POST('/api/v1/api-keys', { body }));
    const { keys } = await unwrap(client.GET('/api/v1/api-keys'));
    expect(keys.find((one) => one.id === id)).toEqual({
      id,
      key_prefix: prefix,
      name: 'Listed',
      type: 'publishable',
      project_id,
      allowed_domains: '["example.com"]',
      last_used_at: null,
      created_at: time,
    });
    expect(JSON.stringify(keys)).not.toContain(key);
    expect(keys.find((one) => api.key.startsWith(one.key_prefix))).toMatchObject({
      project_id: null,
      allowed_domains: null,
      last_used_at: time,
    });
  },
  '400: an invalid cursor': async () => {
    const answer = await api.request('GET', '/api/v1/api-keys?cursor=x');
    expect(answer.body).toEqual(refusal('invalid_cursor'));
  },
});

describeOperation('apiKeys_revoke', {
  '200: the key opens nothing any more': async () => {
    const { id, key } = await unwrap(client.POST('/api/v1/api-keys', { body: {} }));
    expect((await api.request('GET', '/api/v1/credits', { key })).status).toBe(200);
    const params = { path: { id } };
    expect(await unwrap(client.DELETE('/api/v1/api-keys/{id}', { params }))).toEqual({ ok: true });
    expect((await api.request('GET', '/api/v1/credits', { key })).status).toBe(401);
  },
  '404: an unknown key': async () => {
    const answer = await api.request('DELETE', '/api/v1/api-keys/key_unknown');
    expect(answer.body).toEqual(refusal('api_key_not_found'));
  },
});

const packs = [
  { ...pack, id: '5', credits: 5, price: 5, perCredit: 1, savings: 0 },
  { ...pack, id: '20', credits: 20, price: 18, perCredit: 0.9, savings: 10, popular: true },
  { ...pack, id: '50', credits: 50, price: 40, perCredit: 0.8, savings: 20 },
  { ...pack, id: '100', credits: 100, price: 70, perCredit: 0.7, savings: 30 },
];
const isNotPopular = (one: { popular?: boolean | undefined }) => one.popular === undefined || !one.popular;
const untilSet = { enabled: false, packId: '20', threshold: 3, disabledReason: null };
const bought = {
  id: idLike('txn'),
  user_id: idLike('user'),
  type: 'purchase',
  pack_id: '5',
  created_at: time,
  amount: 5,
  balance_after: number,
  description: expect.toBeOneOf([null, text]),
};

describeOperation('credits_read', {
  '200: the balance, the packs, the top-off and the newest movements': async () => {
    const user = await api.signUp();
    const fresh = read(await user.request('GET', '/api/v1/credits')).body;
    expect(fresh).toMatchObject({ balance: 0, autoTopoff: untilSet, recentTransactions: [] });
    await unwrap(client.POST('/api/v1/credits/purchase', { body: { packId: '5' } }));
    const found = await unwrap(client.GET('/api/v1/credits'));
    expect(found).toEqual({
      balance: number,
      packs: packs.map((one) => expect.objectContaining(one)),
      autoTopoff: expect.objectContaining({ enabled: expect.any(Boolean), packId: text }),
      recentTransactions: expect.arrayContaining([bought]),
    });
    expect(found.packs.filter(isNotPopular).map(({ id }) => id)).toEqual(['5', '50', '100']);
  },
});

describeOperation('credits_purchase', {
  '200: the credits are there': async () => {
    const { balance } = await unwrap(client.GET('/api/v1/credits'));
    const done = await unwrap(client.POST('/api/v1/credits/purchase', { body: { packId: '50' } }));
    expect(done).toEqual({
      success: true,
      creditsAdded: 50,
      balance: balance + 50,
      transactionId: idLike('txn'),
      pack: expect.objectContaining(packs[2]),
    });
  },
  '202: the buyer has to pay first': async () => {
    const path = '/api/v1/credits/purchase';
    const { body } = await shop.request('POST', path, { body: { packId: '5' } });
    expect(body).toEqual({ success: false, checkoutUrl: expect.stringMatching(/^https?:/) });
  },
  '400: an unknown pack': async () => {
    for (const packId of ['7', 5, '', null, undefined]) {
      const answer = await api.request('POST', '/api/v1/credits/purchase', { body: { packId } });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('`packId`')]);
    }
  },
  '409: another pack with the same Idempotency-Key': async () => {
    const headers = keyed('one pack');
    const buy = (packId: string) =>
      api.request('POST', '/api/v1/credits/purchase', { headers, body: { packId } });
    expect((await buy('5')).status).toBe(200);
    expect((await buy('20')).body).toEqual(refusal('idempotency_key_reused'));
  },
  '503: Stripe is away': async () => {
    stripe.away = true;
    const answer = await shop.request('POST', '/api/v1/credits/purchase', { body: { packId: '5' } });
    stripe.away = false;
    expect(answer.body).toEqual(refusal('payment_unavailable'));
  },
});

describeOperation('credits_autoTopoff', {
  '200: the default, until it is set': async () => {
    const user = await api.signUp();
    const { body } = await user.request('GET', '/api/v1/credits/auto-topoff');
    expect(body).toEqual(untilSet);
  },
});

describeOperation('credits_setAutoTopoff', {
  '200: the new setting': async () => {
    const set = { enabled: true, packId: '100', threshold: 7 } as const;
    const path = '/api/v1/credits/auto-topoff';
    expect(await unwrap(client.PUT(path, { body: set }))).toEqual({ ...set, disabledReason: null });
    expect(await unwrap(client.GET(path))).toEqual({ ...set, disabledReason: null });
    const back = { enabled: false, packId: '20' } as const;
    expect(await unwrap(client.PUT(path, { body: back }))).toEqual(untilSet);
  },
  '400: the error names what is missing or wrong': async () => {
    const whole = { enabled: true, packId: '20' };
    for (const [body, member] of [
      [{ packId: '20' }, 'enabled'],
      [{ enabled: true }, 'packId'],
      [{ ...whole, enabled: 'yes' }, 'enabled'],
      [{ ...whole, packId: 20 }, 'packId'],
      [{ ...whole, threshold: '3' }, 'threshold'],
      [{ ...whole, threshold: null }, 'threshold'],
    ] as const) {
      const answer = await api.request('PUT', '/api/v1/credits/auto-topoff', { body });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`\`${member}\``)]);
    }
  },
  '409: no card to charge': async () => {
    const body = { enabled: true, packId: '20' };
    const answer = await shop.request('PUT', '/api/v1/credits/auto-topoff', { body });
    expect(answer.body).toEqual(refusal('no_saved_card'));
  },
});

describeOperation('credits_transactions', {
  '200: newest first, each with the balance after it, page after page': async () => {
    const user = await api.signUp();
    const get = (query = '') =>
      user.request('GET', `/api/v1/credits/transactions${query}`).then(({ body }) => body as unknown);
    expect(await get()).toEqual({ transactions: [], next_cursor: null });
    for (const packId of ['5', '20'])
      await user.request('POST', '/api/v1/credits/purchase', { body: { packId } });
    const newest = { ...bought, user_id: user.userId, pack_id: '20', amount: 20, balance_after: 25 };
    const oldest = { ...bought, user_id: user.userId, balance_after: 5 };
    expect(await get()).toEqual({ transactions: [newest, oldest], next_cursor: null });
    const first = (await get('?limit=1')) as { next_cursor: string };
    expect(first).toEqual({ transactions: [newest], next_cursor: text });
    const rest = await get(`?cursor=${first.next_cursor}`);
    expect(rest).toEqual({ transactions: [oldest], next_cursor: null });
  },
  '400: an invalid cursor': async () => {
    const answer = await api.request('GET', '/api/v1/credits/transactions?cursor=x');
    expect(answer.body).toEqual(refusal('invalid_cursor'));
  },
});

const terms = { id: text, name: text, monthlyDemos: number, maxDurationSec: 30, resolution: '1080p' };
const planOf = (id: string, monthlyDemos: number, price: number, free = false) => ({
  ...terms,
  id,
  monthlyDemos,
  price,
  watermark: free,
  formats: free ? ['mp4'] : ['mp4', 'webm'],
});
const plans = [planOf('free', 10, 0, true), planOf('pro', 100, 19), planOf('business', 1000, 99)];

describeOperation('accounts_usage', {
  '200: on a plan with limits': async () => {
    const user = await api.signUp();
    const usage = { demosThisMonth: 0, demosLimit: 10, demosRemaining: 10 };
    expect((await user.request('GET', '/api/v1/usage')).body).toEqual({
      plan: expect.objectContaining(plans[0]),
      usage: expect.objectContaining(usage),
      creditBalance: 0,
      autoTopoff: untilSet,
      totalRemaining: 10,
      demoCount: 0,
      queue: { waiting: 0, running: 0, place: null, expectedStartSec: null },
      creditPacks: packs.map((one) => expect.objectContaining(one)),
    });
  },
  '200: on a plan without limits, null for each limit': async () => {
    await queueDemo(api);
    const found = await unwrap(client.GET('/api/v1/usage'));
    expect(found).toMatchObject({
      plan: { ...planOf('unlimited', 0, 0), monthlyDemos: null },
      usage: { demosThisMonth: 1, demosLimit: null, demosRemaining: null },
      totalRemaining: null,
      demoCount: 1,
      creditBalance: number,
    });
  },
});

describeOperation('accounts_plans', {
  '200: the three plans that users can have': async () => {
    const found = await unwrap(client.GET('/api/v1/plans'));
    expect(found).toEqual({ plans: plans.map((plan) => expect.objectContaining(plan)) });
  },
});
