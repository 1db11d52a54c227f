import type { CommandContext, ExecuteResult, UnitOfWork } from '../../../store/types.ts';
import { partOf } from '../../context.ts';
import type { DomainServices } from '../../services.ts';
import { OutOfCredits } from '../out-of-credits.ts';
import { topOff } from '../purchases/topoff.ts';

/** How often a charge tops off: others may take all that one top-off brought before this charge is decided again. */
const mostTopoffs = 3;

/**
 * Does the same as `store.execute`, for work that charges a job. Where neither allowance nor credits are left and the automatic
 * top-off is on, credits are bought first and the work is decided again. The purchase is made outside of the unit of work,
 * since a card is charged over the network.
 * @throws AppError `quota_exceeded` (429) with what came of the top-off.
 */
export async function executeCharged<T>(
  services: DomainServices,
  context: CommandContext,
  userId: string,
  work: (unit: UnitOfWork) => Promise<T> | T,
): Promise<ExecuteResult<T>> {
  for (let round = 1; ; round++) {
    try {
      return await services.store.execute(context, work);
    } catch (refusal) {
      const { payment } = services;
      if (!(refusal instanceof OutOfCredits) || payment.atOnce || round > mostTopoffs) throw refusal;
      const outcome = await topOff(services, payment, partOf(context, `topoff-${round}`), userId);
      if (outcome === 'off') throw refusal;
      if (outcome !== 'helped') throw refusal.although(outcome.why);
    }
  }
}
