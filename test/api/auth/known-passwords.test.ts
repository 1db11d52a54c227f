import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { hashPassword } from '../../../src/domain/sign-up/password.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ config: { signIn: { refusesKnownPasswords: true } } });
});
afterAll(() => api.stop());

let number = 0;
const signUp = (password: string, given: object = {}) =>
  api.request('POST', '/api/auth/sign-up/email', {
    key: null,
    body: { email: `somebody${number++}@example.com`, password, ...given },
  });
const refused = (field = '`password`') => ({
  status: 400,
  body: { code: 'known_password', error: expect.stringContaining(field) },
});

describe('where known passwords are refused', () => {
  test.each(['password', '12345678', 'Password1', 'QWERTYUIOP', 'iloveyou', 'password123', ' letmein1 '])(
    'nobody signs up with %j',
    async (password) => {
      const answer = await signUp(password);
      expect(answer).toMatchObject(refused());
      if (password !== 'password') expect(answer.text).not.toContain(password);
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );

  test.each([
    'correct horse battery staple',
    'correct horse battery',
    'Passw0rd!123',
    'supersecret1',
    'Password123!',
    'a long password',
    'long enough',
    'hunter2hunter2',
    'xK9-4mTq',
    '🔑🔑🔑🔑🔑🔑🔑🔑',
  ])('%j is accepted: only what is on the list is refused', async (password) =>
    expect((await signUp(password)).status).toBe(200),
  );

  test('nor with their own name or address, in whatever case', async () => {
    const own = { email: 'Ada.Lovelace@example.com', name: 'Ada Lovelace' };
    for (const password of ['ada.lovelace', 'ADA.lovelace@example.com', 'ada lovelace'])
      expect(await signUp(password, own)).toMatchObject(refused());
    expect((await signUp('ada.lovelace.1', own)).status).toBe(200);
  });

  test('nor is a password changed to one', async () => {
    const user = await api.signUp();
    const change = { currentPassword: user.password, newPassword: 'password1' };
    const answer = await user.request('POST', '/api/auth/change-password', { body: change });
    expect(answer).toMatchObject(refused('`newPassword`'));
    expect((await user.request('GET', '/api/v1/usage')).status).toBe(200);
  });

  test('an account that has one from before signs in', async () => {
    const before = await signUp('an old password');
    const { id } = (before.body as unknown as { user: { id: string } }).user;
    // As if `password1` had been accepted when this account was opened.
    await api.services.sql`
      update auth.credentials set password = ${await hashPassword('password1')} where user_id = ${id}`;
    const { email } = (before.body as unknown as { user: { email: string } }).user;
    const body = { email, password: 'password1' };
    expect((await api.request('POST', '/api/auth/sign-in/email', { key: null, body })).status).toBe(200);
  });
});

test('they are refused where other machines reach the service, unless the settings say otherwise', () => {
  const refuses = (env: NodeJS.ProcessEnv) => readConfig(env).signIn.refusesKnownPasswords;
  expect(refuses({})).toBe(false);
  expect(refuses({ HOST: '::1', SHOWREEL_PUBLIC_URL: 'http://localhost:3000' })).toBe(false);
  expect(refuses({ HOST: '0.0.0.0' })).toBe(true);
  expect(refuses({ SHOWREEL_PUBLIC_URL: 'https://demos.example.com' })).toBe(true);
  expect(refuses({ SHOWREEL_KNOWN_PASSWORDS: 'refuse' })).toBe(true);
  expect(refuses({ HOST: '0.0.0.0', SHOWREEL_KNOWN_PASSWORDS: 'accept' })).toBe(false);
});
