import { AppError } from '../../errors.ts';
import type { CommandContext } from '../../store/types.ts';
import { setOperator } from '../accounts/operators.ts';
import { partOf } from '../context.ts';
import type { DomainServices } from '../services.ts';
import { deleteAccount, finishDeletion } from './delete-account.ts';

/**
 * Deletes an account once more that is there again, since an older backup was restored.
 * @returns false where it was closed, or was never there
 */
export async function repeatDeletion(
  services: DomainServices,
  context: CommandContext,
  userId: string,
): Promise<boolean> {
  if (await services.subjectKeys.isDestroyed(userId)) return false;
  try {
    // They were none any more when the account was deleted, and an operator's account is not deleted.
    await setOperator(services, partOf(context, 'dismiss'), { userId, isOperator: false });
    await deleteAccount(services, context, userId);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'account_not_found') throw error;
    // Nobody had signed up yet, or the account was closed and not all of it was gone.
    await finishDeletion(services, context, userId);
    return false;
  }
}
