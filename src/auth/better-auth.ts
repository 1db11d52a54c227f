import { betterAuth } from 'better-auth';
import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { sessionPrefix } from './cookie.ts';

export interface SignInInput {
  email: string;
  password: string;
  /** false: the cookie ends with the browser. */
  rememberMe?: boolean | undefined;
}

export interface SignUpInput extends SignInInput {
  /** Without one, what stands before the @. */
  name?: string | undefined;
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** A user as they are shown to themselves. */
export interface AuthUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image?: string | null | undefined;
  createdAt: Date;
  updatedAt: Date;
}

const daySec = 24 * 60 * 60;

/**
 * better-auth over the tables that `db/migrations/0006_sessions.sql` makes. It is called as functions: routes, the shape of
 * errors, rate limits and the check of where a request comes from are the API's.
 *
 * @returns by whether the browser speaks https, which decides the cookie's name and `Secure`.
 */
export function createBetterAuth(parts: { pool: pg.Pool; secret: string; log: Logger }) {
  const [plain, secure] = [false, true].map((https) => betterAuth(optionsOf(parts, https)));
  return (https: boolean) => (https ? secure! : plain!);
}

export function optionsOf(
  { pool, secret, log }: { pool: pg.Pool; secret: string; log: Logger },
  https: boolean,
) {
  return {
    appName: 'Showreel',
    // Of no effect but a warning where it is missing: no address is made from it.
    baseURL: https ? 'https://localhost' : 'http://localhost',
    secret,
    database: {
      dialect: new PostgresDialect({ pool }),
      type: 'postgres' as const,
      schemaName: 'auth',
      // A user without a password could neither sign in nor sign up again.
      transaction: true,
    },
    emailAndPassword: {
      enabled: true,
      // The API's schemas judge, by characters; here it is UTF-16 units.
      minPasswordLength: 1,
      maxPasswordLength: 4096,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      expiresIn: 30 * daySec,
      disableSessionRefresh: true,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        idToken: 'id_token',
        accessToken: 'access_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshToken: 'refresh_token',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: sessionPrefix,
      useSecureCookies: https,
      ipAddress: { disableIpTracking: true },
      database: {
        generateId: ({ model }: { model: string }) => newId(idPrefixes[model] ?? 'cred'),
        // The migrations answer for it, and a test compares; otherwise it would look at each start.
        validateSchema: false,
      },
    },
    logger: {
      level: 'error' as const,
      // Its sentences alone: what comes with them may hold an address or a hash.
      log: (_level: string, message: string) => log.debug({ part: 'better-auth' }, message),
    },
  };
}

const idPrefixes: Record<string, 'user' | 'sess' | 'cred'> = {
  user: 'user',
  session: 'sess',
  account: 'cred',
};
