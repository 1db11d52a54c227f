import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdminClient, refusalOf } from '../../src/admin/client.ts';
import { creditStream } from '../../src/domain/credits/events.ts';
import { projections } from '../../src/domain/index.ts';
import { openProject, openUser } from '../support/services.ts';
import { demo, livedAccount } from './ledgers.ts';
import { refused, type TestAdmin, testAdmin } from './serving.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await testAdmin();
});
afterAll(() => admin.stop());

const balanceOf = async (userId: string) =>
  (await admin.client.accounts.balance.query({ account: userId })).balance;

describe('the credential', () => {
  test('is needed for every operation, and a wrong one is no better than none', async () => {
    for (const token of ['', 'wrong', `${admin.token}x`]) {
      const client = createAdminClient({ url: admin.url, token, operator: 'eve' });
      expect(await refused(client.accounts.find.query({ text: 'owner' }))).toBe('unauthorized');
      expect(await refused(client.audit.exportHeads.mutate())).toBe('unauthorized');
      const streaming = async () => {
        for await (const _ of await client.audit.run.query({ account: null })) throw new Error('was let in');
      };
      expect(await refused(streaming())).toBe('unauthorized');
    }
    const bare = await fetch(`${admin.url}/accounts.find?input=${encodeURIComponent('{"text":"x"}')}`);
    expect(bare.status).toBe(401);
    expect(await bare.text()).not.toContain(admin.token);
  });

  test('is not enough to change something: an operator says who they are', async () => {
    const userId = await openUser(admin.services);
    const nobody = createAdminClient({ url: admin.url, token: admin.token, operator: '\u0007 ' });
    const grant = { account: userId, amount: 1, reason: 'goodwill' };
    expect(await refused(nobody.accounts.grant.mutate(grant))).toBe('operator_needed');
    expect(await balanceOf(userId)).toBe(0);
  });
});

describe('accounts', () => {
  test('are listed newest first where nobody is looked for', async () => {
    const older = await openUser(admin.services);
    const newer = await openUser(admin.services);
    const listed = await admin.client.accounts.find.query({ text: null });
    const ids = listed.map(({ userId }) => userId);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(ids.indexOf(newer)).toBeLessThan(ids.indexOf(older));
    expect(await admin.client.accounts.find.query({ text: null, limit: 1 })).toEqual(listed.slice(0, 1));
  });

  test('are found by a part of the address, by ids of all kinds and by the first characters of a key', async () => {
    const userId = await livedAccount(admin.services);
    const { sql } = admin.services;
    const [job] =
      await sql`select demo_jobs.id from demo_jobs join demos on demos.id = demo_id where user_id = ${userId}`;
    const [one] = await sql`select id from demos where user_id = ${userId}`;
    const [line] = await sql`select id from credit_transactions where user_id = ${userId}`;
    for (const text of [userId, `${userId.slice(5)}@EXAMPLE`, job?.id, one?.id, line?.id]) {
      const found = await admin.client.accounts.find.query({ text });
      expect(found).toMatchObject([{ userId, email: `${userId}@example.com`, plan: 'free', demos: 14 }]);
    }
    expect(await admin.client.accounts.find.query({ text: '100%_nobody' })).toEqual([]);
    await openUser(admin.services);
    expect(await refused(admin.client.accounts.ledger.query({ account: 'example.com' }))).toBe(
      'account_ambiguous',
    );
    expect(await refused(admin.client.accounts.ledger.query({ account: 'nobody@nowhere' }))).toBe(
      'account_not_found',
    );
  });

  test('have a ledger whose running balance is added up again', async () => {
    const userId = await livedAccount(admin.services);
    const { lines, more } = await admin.client.accounts.ledger.query({ account: `${userId}@example.com` });
    expect(
      lines.map(({ type, amount, running, balanceAfter }) => [type, amount, running, balanceAfter]),
    ).toEqual([
      ['bonus', 20, 20, 20],
      ...[19, 18, 17, 16].map((left) => ['deduct', -1, left, left]),
      ['refund', 1, 17, 17],
    ]);
    expect(more).toBe(false);
    const page = await admin.client.accounts.ledger.query({
      account: userId,
      after: lines[1]!.version,
      limit: 2,
    });
    expect(page).toMatchObject({ lines: lines.slice(2, 4), more: true });
    const newest = { account: userId, cursor: lines[5]!.version, limit: 2 };
    expect(await admin.client.accounts.ledger.query(newest)).toMatchObject({
      lines: [lines[4], lines[3]],
      more: true,
    });
  });

  test('had, at any moment, what their events of until then make', async () => {
    const { services, client } = admin;
    const userId = await openUser(services, { credits: 5 });
    const opened = services.clock.now();
    services.clock.advance(3_600_000);
    await client.accounts.grant.mutate({ account: userId, amount: 7, reason: 'a late demo' });
    const at = async (ms: number) =>
      client.accounts.balance.query({ account: userId, at: new Date(opened.getTime() + ms).toISOString() });
    expect(await at(-1)).toMatchObject({ balance: 0, version: 0 });
    expect(await at(0)).toMatchObject({ balance: 5, version: 2 });
    expect(await at(3_599_999)).toMatchObject({ balance: 5 });
    expect(await at(3_600_000)).toMatchObject({ balance: 12, version: 3 });
  });

  test('are replayed event by event, each checked', async () => {
    const userId = await livedAccount(admin.services);
    const events = [];
    for await (const page of await admin.client.accounts.replay.query({ account: userId }))
      events.push(...page);
    expect(events).toHaveLength(19);
    expect(events.map(({ version }) => version)).toEqual(Array.from({ length: 19 }, (_, n) => n + 1));
    expect(events.flatMap(({ faults }) => faults)).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'AllowanceReturned', actor: 'worker', balance: 17 });
  });
});

