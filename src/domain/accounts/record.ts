import type { CommandContext } from '../../store/types.ts';
import type { DomainServices } from '../services.ts';
import { type AccountCommand, accountDecider } from './decide.ts';
import { accountStream } from './events.ts';

type AccessCommand = Exclude<AccountCommand, { type: 'open' | 'changePlan' | 'delete' }>;

/**
 * Writes into the account's stream what was done with its password, address or sessions. Those themselves are in the schema
 * `auth`, and change first: a process that dies in between leaves the change without its event.
 * @throws AppError 404 (account).
 */
export async function recordAccess(
  { store }: Pick<DomainServices, 'store'>,
  context: CommandContext,
  userId: string,
  ...commands: AccessCommand[]
): Promise<void> {
  await store.execute(context, async (unit) => {
    const account = await unit.load(accountDecider, accountStream(userId));
    for (const command of commands) account.decide(command);
  });
}
