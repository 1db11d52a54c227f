import { conflict } from '../../errors.ts';
import { startTopoff, type TopoffIds, toppedOffAtOnce } from './decide-topoff.ts';
import { allowance, transfer } from './entries.ts';
import type { CreditEvent } from './events.ts';
import { OutOfCredits } from './out-of-credits.ts';
import { type CreditState, findCharge } from './state.ts';

export interface ChargeCommand {
  type: 'charge';
  userId: string;
  jobId: string;
  demoId: string;
  /** Used where a credit has to be taken. */
  transactionId: string;
  /** Such as `2026-02`. */
  month: string;
  /** The plan's allowance; null: no limit. */
  monthlyDemos: number | null;
  secondsToNextMonth: number;
  /** Used where the automatic top-off is on and has to step in. */
  topoff: TopoffIds;
}

/**
 * One of the month's demos, else one credit. A top-off that needs no waiting steps in where neither is left; whichever kind
 * there is follows a deduct that leaves no more than the threshold. A charge tops off at most once.
 */
export function charge(command: ChargeCommand, state: CreditState): CreditEvent[] {
  const { userId, jobId, demoId, month, monthlyDemos } = command;
  const known = findCharge(jobId, state);
  if (known?.returned)
    throw conflict('charge_returned', 'What this job cost was given back; start a new one.');
  if (known) return [];
  const used = state.used[month];
  if (monthlyDemos === null || (used ?? 0) < monthlyDemos) {
    const opening: CreditEvent[] =
      used === undefined ? [{ type: 'AllowanceOpened', data: { userId, month } }] : [];
    const entries = transfer(allowance(month), 'generations', 1);
    const data = { userId, jobId, demoId, month, amount: 0, balanceAfter: state.balance, entries };
    return [...opening, { type: 'AllowanceUsed', data }];
  }
  if (state.balance > 0) return [deducted(command, state.balance), ...refill(command, state)];
  if (!state.topoff.enabled || !command.topoff.atOnce)
    throw new OutOfCredits(monthlyDemos, command.secondsToNextMonth);
  const bought = toppedOffAtOnce(userId, command.topoff, state);
  return [bought, deducted(command, bought.data.balanceAfter)];
}

/** What comes after a deduct that leaves too little. */
function refill(command: ChargeCommand, state: CreditState): CreditEvent[] {
  const left = { ...state, balance: state.balance - 1 };
  if (!left.topoff.enabled || left.balance > left.topoff.threshold) return [];
  if (command.topoff.atOnce) return [toppedOffAtOnce(command.userId, command.topoff, left)];
  return startTopoff(command.topoff.purchaseId, left);
}

function deducted(command: ChargeCommand, balance: number): CreditEvent {
  const { userId, transactionId, jobId, demoId } = command;
  const movement = { amount: -1, balanceAfter: balance - 1, entries: transfer('balance', 'generations', 1) };
  const description = `Demo ${demoId}`;
  return {
    type: 'CreditsDeducted',
    data: { userId, transactionId, jobId, demoId, ...movement, description },
  };
}

export interface GiveBackCommand {
  type: 'giveBack';
  jobId: string;
  transactionId: string;
  why: string;
}

/** Exactly what the job cost, to where it came from, once. */
export function giveBack(command: GiveBackCommand, state: CreditState): CreditEvent[] {
  const { jobId, transactionId, why } = command;
  const known = findCharge(jobId, state);
  if (!known || known.returned || !state.userId) return [];
  const { demoId, paid } = known;
  const common = { userId: state.userId, jobId, demoId };
  if (paid.with === 'allowance') {
    const entries = transfer('generations', allowance(paid.month), 1);
    const data = { ...common, month: paid.month, amount: 0, balanceAfter: state.balance, entries };
    return [{ type: 'AllowanceReturned', data }];
  }
  const data = {
    ...common,
    transactionId,
    deductTransactionId: paid.transactionId,
    amount: paid.amount,
    balanceAfter: state.balance + paid.amount,
    description: `Demo ${demoId}: ${why}`,
    entries: transfer('generations', 'balance', paid.amount),
  };
  return [{ type: 'CreditsRefunded', data }];
}
