/**
 * Users and their sessions: people sign in with an email address and a password. better-auth does the work, in the database
 * schema `auth`. Only the API imports this room. It knows nothing of accounts, routes or requests, and uses no other table.
 */
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';
import type { AuthUser, PasswordChange, SignInInput, SignUpInput } from './better-auth.ts';
import { type CookieSecrets, createCookieReader } from './cookie.ts';
import { inOurWords } from './faults.ts';
import { createPlaces, type Place } from './places.ts';
import { openPool } from './pool.ts';
import {
  endSession,
  findSession,
  type ListedSession,
  listSessions,
  revokeSessions,
  type Session,
  sweepSessions,
} from './sessions.ts';

export type { AuthUser, PasswordChange, SignInInput, SignUpInput } from './better-auth.ts';
export type { Place } from './places.ts';
export type { ListedSession, Session } from './sessions.ts';

export interface AuthParts {
  sql: Sql;
  /** better-auth opens a few connections of its own. */
  databaseUrl: string;
  /** Sign the cookies. Whoever has a cookie of an older one stays signed in as long as it is among them. */
  secrets: CookieSecrets;
  log: Logger;
}

/** The parts of a request that sessions need. */
export interface Visitor {
  /** Whether the browser uses https. Only then is the cookie's prefix `__Secure-`. */
  https: boolean;
  cookie: string | undefined;
  userAgent: string | undefined;
  /** A new session is noted as coming from there. */
  place?: Place;
}

/** An answer with the cookies to set. */
export interface SignedAnswer<Body> {
  body: Body;
  setCookies: string[];
}

export interface Auth {
  /**
   * Creates a user and signs them in.
   * @throws AppError `email_taken` (409) where the address already belongs to a user.
   */
  signUp(input: SignUpInput, visitor: Visitor): Promise<SignedAnswer<{ user: AuthUser }>>;
  /** @throws AppError `invalid_credentials` (401), the same for an unknown address as for a wrong password. */
  signIn(input: SignInInput, visitor: Visitor): Promise<SignedAnswer<{ user: AuthUser }>>;
  /**
   * Changes the password of the signed-in user. Their other sessions end, and this session continues with a new cookie.
   * @throws AppError `wrong_password` (400) where the current password is wrong.
   */
  changePassword(input: PasswordChange, visitor: Visitor): Promise<SignedAnswer<{ success: true }>>;
  /** @throws AppError `wrong_password` (400) where it is not the password of the signed-in user. */
  checkPassword(password: string, visitor: Visitor): Promise<void>;
  /** Ends the session in every process at once. Without a session nothing happens. */
  signOut(visitor: Visitor): Promise<SignedAnswer<{ success: true }>>;
  /** The session of the cookie; `undefined` without a cookie, null where the cookie is forged or its session has ended. */
  findSession(visitor: Visitor): Promise<Session | null | undefined>;
  /** The user's sessions that are alive, the last used first. */
  listSessions(userId: string): Promise<ListedSession[]>;
  /** Ends one session of a user, or all except one. @returns the ids of those that were alive */
  revokeSessions(userId: string, which: { id: string } | { allBut: string }): Promise<string[]>;
  /** Whether somebody has signed in to this account from there in the last 90 days. */
  knowsPlace(email: string, place: Place): Promise<boolean>;
  /** As if this user had just signed in from there. */
  trustPlace(userId: string, place: Place): Promise<void>;
  close(): Promise<void>;
}

