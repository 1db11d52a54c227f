/**
 * Sessions: people who sign in with an email address and a password, by better-auth, in the database schema `auth`. The API
 * comes in; it knows nothing of accounts, routes or requests, and touches no other table.
 */
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';
import {
  type AuthUser,
  createBetterAuth,
  type PasswordChange,
  type SignInInput,
  type SignUpInput,
} from './better-auth.ts';
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
  const betterAuth = createBetterAuth({ pool, secret, log });
  const readToken = createCookieReader(secret);
  return {
    async signUp(input, visitor) {
      try {
        const { name = input.email.split('@', 1)[0]!, ...rest } = input;
        const answered = await betterAuth(visitor.https).api.signUpEmail({
          body: { name, ...rest },
          headers: headersOf(visitor),
          returnHeaders: true,
        });
        return signed(answered.headers, { user: answered.response.user });
      } catch (thrown) {
        throw await inOurWords(thrown, { sql, email: input.email });
      }
    },
    async signIn(input, visitor) {
      try {
        const answered = await betterAuth(visitor.https).api.signInEmail({
          body: input,
          headers: headersOf(visitor),
          returnHeaders: true,
        });
        await sweepSessions(sql);
        return signed(answered.headers, { user: answered.response.user });
      } catch (thrown) {
        throw await inOurWords(thrown, { sql });
      }
    },
    async changePassword(input, visitor) {
      try {
        const answered = await betterAuth(visitor.https).api.changePassword({
          body: { ...input, revokeOtherSessions: true },
          headers: headersOf(visitor),
          returnHeaders: true,
        });
        return signed(answered.headers, { success: true });
      } catch (thrown) {
        throw await inOurWords(thrown, { sql });
      }
    },
    async signOut(visitor) {
      const token = readToken(visitor);
      // Before better-auth does: that one would say it is done although the database was away.
      if (typeof token === 'string') await endSession(sql, token);
      try {
        const answered = await betterAuth(visitor.https).api.signOut({
          headers: headersOf(visitor),
          returnHeaders: true,
        });
        return signed(answered.headers, { success: true });
      } catch (thrown) {
        throw await inOurWords(thrown, { sql });
      }
    },
    async findSession(visitor) {
      const token = readToken(visitor);
      return typeof token === 'string' ? findSession(sql, token) : token;
    },
    close: () => pool.end(),
  };
}

const signed = <Body>(headers: Headers | null, body: Body): SignedAnswer<Body> => ({
  body,
  setCookies: headers?.getSetCookie() ?? [],
});

function headersOf({ cookie, userAgent }: Visitor): Headers {
  const headers = new Headers();
  if (cookie !== undefined) headers.set('Cookie', cookie);
  if (userAgent !== undefined) headers.set('User-Agent', userAgent.slice(0, 500));
  return headers;
}
