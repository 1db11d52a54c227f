import type { CreditFact } from './events.ts';

/** A movement in double entry: what `from` gives, `to` gets. */
export const transfer = (
  from: string,
  to: string,
  amount: number,
): CreditFact<'CreditsGranted'>['entries'] => [
  { account: from, amount: -amount },
  { account: to, amount },
];

/** The plan's share of a month. */
export const allowance = (month: string) => `allowance:${month}`;
