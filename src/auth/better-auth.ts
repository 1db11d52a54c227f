import { betterAuth } from 'better-auth';
import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { sessionPrefix } from './cookie.ts';

export interface SignInInput {
  email: string;
  password: string;
  /** With false the cookie ends when the browser is closed. */
  rememberMe?: boolean | undefined;
}

export interface SignUpInput extends SignInInput {
  /** Default: the part of the email address before the @. */
  name?: string | undefined;
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** A user's record as the user may see it. */
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
 * better-auth over the tables that `db/migrations/0006_sessions.sql` creates. It is called as functions: routes, errors,
 * rate limits and the check of a request's origin belong to the API.
 *
 * @returns the library for browsers that use https, or for those that do not: https changes the cookie's name and `Secure`.
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
    // The library warns where this is missing, and builds no address from it.
    baseURL: https ? 'https://localhost' : 'http://localhost',
    secret,
    database: {
      dialect: new PostgresDialect({ pool }),
      type: 'postgres' as const,
      schemaName: 'auth',
      // Without a transaction a crash could leave a user without a password, who could neither sign in nor sign up again.
      transaction: true,
    },
    emailAndPassword: {
      enabled: true,
      // The API's schemas check the length in characters. The library would count UTF-16 units.
      minPasswordLength: 1,
      maxPasswordLength: 4096,
    },
    ...tables,
    session: { ...tables.session, expiresIn: 30 * daySec, disableSessionRefresh: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: sessionPrefix,
      useSecureCookies: https,
      ipAddress: { disableIpTracking: true },
      database: {
        generateId: ({ model }: { model: string }) => newId(idPrefixes[model] ?? 'cred'),
        // The library would check the schema at each start. The migrations create it, and a test compares both.
        validateSchema: false,
      },
    },
    logger: {
      level: 'error' as const,
      // Only the message is logged: the library's other arguments may hold an email address or a hash.
      log: (_level: string, message: string) => log.debug({ part: 'better-auth' }, message),
    },
  };
}

/** The names of the tables and columns in the schema `auth`. */
const tables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'sessions',
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
};

const idPrefixes: Record<string, 'user' | 'sess' | 'cred'> = {
  user: 'user',
  session: 'sess',
  account: 'cred',
};
