import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fixedClock } from '../../../src/clock.ts';
import { protectedProcedure, router } from '../../../src/domain/procedure.ts';
import { AppError } from '../../../src/errors.ts';
import { newSecret } from '../../../src/secrets.ts';
import { startApi, type TestApi } from '../../support/api.ts';

const clock = fixedClock('2026-05-01T10:00:00Z');
/** One entry for each time that a procedure really ran. */
let runs: { commandId: string; name: string }[] = [];
let refuse: AppError | null = null;
let hold: Promise<void> | null = null;

const testRouter = router({
  create: protectedProcedure
    .meta({ openapi: { method: 'POST', path: '/things' }, status: 201, idempotent: true })
    .input(z.object({ name: z.string(), size: z.number().optional() }))
    .output(z.object({ name: z.string(), run: z.number(), key: z.string() }))
    .mutation(async ({ ctx, input }) => {
      runs.push({ commandId: ctx.commandId, name: input.name });
      await hold;
      if (refuse) throw refuse;
      return { name: input.name, run: runs.length, key: newSecret('sr_live_') };
    }),
  other: protectedProcedure
    .meta({ openapi: { method: 'POST', path: '/others' }, idempotent: true })
    .input(z.object({ name: z.string() }))
    .output(z.object({ run: z.number() }))
    .mutation(({ ctx, input }) => ({ run: runs.push({ commandId: ctx.commandId, name: input.name }) })),
});

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ router: testRouter, clock });
});
afterAll(() => api?.stop());
beforeEach(() => {
  runs = [];
  refuse = null;
  hold = null;
});

let number = 0;
const newKey = () => `key-${++number}`;
const create = (key: string, body: object = { name: 'a' }, path = '/api/v1/things') =>
  api.request('POST', path, { body, headers: { 'Idempotency-Key': key } });

describe('the same key', () => {
  test('gives the first answer again, status and body, and runs nothing', async () => {
    const key = newKey();
    const [first, second] = [await create(key), await create(key)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(runs).toHaveLength(1);
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  });

  test('fifty times at once is one effect and fifty equal answers', async () => {
    const key = newKey();
    hold = new Promise((resolve) => setTimeout(resolve, 200));
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(key)));
    expect(runs).toHaveLength(1);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
  });

  test('in two processes at once is one effect', async () => {
    const second = await api.second();
    const key = newKey();
    const send = (baseUrl: string) =>
      fetch(`${baseUrl}/api/v1/things`, {
        method: 'POST',
        body: '{"name":"a"}',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': api.key, 'Idempotency-Key': key },
      }).then((answer) => answer.text());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(i % 2 ? api.baseUrl : second.baseUrl)),
    );
    await second.stop();
    expect(runs).toHaveLength(1);
    expect(new Set(answers).size).toBe(1);
  });

  test('with the members in another order is the same input', async () => {
    const key = newKey();
    await create(key, { name: 'a', size: 1 });
    expect((await create(key, { size: 1, name: 'a' })).status).toBe(201);
    expect(runs).toHaveLength(1);
  });

  test('with another input is a 409', async () => {
    const key = newKey();
    await create(key);
    const answer = await create(key, { name: 'b' });
    expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect(runs).toHaveLength(1);
  });

  test('means another thing for another operation', async () => {
    const key = newKey();
    await create(key);
    expect((await create(key, { name: 'b' }, '/api/v1/others')).status).toBe(200);
    expect(runs).toHaveLength(2);
  });

  test('may be tried again after a refusal, which had no effect', async () => {
    const key = newKey();
    refuse = new AppError('quota_exceeded', 429, 'Nothing is left.');
    expect((await create(key)).status).toBe(429);
    refuse = null;
    expect((await create(key, { name: 'corrected' })).status).toBe(201);
    expect((await create(newKey(), {})).status).toBe(400);
  });

  test('is forgotten after 24 hours, and then stands for a new command', async () => {
    const key = newKey();
    await create(key);
    clock.advance(23 * 3_600_000);
    await create(key);
    expect(runs).toHaveLength(1);
    clock.advance(2 * 3_600_000);
    expect((await create(key, { name: 'b' })).status).toBe(201);
    expect(runs).toHaveLength(2);
    expect(runs[0]!.commandId).not.toBe(runs[1]!.commandId);
  });

  test('whose first request died with its process is taken over under the same command id', async () => {
    const key = newKey();
    await create(key);
    await api.services.sql`
      update idempotency_keys set status = null, sealed_body = null where key = ${key}`;
    clock.advance(61_000);
    expect((await create(key)).status).toBe(201);
    expect(runs[1]!.commandId).toBe(runs[0]!.commandId);
  });

  test('is a 409 idempotency_in_progress while the first request keeps running', async () => {
    const key = newKey();
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const first = create(key);
    await expect.poll(() => runs.length).toBe(1);
    const second = await create(key);
    expect([second.status, second.body.code]).toEqual([409, 'idempotency_in_progress']);
    expect(second.headers.get('retry-after')).toBe('2');
    release();
    expect((await first).status).toBe(201);
  });
});

describe('the header', () => {
  test.each(['', 'x'.repeat(256)])('%o is a 400', async (key) => {
    const answer = await create(key);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_idempotency_key']);
    expect(runs).toHaveLength(0);
  });

  test('255 characters are good', async () => {
    expect((await create('y'.repeat(255))).status).toBe(201);
  });
});

describe('what is kept', () => {
  test('holds no secret of an answer in clear', async () => {
    const key = newKey();
    const { text } = await create(key);
    const secret = (JSON.parse(text) as { key: string }).key;
    const rows = await api.services.sql`select * from idempotency_keys where key = ${key}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(10, 30));
  });

  test('is deleted by later requests when it has expired', async () => {
    for (let i = 0; i < 5; i++) await create(newKey());
    clock.advance(25 * 3_600_000);
    for (let i = 0; i < 3; i++) await create(newKey());
    const [row] = await api.services.sql`select count(*)::int as kept from idempotency_keys`;
    expect(row!.kept).toBe(3);
  });
});
