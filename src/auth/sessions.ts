import type { Sql } from 'postgres';

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

/** Each request costs one query. There is no cache, so that a sign-out holds in every process at once. */
export async function findSession(sql: Sql, token: string): Promise<Session | null> {
  const [row] = await sql<[(SessionUser & SessionRow)?]>`
    select users.id, name, email, email_verified as "emailVerified", image,
      users.created_at as "createdAt", users.updated_at as "updatedAt",
      sessions.id as "sessionId", sessions.created_at as "signedInAt", sessions.expires_at as "expiresAt"
    from auth.sessions join auth.users on users.id = sessions.user_id
    where sessions.token = ${token} and sessions.expires_at > now()`;
  if (!row) return null;
  const { sessionId, signedInAt, expiresAt, ...user } = row;
  return { id: sessionId, createdAt: signedInAt, expiresAt, user };
}

export async function endSession(sql: Sql, token: string): Promise<void> {
  await sql`delete from auth.sessions where token = ${token}`;
}

/** Deletes the sessions that have expired. An index finds them, so it costs nothing where there are none. */
export async function sweepSessions(sql: Sql): Promise<void> {
  await sql`delete from auth.sessions where expires_at < now()`;
}

interface SessionRow {
  sessionId: string;
  signedInAt: Date;
  expiresAt: Date;
}