/** The pool connects when it is first used. */
export function openAuth(parts: AuthParts): Auth {
  const { sql, secrets, log } = parts;
  const pool = openPool(parts.databaseUrl, log);
  const readCookie = createCookieReader(secrets);
  const readToken = (visitor: Pick<Visitor, 'https' | 'cookie'>) => {
    const read = readCookie(visitor);
    return read ? read.token : read;
  };
  const places = createPlaces(sql, secrets);
  // The library takes 0.4 s to load. A worker never needs it, and a start does not wait for it. It knows one secret at a time.
  const loading = new Map<string, Promise<BetterAuth>>();
  const loadedFor = (visitor: Visitor) => {
    const secret = readCookie(visitor)?.secret ?? secrets()[0];
    const library =
      loading.get(secret) ??
      import('./better-auth.ts').then(({ createBetterAuth }) => createBetterAuth({ pool, secret, log }));
    loading.set(secret, library);
    return library;
  };
  /** @param email of a sign-up. */
  const ask = async <Body>(
    visitor: Visitor,
    call: Call<Body>,
    email?: string,
  ): Promise<SignedAnswer<Body>> => {
    try {
      const { api } = (await loadedFor(visitor))(visitor.https);
      const answered = await call(api, { headers: headersOf(visitor), returnHeaders: true });
      return { body: answered.response, setCookies: answered.headers?.getSetCookie() ?? [] };
    } catch (thrown) {
      throw await inOurWords(thrown, { sql, email });
    }
  };
  /** Called with the answer that begins a session. */
  const began = async (signed: SignedAnswer<{ user: AuthUser }>, { https, place }: Visitor) => {
    const tokens = signed.setCookies.map((cookie) => readToken({ https, cookie: cookie.split(';', 1)[0] }));
    const token = tokens.find((one) => typeof one === 'string');
    if (!place || !token) return;
    await Promise.all([places.note(token, place), places.trust(signed.body.user.id, place)]);
  };
  return {
    async signUp({ name, ...input }, visitor) {
      const body = { name: name ?? input.email.split('@', 1)[0]!, ...input };
      const signed = await ask(visitor, (api, given) => api.signUpEmail({ body, ...given }), input.email);
      await began(signed, visitor);
      return { ...signed, body: { user: signed.body.user } };
    },
    async signIn(body, visitor) {
      const signed = await ask(visitor, (api, given) => api.signInEmail({ body, ...given }));
      await Promise.all([sweepSessions(sql), began(signed, visitor)]);
      return { ...signed, body: { user: signed.body.user } };
    },
    async changePassword(change, visitor) {
      const body = { ...change, revokeOtherSessions: true };
      const signed = await ask(visitor, (api, given) => api.changePassword({ body, ...given }));
      await began(signed, visitor);
      return { ...signed, body: { success: true } };
    },
    async checkPassword(password, visitor) {
      await ask(visitor, (api, given) => api.verifyPassword({ body: { password }, ...given }));
    },
    async signOut(visitor) {
      const token = readToken(visitor);
      // The session is deleted here, since better-auth reports success even where it cannot reach the database.
      if (typeof token === 'string') await endSession(sql, token);
      const signed = await ask(visitor, (api, given) => api.signOut(given));
      return { ...signed, body: { success: true } };
    },
    async findSession(visitor) {
      const token = readToken(visitor);
      return typeof token === 'string' ? findSession(sql, token) : token;
    },
    listSessions: (userId) => listSessions(sql, userId),
    revokeSessions: (userId, which) => revokeSessions(sql, userId, which),
    knowsPlace: places.knows,
    trustPlace: places.trust,
    close: () => pool.end(),
  };
}

type BetterAuth = ReturnType<typeof import('./better-auth.ts')['createBetterAuth']>;

/** A call of one better-auth function. Its answer comes with the headers that the library would set. */
type Call<Response> = (
  api: ReturnType<BetterAuth>['api'],
  given: { headers: Headers; returnHeaders: true },
) => Promise<{ headers: Headers | null; response: Response }>;

function headersOf({ cookie, userAgent }: Visitor): Headers {
  const headers = new Headers();
  if (cookie !== undefined) headers.set('Cookie', cookie);
  if (userAgent !== undefined) headers.set('User-Agent', userAgent.slice(0, 500));
  return headers;
}