describe('an operator', () => {
  test('grants a bonus with a reason, and both names are in the event', async () => {
    const userId = await openUser(admin.services, { credits: 1 });
    const grant = { account: userId, amount: 3, reason: 'the outage of Monday' };
    expect(await admin.client.accounts.grant.mutate(grant)).toEqual({
      userId,
      before: false,
      type: 'CreditsGranted',
      transactionId: expect.stringMatching(/^txn_/),
      amount: 3,
      balanceAfter: 4,
    });
    const event = (await admin.services.store.readStream(creditStream(userId))).at(-1)!;
    expect(event.metadata).toMatchObject({ actor: 'admin:ada', reason: 'the outage of Monday' });
    expect(event.data).toMatchObject({ description: 'the outage of Monday' });
    expect(await admin.client.log.read.query({ actor: 'admin:ada', stream: event.stream })).toMatchObject([
      { type: 'CreditsGranted', reason: 'the outage of Monday', position: event.position },
    ]);
  });

  test('who repeats a grant under the same key gives it once', async () => {
    const userId = await openUser(admin.services);
    const grant = { account: userId, amount: 3, reason: 'ticket 4711', key: '4711' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.client.accounts.grant.mutate(grant)),
    );
    for (const answer of answers) expect(answer).toMatchObject({ amount: 3, balanceAfter: 3 });
    expect(await admin.client.accounts.grant.mutate(grant)).toMatchObject({ before: true, balanceAfter: 3 });
    expect(await balanceOf(userId)).toBe(3);
  });

  test('who gives no reason, no amount or nobody is told so', async () => {
    const userId = await openUser(admin.services);
    const { grant } = admin.client.accounts;
    expect(await refused(grant.mutate({ account: userId, amount: 3, reason: ' ' }))).toBe(
      'validation_failed',
    );
    expect(await refused(grant.mutate({ account: userId, amount: 0, reason: 'goodwill' }))).toBe(
      'validation_failed',
    );
    expect(await refused(grant.mutate({ account: 'user_none', amount: 1, reason: 'goodwill' }))).toBe(
      'account_not_found',
    );
    expect(await balanceOf(userId)).toBe(0);
  });

  test('takes a grant back, once', async () => {
    const userId = await openUser(admin.services);
    const { client } = admin;
    const reason = 'a zero too many';
    const first = await client.accounts.grant.mutate({ account: userId, amount: 30, reason });
    await client.accounts.grant.mutate({ account: userId, amount: 3, reason });
    const revoke = (id: string, key?: string) =>
      client.accounts.revoke.mutate({ id, reason, ...(key && { key }) });
    const done = { type: 'GrantTakenBack', amount: -30, balanceAfter: 3 };
    expect(await revoke(first.transactionId!, 'once')).toMatchObject({ ...done, before: false });
    expect(await revoke(first.transactionId!, 'once')).toMatchObject({ ...done, before: true });
    expect(await refused(revoke(first.transactionId!))).toBe('already_taken_back');
    const { lines } = await client.accounts.ledger.query({ account: userId });
    expect(lines.map(({ type, amount, refundOf }) => [type, amount, refundOf])).toEqual([
      ['bonus', 30, null],
      ['bonus', 3, null],
      ['bonus', -30, first.transactionId],
    ]);
    expect(await refused(revoke(lines[2]!.transactionId))).toBe('grant_not_found');
    const steps = [];
    for await (const step of await client.audit.run.query({ account: userId })) steps.push(step);
    expect(steps.at(-1)).toMatchObject({ report: { accounts: 1, findings: [] } });
  });

  test('who grants more than a thousand is asked first', async () => {
    const userId = await openUser(admin.services);
    const grant = { account: userId, amount: 1_001, reason: 'goodwill' };
    const asked = await admin.client.accounts.grant.mutate(grant).catch(refusalOf);
    expect(asked).toEqual({ code: 'large_grant', message: expect.stringContaining('nothing was granted') });
    expect(await balanceOf(userId)).toBe(0);
    expect(await admin.client.accounts.grant.mutate({ ...grant, large: true })).toMatchObject({
      amount: 1_001,
    });
    expect(await admin.client.accounts.grant.mutate({ ...grant, amount: 1_000 })).toMatchObject({
      amount: 1_000,
    });
  });

  test('is told of wrong input in the sentences of the API, not in those of a library', async () => {
    const { grant } = admin.client.accounts;
    const wrong = { account: 'user_x', amount: 2_000_000, reason: 'no' };
    expect(await grant.mutate(wrong).catch(refusalOf)).toEqual({
      code: 'validation_failed',
      message:
        '`amount` must be at most 1000000, but 2000000 came. `reason` must have at least 3 characters, but it has 2.',
    });
    const id = await admin.client.accounts.refund.mutate({ id: 'demo_x', reason: 'black' }).catch(refusalOf);
    expect(id).toMatchObject({ message: '`id` must be the id of a transaction or a job.' });
  });

  test('refunds a deduct by transaction or job, once, and exactly what it was', async () => {
    const userId = await livedAccount(admin.services);
    const { lines } = await admin.client.accounts.ledger.query({ account: userId });
    const deducts = lines.filter(({ type }) => type === 'deduct');
    const reason = 'the video was black';
    const refund = (id: string) => admin.client.accounts.refund.mutate({ id, reason });
    expect(await refund(deducts[0]!.transactionId)).toMatchObject({
      type: 'CreditsRefunded',
      amount: 1,
      balanceAfter: 18,
    });
    expect(await refund(deducts[1]!.jobId!)).toMatchObject({ amount: 1, balanceAfter: 19 });
    for (const id of [deducts[0]!.transactionId, deducts[1]!.transactionId, deducts[1]!.jobId!])
      expect(await refused(refund(id))).toBe('already_refunded');
    expect(await refused(refund(lines[0]!.transactionId))).toBe('not_refundable');
    expect(await refused(refund('txn_none'))).toBe('account_not_found');
    const last = (await admin.services.store.readStream(creditStream(userId))).at(-1)!;
    expect(last.metadata).toMatchObject({ actor: 'admin:ada', reason });
    const steps = [];
    for await (const step of await admin.client.audit.run.query({ account: userId })) steps.push(step);
    expect(steps.at(-1)).toMatchObject({ report: { accounts: 1, findings: [] } });
  });
});

