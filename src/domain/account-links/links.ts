/**
 * Account links: what lets somebody back into an account, or proves an address. The API redeems them, a worker mails them, and
 * the admin makes one by hand. The slice writes `auth.links`, what a redeemed link changes in the schema `auth`, and account
 * streams.
 */
import { randomBytes } from 'node:crypto';
import { hashKey } from '../../secrets.ts';
import type { DomainServices } from '../services.ts';

export type LinkPurpose = 'reset' | 'verify';

const hourMs = 60 * 60_000;
/** How long a link works that is mailed. */
export const mailedLinkMs: Record<LinkPurpose, number> = { reset: hourMs, verify: 72 * hourMs };
/** An operator passes the link on by hand, which takes longer. */
export const handedLinkMs = 24 * hourMs;

export interface NewLink {
  userId: string;
  purpose: LinkPurpose;
  /** null where an operator hands it over. */
  sentTo: string | null;
  lifetimeMs: number;
}

/** @returns the token in clear: nobody can read it again. */
export async function makeLink({ sql, clock }: DomainServices, link: NewLink): Promise<string> {
  const now = clock.now();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + link.lifetimeMs);
  // Every new link removes up to ten expired ones, so that no task has to clear the table.
  await sql`
    with cleared as (
      delete from auth.links where ctid = any(array(
        select ctid from auth.links where expires_at <= ${now} limit 10 for update skip locked))
    )
    insert into auth.links (token_hash, user_id, purpose, sent_to, expires_at)
    values (${hashKey(token)}, ${link.userId}, ${link.purpose}, ${link.sentTo}, ${expiresAt})`;
  return token;
}

/** Whose link it is, without redeeming it; null where it is unknown, was used or has expired. */
export async function findLink(
  { sql, clock }: DomainServices,
  purpose: LinkPurpose,
  token: string,
): Promise<{ userId: string; email: string; name: string } | null> {
  const [row] = await sql<{ userId: string; email: string; name: string }[]>`
    select users.id as "userId", email, name from auth.links join auth.users on users.id = links.user_id
    where token_hash = ${hashKey(token)} and purpose = ${purpose} and expires_at > ${clock.now()}`;
  return row ?? null;
}

const pages: Record<LinkPurpose, string> = { reset: '/reset-password', verify: '/verify-email' };

/** @param baseUrl the public address, never one that a request named: a forged `Host` would send the token elsewhere. */
export const addressOfLink = (baseUrl: string, purpose: LinkPurpose, token: string): string =>
  `${baseUrl}${pages[purpose]}?token=${token}`;
