import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startService, type TestService } from './service.ts';

const publicUrl = 'https://showreel.example.com';
let mails: MailServer;
let service: TestService;
let port: number;
beforeAll(async () => {
  [mails, port] = await Promise.all([startMailServer('the password of the mail server'), freePort()]);
  service = await startService({
    role: 'all',
    settings: {
      PORT: String(port),
      SHOWREEL_SMTP_URL: mails.url,
      SHOWREEL_SMTP_FROM: 'Showreel <demos@showreel.example.com>',
      SHOWREEL_PUBLIC_URL: publicUrl,
      SHOWREEL_RATE_LIMITS: 'true',
    },
  });
});
afterAll(async () => {
  await service?.stop();
  await mails?.stop();
});

/** The service calls itself by its public address, so it cannot say which port it took. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a service with a mail server verifies an address and sets a new password by what it mails', async () => {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const email = 'ada@example.com';
  const tokenOf = (link: string, page: string) => {
    expect(link.startsWith(`${publicUrl}${page}?token=`)).toBe(true);
    return link.split('=')[1]!;
  };
  // The service is reached by its public address, so that known passwords are refused.
  expect((await post('sign-up/email', { email, password: 'password1' })).status).toBe(400);
  expect((await post('sign-up/email', { email, password: 'a long password' })).status).toBe(200);
  const [greeting] = await mails.arrived(1);
  expect((await post('verify-email', { token: tokenOf(greeting!.link, '/verify-email') })).status).toBe(200);
  expect((await post('request-password-reset', { email })).status).toBe(200);
  const [, reset] = await mails.arrived(2);
  const token = tokenOf(reset!.link, '/reset-password');
  expect((await post('reset-password', { token, newPassword: 'another long password' })).status).toBe(200);
  expect((await mails.arrived(3))[2]!.subject).toBe('Your Showreel password was changed');
  expect((await post('sign-in/email', { email, password: 'a long password' })).status).toBe(401);
  expect((await post('sign-in/email', { email, password: 'another long password' })).status).toBe(200);
  const [row] = await service.database.sql<[{ verified: boolean }]>`
    select email_verified as verified from auth.users where email = ${email}`;
  expect(row.verified).toBe(true);
});