describe('jobs', () => {
  test('are listed with what became of them', async () => {
    const userId = await livedAccount(admin.services);
    const list = (more: object) => admin.client.jobs.list.query({ account: userId, ...more });
    expect(await list({})).toHaveLength(14);
    expect(await list({ status: 'failed' })).toMatchObject([
      { error: 'There is no such page.', userId, task: 'demo.generate' },
      { error: 'There is no such page.' },
    ]);
    expect(await list({ status: 'queued', limit: 3 })).toHaveLength(3);
  });

  test('are cancelled like by their owner, with what they cost given back', async () => {
    const { services, client } = admin;
    const userId = await openUser(services, { plan: 'free' });
    const { jobId } = await demo(services, userId, await openProject(services, userId));
    expect(await client.jobs.cancel.mutate({ id: jobId, reason: 'a page that must not be shown' })).toEqual({
      id: jobId,
    });
    expect(await client.jobs.list.query({ account: userId })).toMatchObject([
      { id: jobId, status: 'cancelled' },
    ]);
    const events = await client.log.read.query({ correlation: jobId, after: 0 });
    expect(events.map(({ type }) => type)).toContain('AllowanceReturned');
    expect(events.at(-1)).toMatchObject({ actor: 'admin:ada', reason: 'a page that must not be shown' });
    expect(await refused(client.jobs.cancel.mutate({ id: jobId }))).toBe('job_over');
  });

  test('that came to nothing run again as a new one, those that wait run at once', async () => {
    const { services, client } = admin;
    const userId = await openUser(services, { plan: 'free' });
    const { jobId } = await demo(services, userId, await openProject(services, userId));
    await services.sql`
      update graphile_worker._private_jobs set run_at = now() + interval '1 day', attempts = 3, last_error = 'x' where key = ${jobId}`;
    expect(await client.jobs.retry.mutate({ id: jobId })).toEqual({ id: jobId });
    const [queued] = await services.sql`
      select attempts::int, run_at <= now() as due from graphile_worker.jobs where key = ${jobId}`;
    expect(queued).toEqual({ attempts: 0, due: true });
    await client.jobs.cancel.mutate({ id: jobId });
    const again = await client.jobs.retry.mutate({ id: jobId });
    expect(again.id).not.toBe(jobId);
    expect(await client.jobs.list.query({ account: userId, status: 'queued' })).toMatchObject([
      { id: again.id },
    ]);
  });

  test('of other tasks are ended in the queue', async () => {
    const { services, client } = admin;
    const [job] = await services.sql<{ id: string }[]>`
      select id::text from graphile_worker.add_job('media.remove', '{"prefix": "demos/x/"}'::json, run_at => now() + interval '1 hour')`;
    await client.jobs.cancel.mutate({ id: job!.id });
    const found = (await client.jobs.list.query({ status: 'failed', limit: 100 })).find(
      ({ id }) => id === job!.id,
    );
    expect(found).toMatchObject({ task: 'media.remove', error: 'cancelled by admin:ada' });
    expect(await client.jobs.retry.mutate({ id: job!.id })).toEqual({ id: job!.id });
    expect(await refused(client.jobs.cancel.mutate({ id: '999999999' }))).toBe('job_not_found');
  });
});

