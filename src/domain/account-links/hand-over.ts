import { notFound } from '../../errors.ts';
import type { CommandContext } from '../../store/types.ts';
import { recordAccess } from '../accounts/record.ts';
import type { DomainServices } from '../services.ts';
import { handedLinkMs, makeLink } from './links.ts';

/**
 * Makes a link that sets a new password, for an operator to hand to the account's owner. The event comes first: a link that
 * nobody recorded must not exist.
 * @throws AppError 404 (account).
 */
export async function issuePasswordLink(
  services: DomainServices,
  context: CommandContext,
  userId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const [user] = await services.sql`select from auth.users where id = ${userId}`;
  if (!user) throw notFound('account');
  await recordAccess(services, context, userId, { type: 'issuePasswordLink' });
  const expiresAt = new Date(services.clock.now().getTime() + handedLinkMs);
  const token = await makeLink(services, {
    userId,
    purpose: 'reset',
    sentTo: null,
    lifetimeMs: handedLinkMs,
  });
  return { token, expiresAt };
}
