import type { CommandContext } from '../../../store/types.ts';
import type { DomainServices } from '../../services.ts';
import { creditDecider } from '../decide.ts';
import { creditStream } from '../events.ts';
import type { PackId } from '../packs.ts';

/**
 * Says whether credits are bought automatically, which pack, and from which balance downwards.
 * @throws AppError 409 `no_saved_card` where the payment provider has no card to charge.
 */
export async function setTopoff(
  { store, payment }: DomainServices,
  context: CommandContext,
  request: { userId: string; enabled: boolean; packId: PackId; threshold: number },
): Promise<void> {
  await store.execute(context, async (unit) => {
    const credits = await unit.load(creditDecider, creditStream(request.userId));
    credits.decide({ type: 'setTopoff', ...request, needsCard: !payment.atOnce });
  });
}