describe('read models', () => {
  test('are listed with their versions, and none of them lags', async () => {
    const listed = await admin.client.projections.list.query();
    expect(listed.map(({ name }) => name)).toEqual(projections.map(({ name }) => name));
    for (const one of listed) expect(one).toMatchObject({ mode: 'inline', lag: 0 });
  });

  test('are rebuilt by name with progress, and compared row by row', async () => {
    const { services, client } = admin;
    const userId = await livedAccount(services);
    await services.sql`update credit_accounts set balance = 1000 where user_id = ${userId}`;
    await services.sql`delete from credit_transactions where user_id = ${userId} and type = 'refund'`;
    const verify = async () => {
      const verdicts = [];
      for await (const step of await client.projections.verify.query({ name: null }))
        if (!('progress' in step)) verdicts.push(step);
      return verdicts;
    };
    const differing = (await verify()).filter(({ differences }) => differences!.length > 0);
    expect(differing).toMatchObject([
      {
        projection: 'credit_accounts',
        differences: [
          { rows: [{ key: { user_id: userId }, live: { balance: 1000 }, rebuilt: { balance: 17 } }] },
        ],
      },
      {
        projection: 'credit_transactions',
        differences: [{ rows: [{ live: null, rebuilt: { user_id: userId } }] }],
      },
    ]);
    const steps = [];
    for (const name of ['credit_accounts', 'credit_transactions'])
      for await (const step of await client.projections.rebuild.mutate({ name })) steps.push(step);
    expect(steps.filter((step) => 'progress' in step).length).toBeGreaterThanOrEqual(2);
    const verdicts = await verify();
    expect(verdicts.map(({ projection }) => projection)).toEqual(projections.map(({ name }) => name));
    expect(verdicts.flatMap(({ differences }) => differences)).toEqual([]);
    const unknown = async () => {
      for await (const _ of await client.projections.rebuild.mutate({ name: 'pantry' }));
    };
    expect(await refused(unknown())).toBe('projection_not_found');
  });
});

test('an inner fault says nothing of the inside', async () => {
  const { sql } = admin.services;
  await sql`alter table projections rename to hidden`;
  try {
    const error = await admin.client.projections.list.query().catch((thrown: unknown) => thrown);
    expect(refusalOf(error)).toEqual({
      code: 'internal_error',
      message: expect.stringContaining('log says what'),
    });
    expect(JSON.stringify((error as { shape?: unknown }).shape)).not.toMatch(/relation|stack/);
  } finally {
    await sql`alter table hidden rename to projections`;
  }
});
