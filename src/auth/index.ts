/**
 * Sessions: people who sign in with an email address and a password, by better-auth, in the database schema `auth`. The API
 * comes in; it knows nothing of accounts, routes or requests, and touches no other table.
 */
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';
import type { AuthUser, PasswordChange, SignInInput, SignUpInput } from './better-auth.ts';
import { createCookieReader } from './cookie.ts';
import { inOurWords } from './faults.ts';
import { openPool } from './pool.ts';
import { endSession, findSession, type Session, sweepSessions } from './sessions.ts';

export type { AuthUser, SignInInput, SignUpInput } from './better-auth.ts';
export type { Session } from './sessions.ts';

export interface AuthParts {
  sql: Sql;
  /** For better-auth's own few connections. */
  databaseUrl: string;
  /** Signs the cookies; whoever changes it signs everybody out. */
  secret: string;
  log: Logger;
}

/** Where a request came from, as far as sessions are concerned. */
export interface Visitor {
  /** Whether the browser speaks https: only there the cookie is `__Secure-`. */
  https: boolean;
  cookie: string | undefined;
  userAgent: string | undefined;
}

/** What is answered, with the cookies to set. */
export interface SignedAnswer<Body> {
  body: Body;
  setCookies: string[];
}

export interface Auth {
  /**
   * Makes a user, signed in at once.
   * @throws AppError `email_taken` (409) where the address has one.
   */
  signUp(input: SignUpInput, visitor: Visitor): Promise<SignedAnswer<{ user: AuthUser }>>;
  /** @throws AppError `invalid_credentials` (401), the same for an unknown address as for a wrong password. */
  signIn(input: SignInInput, visitor: Visitor): Promise<SignedAnswer<{ user: AuthUser }>>;
  /**
   * Of who is signed in; every other session of theirs ends, and this one goes on under a new cookie.
   * @throws AppError `wrong_password` (400) where the current one is not theirs.
   */
  changePassword(input: PasswordChange, visitor: Visitor): Promise<SignedAnswer<{ success: true }>>;
  /** Ends the session in every process at once. Without one it is done already. */
  signOut(visitor: Visitor): Promise<SignedAnswer<{ success: true }>>;
  /** The session of the cookie. `undefined`: no cookie came; null: it is forged, or its session has ended. */
  findSession(visitor: Visitor): Promise<Session | null | undefined>;
  close(): Promise<void>;
}

/** Connects when first used. */
export function openAuth(parts: AuthParts): Auth {
  const { sql, secret, log } = parts;
  const pool = openPool(parts.databaseUrl, log);
  const readToken = createCookieReader(secret);
  // 0.4 s to load, which a worker and most starts need not wait for.
  let loading: Promise<BetterAuth> | undefined;
  const loaded = () => {
    loading ??= import('./better-auth.ts').then((library) => library.createBetterAuth({ pool, secret, log }));
    return loading;
  };
  /** @param email of a sign-up. */
  const ask = async <Body>(
    visitor: Visitor,
    call: Call<Body>,
    email?: string,
  ): Promise<SignedAnswer<Body>> => {
    try {
      const { api } = (await loaded())(visitor.https);
      const answered = await call(api, { headers: headersOf(visitor), returnHeaders: true });
      return { body: answered.response, setCookies: answered.headers?.getSetCookie() ?? [] };
    } catch (thrown) {
      throw await inOurWords(thrown, { sql, email });
    }
  };
  return {
    async signUp({ name, ...input }, visitor) {
      const body = { name: name ?? input.email.split('@', 1)[0]!, ...input };
      const signed = await ask(visitor, (api, given) => api.signUpEmail({ body, ...given }), input.email);
      return { ...signed, body: { user: signed.body.user } };
    },
    async signIn(body, visitor) {
      const signed = await ask(visitor, (api, given) => api.signInEmail({ body, ...given }));
      await sweepSessions(sql);
      return { ...signed, body: { user: signed.body.user } };
    },
    async changePassword(change, visitor) {
      const body = { ...change, revokeOtherSessions: true };
      const signed = await ask(visitor, (api, given) => api.changePassword({ body, ...given }));
      return { ...signed, body: { success: true } };
    },
    async signOut(visitor) {
      const token = readToken(visitor);
      // Before better-auth does: that one would say it is done although the database was away.
      if (typeof token === 'string') await endSession(sql, token);
      const signed = await ask(visitor, (api, given) => api.signOut(given));
      return { ...signed, body: { success: true } };
    },
    async findSession(visitor) {
      const token = readToken(visitor);
      return typeof token === 'string' ? findSession(sql, token) : token;
    },
    close: () => pool.end(),
  };
}

type BetterAuth = ReturnType<typeof import('./better-auth.ts')['createBetterAuth']>;

/** Of a function of better-auth's; its answer comes with the headers that it would set. */
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
