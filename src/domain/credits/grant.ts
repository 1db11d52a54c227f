import { newId } from '../../ids.ts';
import type { CommandContext } from '../../store/types.ts';
import type { DomainServices } from '../services.ts';
import { creditDecider } from './decide.ts';
import { creditStream } from './events.ts';

/**
 * Gives credits as a bonus.
 * @param grant `amount` is a whole number of at least 1.
 */
export async function grantCredits(
  services: DomainServices,
  context: CommandContext,
  grant: { userId: string; amount: number; description: string },
): Promise<void> {
  await services.store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(grant.userId));
    credits.decide({ type: 'grant', ...grant, transactionId: newId('txn') });
  });
}

/**
 * An operator takes a grant back, whole.
 * @param undo `transactionId` is the grant's; `why` is shown in the account's statement.
 * @throws AppError 404 `grant_not_found`, 409 `already_taken_back`, 409 `credits_spent`.
 */
export async function takeBackGrant(
  services: DomainServices,
  context: CommandContext,
  { userId, transactionId, why }: { userId: string; transactionId: string; why: string },
): Promise<void> {
  await services.store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    const undo = { grantTransactionId: transactionId, transactionId: newId('txn'), why };
    credits.decide({ type: 'takeBackGrant', ...undo });
  });
}
