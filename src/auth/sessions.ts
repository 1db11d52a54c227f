import type { Sql } from 'postgres';
import { describeDevice } from './device.ts';

/** A session and its user. */
export interface Session {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  user: SessionUser;
}

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A session as its owner sees it in a list. */
export interface ListedSession {
  id: string;
  createdAt: Date;
  /** To within five minutes. */
  lastSeenAt: Date;
  expiresAt: Date;
  /** Such as `Firefox on Windows`. */
  device: string;
  /** The network that it was started from, such as `203.0.113.x`. null where it is not known. */
  network: string | null;
}

/** A request every second would otherwise write every second. */
const seenEvery = '5 minutes';

/** Each request costs one query. There is no cache, so that a sign-out holds in every process at once. */
export async function findSession(sql: Sql, token: string): Promise<Session | null> {
  const [row] = await sql<[(SessionUser & SessionRow)?]>`
    select users.id, name, email, email_verified as "emailVerified", image,
      users.created_at as "createdAt", users.updated_at as "updatedAt",
      sessions.id as "sessionId", sessions.created_at as "signedInAt", sessions.expires_at as "expiresAt",
      sessions.seen_at < now() - ${seenEvery}::interval as "isUnseen"
    from auth.sessions join auth.users on users.id = sessions.user_id
    where sessions.token = ${token} and sessions.expires_at > now()`;
  if (!row) return null;
  const { sessionId, signedInAt, expiresAt, isUnseen, ...user } = row;
  if (isUnseen) await sql`update auth.sessions set seen_at = now() where id = ${sessionId}`;
  return { id: sessionId, createdAt: signedInAt, expiresAt, user };
}

export async function endSession(sql: Sql, token: string): Promise<void> {
  await sql`delete from auth.sessions where token = ${token}`;
}

/** The sessions of a user that are alive, the last used first. */
export async function listSessions(sql: Sql, userId: string): Promise<ListedSession[]> {
  const rows = await sql<(Omit<ListedSession, 'device'> & { userAgent: string | null })[]>`
    select id, created_at as "createdAt", seen_at as "lastSeenAt", expires_at as "expiresAt",
      user_agent as "userAgent", nullif(ip_address, '') as network
    from auth.sessions where user_id = ${userId} and expires_at > now()
    order by seen_at desc, id desc limit 1000`;
  return rows.map(({ userAgent, ...row }) => ({ ...row, device: describeDevice(userAgent) }));
}

/**
 * Ends sessions of one user, in every process at once.
 * @param which one session by its id, or all except one.
 * @returns the ids of those that were alive
 */
export async function revokeSessions(
  sql: Sql,
  userId: string,
  which: { id: string } | { allBut: string },
): Promise<string[]> {
  const chosen = 'id' in which ? sql`id = ${which.id}` : sql`id <> ${which.allBut}`;
  const rows = await sql<{ id: string }[]>`
    delete from auth.sessions where user_id = ${userId} and expires_at > now() and ${chosen} returning id`;
  return rows.map(({ id }) => id);
}

/** Deletes the sessions that have expired. An index finds them, so it costs nothing where there are none. */
export async function sweepSessions(sql: Sql): Promise<void> {
  await sql`delete from auth.sessions where expires_at < now()`;
}

interface SessionRow {
  sessionId: string;
  signedInAt: Date;
  expiresAt: Date;
  isUnseen: boolean;
}
