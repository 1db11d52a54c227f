import { accountDecider } from '../accounts/decide.ts';
import { accountStream } from '../accounts/events.ts';
import { creditDecider } from '../credits/decide.ts';
import { creditStream } from '../credits/events.ts';
import type { DomainServices } from '../services.ts';

/**
 * Opens the account of a user who signed up: on the free plan, with nothing on it. However often it is said, by however
 * many processes at once, there is one account; whoever has one already keeps it as it is.
 */
export async function openAccount(
  { store }: Pick<DomainServices, 'store'>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const context = { commandId: `${userId}:open-account`, metadata: { actor: userId } };
  await store.execute(context, async (unit) => {
    const account = await unit.load(accountDecider, accountStream(userId));
    if (account.state.userId !== null) return;
    account.decide({ type: 'open', userId, email, plan: 'free' });
    const credits = await unit.load(creditDecider, creditStream(userId));
    credits.decide({ type: 'open', userId });
  });
}

/** Not more than some megabytes; who falls out is looked up again. */
const mostRemembered = 50_000;

/**
 * For the beginning of whatever a signed-in user does: a process that died between a sign-up and its account leaves a
 * user without one. Accounts are never closed, so a process asks once for each user.
 */
export function rememberAccounts(services: DomainServices) {
  const known = new Set<string>();
  return async (user: { userId: string; email: string }): Promise<void> => {
    if (known.has(user.userId)) return;
    await openAccount(services, user);
    if (known.size >= mostRemembered) known.clear();
    known.add(user.userId);
  };
}
