import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditStream } from '../../src/domain/credits/events.ts';
import { noteMachine } from '../../src/domain/machines.ts';
import { livedAccount } from '../admin/ledgers.ts';
import { type TestAdmin, testAdmin } from '../admin/serving.ts';
import { flipByte, tamper } from '../admin/tampering.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { openUser } from '../support/services.ts';

const program = join(import.meta.dirname, '../../scripts/showreel');
let admin: TestAdmin;
let userId: string;
let emptyDir: string;
beforeAll(async () => {
  admin = await testAdmin();
  userId = await livedAccount(admin.services);
  emptyDir = await mkdtemp(join(tmpdir(), 'showreel-cli-'));
});
afterAll(async () => {
  await admin.stop();
  await rm(emptyDir, { recursive: true, force: true });
});

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `showreel admin …` as an operator does. */
function showreel(args: string[], settings: Record<string, string> = {}): Promise<Ran> {
  const env = {
    ...childEnvironment,
    SHOWREEL_DATA_DIR: emptyDir,
    SHOWREEL_ADMIN_URL: admin.url,
    SHOWREEL_ADMIN_TOKEN: admin.token,
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(program, ['admin', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
const json = async (args: string[]) => JSON.parse((await showreel([...args, '--json'])).stdout);

describe('showreel admin', () => {
  test('lists its commands, and exits with 2 on wrong usage', async () => {
    const help = await showreel(['help']);
    expect(help.code).toBe(0);
    for (const name of [
      'find',
      'ledger',
      'balance',
      'replay',
      'audit',
      'grant',
      'refund',
      'log',
      'jobs',
      'machines',
      'operators',
      'projections',
      'heads',
      'seal',
    ])
      expect(help.stdout).toContain(`  ${name} `);
    for (const args of [
      ['dance'],
      ['audit', '--bogus'],
      ['grant', userId],
      ['balance', userId, '--at', 'noon'],
      ['jobs', 'eat'],
    ]) {
      const ran = await showreel(args);
      expect([args, ran.code, ran.stdout]).toEqual([args, 2, '']);
      expect(ran.stderr).not.toContain('    at ');
    }
    expect(await showreel(['audit', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--user'),
    });
  });

  test('says in a sentence that it was refused, that nothing answers, or that no admin is known', async () => {
    const refused = await showreel(['find', 'x'], { SHOWREEL_ADMIN_TOKEN: 'x'.repeat(32) });
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The admin credential is missing or wrong. (unauthorized)\n',
    });
    const gone = await showreel(['find', 'x', '--url', 'http://127.0.0.1:1']);
    expect(gone).toMatchObject({ code: 1, stderr: 'The admin does not answer. Is the service running?\n' });
    const unknown = await showreel(['find', 'x'], { SHOWREEL_ADMIN_URL: '', SHOWREEL_ADMIN_TOKEN: '' });
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No admin is known here.') });
  });

  test('takes address and credential from the data folder, and sends that credential to no other address', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'showreel-cli-'));
    await writeFile(join(dataDir, 'admin.json'), JSON.stringify({ url: admin.url, token: admin.token }));
    const settings = { SHOWREEL_DATA_DIR: dataDir, SHOWREEL_ADMIN_URL: '', SHOWREEL_ADMIN_TOKEN: '' };
    expect((await showreel(['find', userId], settings)).stdout).toContain(`${userId}@example.com`);
    const other = await showreel(['find', userId, '--url', 'http://127.0.0.1:1'], settings);
    expect(other.stderr).toContain('No admin is known here.');
    await rm(dataDir, { recursive: true });
  });

  test('finds an account, shows its ledger and replays it, as text and as JSON', async () => {
    expect((await showreel(['find', userId])).stdout).toMatch(/^user +e-mail +plan +balance/);
    expect((await json(['find', userId]))[0]).toMatchObject({ userId, balance: 17 });
    expect(await showreel(['find', 'nobody-at-all'])).toMatchObject({ code: 1 });
    expect((await showreel(['find'])).stdout).toContain(userId);
    expect(await json(['find', '--limit', '1'])).toHaveLength(1);
    const ledger = await showreel(['ledger', userId]);
    expect(ledger.stdout.trim().split('\n')).toHaveLength(7);
    expect(ledger.stdout).toMatch(/deduct +-1 +16 +txn_/);
    const replay = await showreel(['replay', userId]);
    expect(replay.code).toBe(0);
    expect(replay.stdout.trim().split('\n')).toHaveLength(21);
    expect(replay.stdout).toContain('19 events, all in order.');
    expect(await json(['replay', userId])).toHaveLength(19);
    expect((await showreel(['balance', userId, '--at', '2026-01-01'])).stdout).toMatch(
      /^0 credits at 2026-01-01T00/,
    );
  });

  test('makes a link that sets a new password, and writes down who did it and why', async () => {
    const user = await openUser(admin.services);
    const link = ['password-link', user, '--reason', 'called, ticket 7', '--operator', 'Grace H.'];
    expect(await showreel(link)).toMatchObject({ code: 1, stderr: 'No such account. (account_not_found)\n' });
    await admin.services.sql`
      insert into auth.users (id, name, email) values (${user}, 'Ada', ${`${user}@example.com`})`;
    const made = await showreel(link);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [url, note] = made.stdout.split('\n');
    expect(url).toMatch(/^https:\/\/showreel\.example\.com\/reset-password\?token=[\w-]{43}$/);
    expect(note).toBe('It works once, until 2026-02-11T12:00:00.000Z.');
    const events = await json(['log', '--stream', `account-${user}`, '--type', 'PasswordLinkIssued']);
    expect(events).toMatchObject([{ actor: 'admin:Grace H.', reason: 'called, ticket 7' }]);
    expect(JSON.stringify(events)).not.toContain(url!.split('=')[1]);
    expect(await showreel(['password-link', user])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--reason'),
    });
  });

  test('lets an account into the operator’s area by its whole address, and puts it out', async () => {
    const user = await openUser(admin.services);
    const email = `${user}@example.com`;
    const appoint = (account: string) => [
      ...['operators', 'appoint', account, '--reason', 'joined support'],
      ...['--operator', 'Grace H.'],
    ];
    expect(await showreel(appoint(user.slice(5)))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(account_not_exact)'),
    });
    expect((await showreel(['operators'])).stdout).toBe('There is no operator.\n');
    expect((await showreel(appoint(email.toUpperCase()))).stdout).toBe(
      `${email} (${user}) is an operator.\n`,
    );
    expect((await showreel(appoint(user))).code).toBe(0);
    expect(await json(['operators'])).toMatchObject([{ userId: user, email, appointedBy: 'admin:Grace H.' }]);
    const dismiss = ['operators', 'dismiss', user, '--reason', 'left'];
    expect((await showreel(dismiss)).stdout).toBe(`${email} (${user}) is no operator any more.\n`);
    expect(await json(['operators'])).toEqual([]);
    expect(await showreel(['operators', 'appoint'])).toMatchObject({ code: 2 });
  });

  test('grants and refunds in the operator’s name', async () => {
    const user = await openUser(admin.services);
    const granted = await showreel(['grant', user, '5', '--reason', 'goodwill', '--operator', 'Grace H.']);
    expect(granted).toEqual({ code: 0, stdout: `${user}: +5 credits, balance 5\n`, stderr: '' });
    const [event] = await json(['log', '--stream', creditStream(user), '--type', 'CreditsGranted']);
    const since = ['--from', '2026-02-10T12:00:00Z', '--until', '2026-02-11'];
    expect((await json(['log', '--account', user, '--type', 'CreditsGranted', ...since]))[0]).toEqual(event);
    expect(await json(['log', '--account', user, '--until', '2026-02-10'])).toEqual([]);
    expect(event).toMatchObject({ actor: 'admin:Grace H.', reason: 'goodwill' });
    expect(await showreel(['grant', user, '5'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--reason'),
    });
    const large = ['grant', user, '1000000', '--reason', 'a slip'];
    expect(await showreel(large)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^1,000,000 credits for user_\w+ are more than 1,000 at once.*--large/),
    });
    expect(await showreel(['grant', user, '-5', '--reason', 'a slip'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Expected a whole number without a sign, got "-5".'),
    });
    expect((await showreel([...large, '--large'])).stdout).toBe(
      `${user}: +1000000 credits, balance 1000005\n`,
    );
    const [, grant] = (await json(['ledger', user])).lines;
    const revoke = ['revoke', grant.transactionId, '--reason', 'a slip'];
    expect(await showreel(revoke)).toEqual({
      code: 0,
      stdout: `${user}: -1000000 credits, balance 5\n`,
      stderr: '',
    });
    expect(await showreel(revoke)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(already_taken_back)'),
    });
    const deduct = (await json(['ledger', userId])).lines.find(
      ({ type }: { type: string }) => type === 'deduct',
    );
    const refund = ['refund', deduct.transactionId, '--reason', 'black video'];
    expect((await showreel(refund)).stdout).toBe(`${userId}: +1 credits, balance 18\n`);
    expect(await showreel(refund)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(already_refunded)'),
    });
  });

  test('lists, retries and cancels jobs', async () => {
    const [job] = await json(['jobs', '--user', userId, '--status', 'queued', '--limit', '1']);
    expect((await showreel(['jobs', 'retry', job.id])).stdout).toBe(
      `${job.id} runs as soon as a worker is free.\n`,
    );
    expect((await showreel(['jobs', 'cancel', job.id])).stdout).toBe(`${job.id} is cancelled.\n`);
    expect((await showreel(['jobs', '--user', userId, '--status', 'cancelled'])).stdout).toContain(job.id);
  });

  test('rebuilds read models with progress, and names the rows that differ from the log', async () => {
    expect((await showreel(['projections'])).stdout).toMatch(/credit_accounts +1 +inline +0/);
    expect(await showreel(['replay', '--verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('demos: equals the log'),
    });
    const { sql } = admin.services;
    await sql`update credit_accounts set balance = balance + 1 where user_id = ${userId}`;
    const verified = await showreel(['replay', '--verify', 'credit_accounts']);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(
      new RegExp(`credit_accounts ${userId} balance is (\\d+), the log says \\d+`),
    );
    const rebuilt = await showreel(['projections', 'rebuild', 'credit_accounts', 'demos']);
    expect(rebuilt.stdout).toMatch(/^credit_accounts: built anew from \d+ events\.\ndemos: built anew/);
    expect(rebuilt.stderr).toMatch(/rebuilding demos: 100 %/);
    expect((await showreel(['projections', 'verify'])).code).toBe(0);
  });

  test('shows how machines confine what they run, and exits with 1 where something is off', async () => {
    expect(await showreel(['machines'])).toMatchObject({ code: 0, stdout: 'No worker has started yet.\n' });
    const { sql, clock } = admin.services;
    const on = { part: 'browser', state: 'a user of its own (64611), namespaces on', off: [] };
    await noteMachine(sql, 'one', [on], clock.now());
    expect(await showreel(['machines'])).toMatchObject({
      code: 0,
      stdout: `one, ${clock.now().toISOString()}\n  browser: ${on.state}\n`,
    });
    const off = { part: 'ffmpeg', state: 'as the user of the service', off: ['install bubblewrap'] };
    await noteMachine(sql, 'one', [on, off], clock.now());
    expect(await showreel(['machines'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('  ffmpeg: as the user of the service\n    OFF: install bubblewrap\n'),
    });
    expect(await json(['machines'])).toMatchObject([{ host: 'one', isolation: [on, off] }]);
  });

  test('writes head files, audits, and exits with 1 naming the first bad version', async () => {
    const exported = (await showreel(['heads', 'export'])).stdout;
    expect(exported).toMatch(/^\/.+\/audit\/heads\/2026-02-10\.json: 2 chains\n$/);
    expect(await readFile(exported.split(': ')[0]!, 'utf8')).toContain('"date":"2026-02-10"');
    expect((await showreel(['heads', 'export'])).stdout).toBe('Today’s file was written already.\n');
    expect((await showreel(['heads'])).stdout).toContain('audit/heads/2026-02-10.json');
    expect((await showreel(['audit', '--all'])).stdout).toContain('The log is not sealed yet.');
    expect((await showreel(['seal'])).stdout).toMatch(
      /^Sealed \d+ new events\. Seal file 1 ends at position \d+, SHA-256 [0-9a-f]{64}\n$/,
    );
    const fine = await showreel(['audit', '--all']);
    expect(fine.code).toBe(0);
    expect(fine.stdout).toMatch(
      /\n\d+ events of all streams held against 1 seal file, since .*\n\d+ events of them older/,
    );
    expect(fine.stdout).toMatch(
      /^2 accounts with \d+ events, held against 1 head file: everything is in order\./,
    );
    const stream = creditStream(userId);
    await tamper(admin.services.sql, flipByte(stream, 14, '"amount": -1', '"amount": -9'));
    for (const args of [
      ['audit', '--all'],
      ['audit', '--user', userId],
      ['audit', '--user', `${userId}@example.com`],
      ['audit'],
    ]) {
      const bad = await showreel(args);
      expect(bad.code).toBe(1);
      expect(bad.stdout).toMatch(new RegExp(`${userId} +14 +chain +its hash does not match`));
      expect(bad.stdout).toMatch(/in 1 account\./);
    }
    expect((await json(['audit'])).findings[0]).toMatchObject({ userId, version: 14, rule: 'chain' });
    expect(await showreel(['replay', userId])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('▲'),
    });
  });

  test('texts of users cannot move the operator’s cursor', async () => {
    const user = await openUser(admin.services);
    await showreel(['grant', user, '1', '--reason', 'evil \u001b[2J\u202e text']);
    const { stdout } = await showreel(['ledger', user]);
    expect(stdout).toContain('evil ·[2J· text');
    expect(stdout).not.toContain('\u001b');
  });

  test('deletes an account that is named as a whole, with the reason, and leaves its ledger', async () => {
    const user = await openUser(admin.services, { credits: 4 });
    const remove = (account: string) =>
      showreel(['delete', account, '--reason', 'asked by mail', '--operator', 'Grace H.']);
    expect(await remove(user.slice(5))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(account_not_exact)'),
    });
    expect((await remove(user)).stdout).toMatch(`${user} (${user}@example.com) is deleted.`);
    const events = await json(['log', '--stream', `account-${user}`, '--type', 'AccountDeleted']);
    expect(events).toMatchObject([{ actor: 'admin:Grace H.', reason: 'asked by mail' }]);
    const opened = await json(['log', '--stream', `account-${user}`, '--type', 'AccountOpened']);
    expect(opened).toMatchObject([
      { schemaVersion: 1, data: { userId: user, email: '', plan: 'unlimited' } },
    ]);
    expect(opened[0].data).not.toHaveProperty('$sealed');
    expect((await showreel(['audit', '--user', user])).code).toBe(0);
    // Once more goes on with whatever the first time has left.
    expect((await remove(user)).code).toBe(0);
  });
});
