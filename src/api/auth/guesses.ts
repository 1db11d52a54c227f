import type { Auth, Place } from '../../auth/index.ts';
import type { Config } from '../../config.ts';
import type { DomainServices } from '../../domain/services.ts';
import { AppError } from '../../errors.ts';
import { createSlowAllowance } from '../slow-allowance.ts';

/** Refusals that say that the password was guessed wrongly. Any other outcome does not count. */
const wrongGuess = new Set(['invalid_credentials', 'wrong_password']);

/**
 * Limits failed attempts to sign in to one account, from however many addresses. A place that somebody has signed in from
 * before has an allowance of its own: strangers' guesses use up the account's common one, and the owner still comes in from
 * where they always do. An address without an account is counted in the same way, so that a 429 tells nobody whether there is one.
 */
export function createGuessLimit(
  { sql, secrets }: Pick<DomainServices, 'sql' | 'secrets'>,
  auth: Pick<Auth, 'knowsPlace'>,
  { enabled, failedSignInsPerHour }: Config['limits'],
) {
  const allowance = createSlowAllowance(sql, 'failed-sign-ins', failedSignInsPerHour);
  const accountOf = (email: string) => secrets.sign('sign-in-account', email.toLowerCase());
  const placeOf = ({ network }: Place) => secrets.sign('sign-in-place', network).slice(0, 32);
  return {
    /** Runs an attempt. The allowance is used before, so that a thousand attempts at once do not all pass. */
    async guarded<T>(email: string, place: Place, attempt: () => Promise<T>): Promise<T> {
      if (!enabled) return attempt();
      const isKnown = await auth.knowsPlace(email, place);
      const who = isKnown ? `${accountOf(email)}:${placeOf(place)}` : accountOf(email);
      const spent = await allowance.take(who);
      if (spent) throw tooMany(failedSignInsPerHour, spent.retryAfterSec);
      let counts = false;
      try {
        return await attempt();
      } catch (error) {
        counts = error instanceof AppError && wrongGuess.has(error.code);
        throw error;
      } finally {
        if (!counts) await allowance.giveBack(who);
      }
    },

    /** For an account whose password is new. */
    forget: (email: string) => allowance.forget(accountOf(email)),
  };
}

const tooMany = (perHour: number, retryAfterSec: number) =>
  new AppError(
    'rate_limited',
    429,
    `More than ${perHour} attempts to sign in to this account failed within an hour; try again in ${retryAfterSec} s, or set a new password.`,
    { retryAfterSec },
  );
