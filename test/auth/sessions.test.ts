import { randomBytes } from 'node:crypto';
import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { optionsOf } from '../../src/auth/better-auth.ts';
import { type Auth, openAuth } from '../../src/auth/index.ts';
import { openPool } from '../../src/auth/pool.ts';
import { openOwnerAccount } from '../../src/domain/sign-up/owner.ts';
import { createLogger } from '../../src/log.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { testServices } from '../support/services.ts';

const log = createLogger('silent');
const visitor = { https: false, cookie: undefined, userAgent: undefined };
let api: TestApi;
let auth: Auth;
let databaseUrl: string;

beforeAll(async () => {
  api = await startApi();
  const { host, port, database, user, pass } = api.services.sql.options;
  databaseUrl = `postgres://${user}:${pass ?? ''}@${host[0]}:${port[0]}/${database}`;
  const secret = api.services.secrets.sign('sessions', 'better-auth');
  auth = openAuth({ sql: api.services.sql, databaseUrl, secrets: () => [secret], log });
});
afterAll(async () => {
  await auth.close();
  await api.stop();
});

const factsOf = (userId: string) => api.services.sql<{ stream: string; type: string }[]>`
  select stream, type from events where data ->> 'userId' = ${userId} order by position`;

test('the tables of the migrations are the ones that better-auth wants', async () => {
  const pool = openPool(databaseUrl, log);
  const { toBeCreated, toBeAdded } = await getMigrations(
    optionsOf({ pool, secret: 'x'.repeat(32), log }, false),
  );
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  await pool.end();
});

test('a user whose sign-up was cut off before the account gets one at the first use, once in all processes', async () => {
  const second = await api.second();
  // This is what is there when the process dies between sign-up and account.
  const signed = await auth.signUp({ email: 'cut@example.com', password: 'long enough' }, visitor);
  const { id } = signed.body.user;
  expect(await factsOf(id)).toEqual([]);
  const cookie = signed.setCookies[0]!.split(';', 1)[0]!;
  const uses = [api.baseUrl, second.baseUrl].flatMap((baseUrl) =>
    Array.from({ length: 8 }, () => fetch(`${baseUrl}/api/v1/usage`, { headers: { cookie } })),
  );
  const statuses = (await Promise.all(uses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([...(await factsOf(id))]).toEqual([
    { stream: `account-${id}`, type: 'AccountOpened' },
    { stream: expect.stringContaining(id), type: 'CreditAccountOpened' },
  ]);
  await second.stop();
});

test('a sign-up whose database connection is cut is a 503, leaves nothing, and can be repeated', async () => {
  const { sql } = api.services;
  await sql.unsafe(`
    create function cut() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger cut before insert on auth.credentials for each row execute function cut();`);
  const body = { email: 'twice@example.com', password: 'long enough' };
  const signUp = () => api.request('POST', '/api/auth/sign-up/email', { key: null, body });
  expect(await signUp()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await sql`select from auth.users where email = ${body.email}`).toHaveLength(0);
  await sql.unsafe('drop trigger cut on auth.credentials; drop function cut;');
  expect((await signUp()).status).toBe(200);
});

test('connections that are cut while they are idle do no harm', async () => {
  const { sql } = api.services;
  const { email, password } = await api.signUp();
  // This waits until the connections have ended. One that ended later could be cut in the middle of the second request.
  const cut = await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'showreel-auth' and datname = current_database()`;
  expect(cut.length).toBeGreaterThan(0);
  const signIn = await api.request('POST', '/api/auth/sign-in/email', {
    key: null,
    body: { email, password },
  });
  expect([200, 503]).toContain(signIn.status);
  expect((await api.signUp()).userId).toMatch(/^user_/);
});

test('neither a password nor a whole cookie is in the database', async () => {
  const user = await api.signUp();
  const [row] = await api.services.sql<[{ text: string }]>`
    select (select string_agg(t::text, '') from auth.users t) || (select string_agg(t::text, '') from auth.sessions t)
      || (select string_agg(t::text, '') from auth.credentials t) as text`;
  const [token, signature] = decodeURIComponent(user.cookie.split('=').slice(1).join('=')).split('.');
  expect(row.text).toContain(token);
  expect(row.text).not.toContain(signature);
  expect(row.text).not.toContain(user.password);
});

test('where the first start dies before the account, the owner signs in with the password that a later start shows', async () => {
  const fresh = await testServices();
  const died = { execute: () => Promise.reject(new Error('the process died here')) };
  const store = { ...fresh.store, ...died };
  await expect(openOwnerAccount({ ...fresh, store })).rejects.toThrow('died');
  const owner = await openOwnerAccount(fresh);
  const { email, password, userId } = owner;
  const its = openAuth({
    sql: fresh.sql,
    databaseUrl: fresh.database.url,
    log,
    secrets: () => ['x'.repeat(32)],
  });
  expect(await its.signIn({ email, password }, visitor)).toMatchObject({ body: { user: { id: userId } } });
  // Once there is an account, its password cannot be changed in this way.
  await expect(openOwnerAccount(fresh)).rejects.toMatchObject({ code: 'account_exists' });
  expect(await its.signIn({ email, password }, visitor)).toMatchObject({ body: { user: { id: userId } } });
  await its.close();
  await fresh.stop();
});

test('expired sessions of a user are removed when the user signs in', async () => {
  const { sql } = api.services;
  const { userId, email, password } = await api.signUp();
  await sql`update auth.sessions set expires_at = now() - interval '1 second' where user_id = ${userId}`;
  await auth.signIn({ email, password }, visitor);
  const left = await sql`select expires_at > now() as good from auth.sessions where user_id = ${userId}`;
  expect([...left]).toEqual([{ good: true }]);
});

test('a session that was signed with another secret is refused', async () => {
  const { sql } = api.services;
  const secret = randomBytes(32).toString('hex');
  const other = openAuth({ sql, databaseUrl, secrets: () => [secret], log });
  const { cookie } = await api.signUp();
  expect(await other.findSession({ ...visitor, cookie })).toBeNull();
  expect(await auth.findSession({ ...visitor, cookie })).toMatchObject({ user: { name: 'Somebody' } });
  expect(await auth.findSession({ ...visitor, cookie: 'theme=dark' })).toBeUndefined();
  await other.close();
});

test('a session goes on after a new secret as long as its own is known, and a new session is signed with the new one', async () => {
  const { sql, secrets } = api.services;
  const [old, fresh] = [secrets.sign('sessions', 'better-auth'), randomBytes(32).toString('hex')];
  let known: [string, ...string[]] = [old];
  const its = openAuth({ sql, databaseUrl, secrets: () => known, log });
  const { cookie, email, password, userId } = await api.signUp();
  known = [fresh, old];
  expect(await its.findSession({ ...visitor, cookie })).toMatchObject({ user: { id: userId } });
  await its.checkPassword(password, { ...visitor, cookie });

  const signed = await its.signIn({ email, password }, visitor);
  const newCookie = signed.setCookies[0]!.split(';', 1)[0]!;
  known = [fresh];
  expect(await its.findSession({ ...visitor, cookie: newCookie })).toMatchObject({ user: { id: userId } });
  await its.checkPassword(password, { ...visitor, cookie: newCookie });
  expect(await its.findSession({ ...visitor, cookie })).toBeNull();
  await its.close();
});
