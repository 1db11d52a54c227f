import { AppError } from '../../errors.ts';
import { hashKey } from '../../secrets.ts';
import type { CommandContext } from '../../store/types.ts';
import { recordAccess } from '../accounts/record.ts';
import type { DomainServices } from '../services.ts';
import { openAccount } from '../sign-up/open-account.ts';
import { hashPassword } from '../sign-up/password.ts';
import { findLink } from './links.ts';

interface Redeemed {
  userId: string;
  email: string;
}

export const badLink = () =>
  new AppError('link_expired', 400, 'This link was used already or has expired. Ask for a new one.');

/**
 * Sets a new password by a link, once. All sessions of the user end, their other links for it stop working, and the places that
 * they signed in from are forgotten: one of them may be a thief's. A link that was mailed proves the address too.
 * @throws AppError 400 `link_expired`.
 */
export async function resetPassword(
  services: DomainServices,
  { token, newPassword, requestId }: { token: string; newPassword: string; requestId: string },
): Promise<Redeemed> {
  const { sql, clock } = services;
  // The hash costs 50 ms of a processor, so a token that somebody made up does not get that far.
  if (!(await findLink(services, 'reset', token))) throw badLink();
  const password = await hashPassword(newPassword);
  const [done] = await sql<(Redeemed & { proven: boolean })[]>`
    with used as (
      delete from auth.links
      where token_hash = ${hashKey(token)} and purpose = 'reset' and expires_at > ${clock.now()}
      returning user_id, sent_to
    ), unneeded as (
      delete from auth.links using used
      where links.user_id = used.user_id and purpose = 'reset' and token_hash <> ${hashKey(token)}
    ), ended as (
      delete from auth.sessions using used where sessions.user_id = used.user_id
    ), forgotten as (
      delete from auth.known_places using used where known_places.user_id = used.user_id
    ), proven as (
      update auth.users set email_verified = true, updated_at = now() from used
      where users.id = used.user_id and users.email = used.sent_to
    ), kept as (
      insert into auth.credentials (id, user_id, provider_id, account_id, password)
        select 'cred_' || used.user_id, used.user_id, 'credential', used.user_id, ${password} from used
      on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()
    )
    select users.id as "userId", email, coalesce(sent_to = email, false) as proven
    from used join auth.users on users.id = used.user_id`;
  if (!done) throw badLink();
  const { userId, email, proven } = done;
  await openAccount(services, { userId, email });
  const changed = { type: 'changePassword', by: 'link' } as const;
  const verified = proven ? [{ type: 'verifyEmail', email } as const] : [];
  await recordAccess(services, contextOf(token, userId, requestId), userId, changed, ...verified);
  return { userId, email };
}

/**
 * Verifies the address that a link was mailed to.
 * @throws AppError 400 `link_expired`.
 */
export async function verifyEmail(
  services: DomainServices,
  { token, requestId }: { token: string; requestId: string },
): Promise<Redeemed> {
  const [done] = await services.sql<Redeemed[]>`
    with used as (
      delete from auth.links
      where token_hash = ${hashKey(token)} and purpose = 'verify' and expires_at > ${services.clock.now()}
      returning user_id, sent_to
    ), unneeded as (
      delete from auth.links using used
      where links.user_id = used.user_id and purpose = 'verify' and token_hash <> ${hashKey(token)}
    )
    update auth.users set email_verified = true, updated_at = now() from used
    where users.id = used.user_id and users.email = used.sent_to
    returning users.id as "userId", email`;
  if (!done) throw badLink();
  await openAccount(services, done);
  const { userId, email } = done;
  await recordAccess(services, contextOf(token, userId, requestId), userId, { type: 'verifyEmail', email });
  return done;
}

const contextOf = (token: string, userId: string, requestId: string): CommandContext => ({
  commandId: `link:${hashKey(token)}`,
  metadata: { actor: userId, requestId },
});
