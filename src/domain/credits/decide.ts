import { AppError, conflict, invalid } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { CreditEvent } from './events.ts';

export type CreditCommand =
  | { type: 'open'; userId: string }
  | { type: 'grant'; userId: string; transactionId: string; amount: number; description: string }
  | {
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
    }
  | { type: 'giveBack'; jobId: string; transactionId: string; why: string };

/** What a job cost: one demo of a month's allowance, or credits. */
interface Charge {
  jobId: string;
  demoId: string;
  paid: { with: 'allowance'; month: string } | { with: 'credits'; amount: number; transactionId: string };
  returned: boolean;
  /** The charge before. A list, newest first, since adding must not copy all that came before. */
  before: Charge | null;
}

export interface CreditState {
  userId: string | null;
  balance: number;
  /** Demos used of the allowance, by month. */
  used: Readonly<Record<string, number>>;
  latest: Charge | null;
}

export const creditDecider: Decider<CreditCommand, CreditEvent, CreditState> = {
  initial: { userId: null, balance: 0, used: {}, latest: null },
  evolve,
  decide(command, state) {
    if (command.type === 'giveBack') return giveBack(command, state);
    const opening: CreditEvent[] = state.userId
      ? []
      : [{ type: 'CreditAccountOpened', data: { userId: command.userId } }];
    switch (command.type) {
      case 'open':
        return opening;
      case 'grant':
        return [...opening, grant(command, state)];
      case 'charge':
        return [...opening, ...charge(command, state)];
    }
  },
};

function evolve(state: CreditState, event: CreditEvent): CreditState {
  switch (event.type) {
    case 'CreditAccountOpened':
      return { ...state, userId: event.data.userId };
    case 'CreditsGranted':
      return { ...state, balance: event.data.balanceAfter };
    case 'AllowanceOpened':
      return { ...state, used: { ...state.used, [event.data.month]: 0 } };
    case 'AllowanceUsed': {
      const { jobId, demoId, month } = event.data;
      const paid = { with: 'allowance', month } as const;
      return {
        ...state,
        used: { ...state.used, [month]: (state.used[month] ?? 0) + 1 },
        latest: { jobId, demoId, paid, returned: false, before: state.latest },
      };
    }
    case 'CreditsDeducted': {
      const { jobId, demoId, transactionId, balanceAfter, amount } = event.data;
      const paid = { with: 'credits', amount: -amount, transactionId } as const;
      return {
        ...state,
        balance: balanceAfter,
        latest: { jobId, demoId, paid, returned: false, before: state.latest },
      };
    }
    case 'AllowanceReturned': {
      const { month, jobId } = event.data;
      const used = { ...state.used, [month]: (state.used[month] ?? 0) - 1 };
      return { ...state, used, latest: asReturned(jobId, state) };
    }
    case 'CreditsRefunded':
      return {
        ...state,
        balance: event.data.balanceAfter,
        latest: asReturned(event.data.jobId, state),
      };
  }
}

function charge(command: Extract<CreditCommand, { type: 'charge' }>, state: CreditState): CreditEvent[] {
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
  if (state.balance < 1)
    throw new AppError(
      'quota_exceeded',
      429,
      `This month's ${monthlyDemos} demos of the plan are used up and the credit balance is 0; buy credits or wait for the next month.`,
      { retryAfterSec: command.secondsToNextMonth },
    );
  const data = {
    userId,
    transactionId: command.transactionId,
    jobId,
    demoId,
    amount: -1,
    balanceAfter: state.balance - 1,
    description: `Demo ${demoId}`,
    entries: transfer('balance', 'generations', 1),
  };
  return [{ type: 'CreditsDeducted', data }];
}

function giveBack(command: Extract<CreditCommand, { type: 'giveBack' }>, state: CreditState): CreditEvent[] {
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

function grant(command: Extract<CreditCommand, { type: 'grant' }>, state: CreditState): CreditEvent {
  const { userId, transactionId, amount, description } = command;
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalid(`amount: expected a whole number of at least 1, got ${amount}.`);
  const balanceAfter = state.balance + amount;
  const entries = transfer('bonus', 'balance', amount);
  return {
    type: 'CreditsGranted',
    data: { userId, transactionId, amount, balanceAfter, description, entries },
  };
}

const allowance = (month: string) => `allowance:${month}`;

const transfer = (from: string, to: string, amount: number) => [
  { account: from, amount: -amount },
  { account: to, amount },
];

function findCharge(jobId: string, state: CreditState): Charge | null {
  for (let charge = state.latest; charge; charge = charge.before) if (charge.jobId === jobId) return charge;
  return null;
}

/** The list with a newer entry that says the charge was given back; the older one stays below and is not found any more. */
function asReturned(jobId: string, state: CreditState): Charge | null {
  const charge = findCharge(jobId, state);
  return charge && { ...charge, returned: true, before: state.latest };
}
