/**
 * Sign-up: an account is opened together with its ledger, for a user who signed up or for whoever runs the service.
 * The user is in the schema `auth` by then. The API and the start of the service come in; it writes account, credit
 * and key streams.
 */
import { accountDecider } from '../accounts/decide.ts';
import { accountStream } from '../accounts/events.ts';
import { creditDecider } from '../credits/decide.ts';
import { creditStream } from '../credits/events.ts';
import type { DomainServices } from '../services.ts';

/**
 * Opens the account of a user who signed up: on the free plan, without credits. However often and by however many
 * processes at once it is called, there is one account; an account that is there stays as it is.
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

/** Keeps the memory to some megabytes. A user who was dropped is looked up again. */
const mostRemembered = 50_000;

/**
 * Makes a function that opens the account of a signed-in user who has none, for the beginning of whatever they do: a
 * process that died between a sign-up and the opening of the account leaves such a user. An account that was deleted
 * has no user any more, so a process asks once for each user.
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
