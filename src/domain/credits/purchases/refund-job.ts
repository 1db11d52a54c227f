import { conflict, notFound } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import type { CommandContext } from '../../../store/types.ts';
import type { DomainServices } from '../../services.ts';
import { creditDecider } from '../decide.ts';
import { creditStream } from '../events.ts';
import { findCharge } from '../state.ts';

/**
 * An operator gives back what a job cost, whatever became of it.
 * @throws AppError 404 `charge_not_found`, 409 `already_refunded`.
 */
export async function refundJob(
  { store }: DomainServices,
  context: CommandContext,
  { userId, jobId, why }: { userId: string; jobId: string; why: string },
): Promise<void> {
  await store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(userId));
    const charge = findCharge(jobId, credits.state);
    if (!charge) throw notFound('charge');
    if (charge.returned)
      throw conflict('already_refunded', `What ${jobId} cost was given back already; it is given back once.`);
    credits.decide({ type: 'giveBack', jobId, transactionId: newId('txn'), why });
  });
}
