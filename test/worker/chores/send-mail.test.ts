import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { askForNotice, askForResetMail, askForVerifyMail } from '../../../src/domain/account-links/tasks.ts';
import { offMailTask } from '../../../src/domain/webhooks/tasks.ts';
import { newId } from '../../../src/ids.ts';
import { type Mailer, openMailer } from '../../../src/mail/index.ts';
import { mailTasks } from '../../../src/worker/chores/send-mail.ts';
import { startWorker, type Worker } from '../../../src/worker/index.ts';
import { queuedJobs } from '../../support/jobs.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { freshCommand, type TestServices, testServices } from '../../support/services.ts';

const password = 'p@ss:word/of the server';
const publicUrl = 'https://showreel.example.com';
let services: TestServices;
let server: MailServer;
let mailer: Mailer;
let worker: Worker;
let folder: string;
let logged = '';

beforeAll(async () => {
  [services, server] = await Promise.all([testServices(), startMailServer(password)]);
  folder = await mkdtemp(join(tmpdir(), 'showreel-mail-'));
  mailer = openMailer({ url: server.url, from: 'Showreel <demos@showreel.example.com>' });
  const write = (line: string) => {
    logged += line;
  };
  const log = pino({ level: 'trace' }, { write });
  worker = await startWorker({
    sql: services.sql,
    databaseUrl: services.database.url,
    dataDir: folder,
    concurrency: 2,
    log,
    tasks: mailTasks(services, mailer, publicUrl),
  });
});
afterEach(() => void server.received.splice(0));
afterAll(async () => {
  await worker.stop();
  mailer.close();
  await Promise.all([server.stop(), services.stop()]);
  await rm(folder, { recursive: true });
});

async function openUser(email = `${newId('user')}@example.com`): Promise<{ userId: string; email: string }> {
  const userId = newId('user');
  await services.sql`insert into auth.users (id, name, email) values (${userId}, 'Ada', ${email})`;
  return { userId, email };
}
const linksOf = (userId: string) => services.sql<{ purpose: string; token_hash: string; sent_to: string }[]>`
  select purpose, token_hash, sent_to from auth.links where user_id = ${userId}`;
const idle = async () => {
  while ((await queuedJobs(services)).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
};

describe('a worker', () => {
  test('mails a link that resets a password, whose token stands nowhere else', async () => {
    const { userId, email } = await openUser();
    await askForResetMail(services, email.toUpperCase());
    const [mail] = await server.arrived(1);
    expect(mail).toMatchObject({
      from: 'demos@showreel.example.com',
      to: [email],
      subject: 'Set a new Showreel password',
      link: expect.stringMatching(/^https:\/\/showreel\.example\.com\/reset-password\?token=[\w-]{43}$/),
    });
    expect(mail!.headers).toMatch(/^From: Showreel <demos@showreel\.example\.com>$/m);
    expect(mail!.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    const token = mail!.link.split('=')[1]!;
    const [link] = await linksOf(userId);
    expect(link).toMatchObject({ purpose: 'reset', sent_to: email });
    expect(link!.token_hash).not.toContain(token);
    const [row] = await services.sql<[{ text: string }]>`
      select (select string_agg(t::text, ' ') from auth.links t) || coalesce(
        (select string_agg(t::text, ' ') from graphile_worker._private_jobs t), '') as text`;
    expect(row.text).not.toContain(token);
    await idle();
    expect(logged).not.toContain(token);
  });

  test('sends nothing where the address has no account', async () => {
    await askForResetMail(services, 'nobody@example.com');
    await idle();
    expect(server.received).toEqual([]);
    expect(logged).not.toContain('nobody@example.com');
  });

  test('mails a link that verifies an address, and none to an address that is verified', async () => {
    const [open, verified] = [await openUser(), await openUser()];
    await services.sql`update auth.users set email_verified = true where id = ${verified.userId}`;
    await askForVerifyMail(services, verified.userId);
    await askForVerifyMail(services, open.userId);
    const mails = await server.arrived(1);
    await idle();
    expect(mails).toMatchObject([
      { to: [open.email], link: expect.stringContaining(`${publicUrl}/verify-email?token=`) },
    ]);
  });

  test('tells the owner that the password was changed, and when', async () => {
    const { userId, email } = await openUser();
    await askForNotice(services, userId);
    const [mail] = await server.arrived(1);
    expect(mail).toMatchObject({
      to: [email],
      subject: 'Your Showreel password was changed',
      link: `${publicUrl}/forgot-password`,
    });
    expect(mail!.body).toContain('10 February 2026 at 12:00 UTC');
  });
});

test('an owner is told that an endpoint was switched off, and why', async () => {
  const { userId, email } = await openUser();
  for (const reason of ['failing', 'gone'])
    await services.store.execute(freshCommand(), (unit) =>
      unit.enqueue({ task: offMailTask, payload: { userId, reason } }),
    );
  const mails = await server.arrived(2);
  for (const mail of mails)
    expect(mail).toMatchObject({
      to: [email],
      subject: 'A Showreel webhook endpoint was switched off',
      link: `${publicUrl}/webhooks`,
    });
  expect(mails.map(({ body }) => /three days|410/.exec(body)?.[0]).sort()).toEqual(['410', 'three days']);
});

describe('a mail server that', () => {
  test('is busy gets the mail a little later, with a link of its own', async () => {
    const { userId, email } = await openUser();
    server.refuseNext(451);
    await askForResetMail(services, email);
    const [mail] = await server.arrived(1);
    expect(mail!.to).toEqual([email]);
    expect(await linksOf(userId)).toHaveLength(2);
  });

  test('refuses the address for good is not asked again', async () => {
    const { userId, email } = await openUser();
    server.refuseNext(550);
    await askForResetMail(services, email);
    await idle();
    expect(server.received).toEqual([]);
    expect(await linksOf(userId)).toHaveLength(1);
    const [line] = logged.split('\n').filter((one) => one.includes(userId) && one.includes('mail not sent'));
    expect(JSON.parse(line!)).toMatchObject({ level: 50, err: { message: expect.stringContaining('550') } });
  });

  test('refuses our own password is asked again, and neither log nor queue learns that password', async () => {
    const { email } = await openUser();
    const wrong = openMailer({ url: server.url.replace('p%40ss', 'wrong'), from: 'demos@example.com' });
    const letter = { subject: 'x', text: 'x', html: 'x' };
    const error = await wrong.send(email, letter).catch((thrown: Error) => thrown);
    wrong.close();
    expect(error).toMatchObject({ name: 'Error', message: expect.stringContaining('EAUTH 535') });
    expect(String((error as Error).stack)).not.toMatch(/wrong%3Aword|wrong:word|of the server/);
    expect(logged).not.toContain('of the server');
  });
});

test('nothing is sent without TLS to a server that is not called loopback, unless its address says so', async () => {
  // 0.0.0.0 reaches this machine too, but it is none of the names of loopback.
  const url = server.url.replace('127.0.0.1', '0.0.0.0');
  const letter = { subject: 'x', text: 'x', html: 'x' };
  const strict = openMailer({ url, from: 'a@example.com' });
  await expect(strict.send('b@example.com', letter)).rejects.toThrow(/did not take the mail \(ETLS/);
  strict.close();
  expect(server.received).toEqual([]);
  const lax = openMailer({ url: `${url}?requireTLS=false`, from: 'a@example.com' });
  await lax.send('b@example.com', letter);
  lax.close();
  expect(server.received).toHaveLength(1);
});

test('nothing that was logged names a reader', () => expect(logged).not.toMatch(/@example\.com/));
