import type { Sql } from 'postgres';
import type { RowChange } from '../../store/types.ts';
import { projection } from '../projection.ts';
import type { CreditEvent } from './events.ts';

/** Read model: what a user has, in credits and of each month's allowance. */
export const creditAccountsProjection = projection<CreditEvent>({
  name: 'credit_accounts',
  version: 1,
  tables: ['credit_accounts', 'credit_months'],
  on: {
    CreditAccountOpened: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'credit_accounts',
        row: { user_id: data.userId, balance: 0, created_at: recordedAt, updated_at: recordedAt },
      },
    ],
    CreditsGranted: ({ data, recordedAt }) => [setBalance(data, recordedAt)],
    GrantTakenBack: ({ data, recordedAt }) => [setBalance(data, recordedAt)],
    CreditsPurchased: ({ data, recordedAt }) => [setBalance(data, recordedAt)],
    CreditsToppedOff: ({ data, recordedAt }) => [setBalance(data, recordedAt)],
    PurchaseRefunded: ({ data, recordedAt }) => [setBalance(data, recordedAt)],
    CreditsDeducted: ({ data, recordedAt }) => [setBalance(data, recordedAt)],
    CreditsRefunded: ({ data, recordedAt }) => [setBalance(data, recordedAt)],
    AllowanceOpened: ({ data }) => [
      {
        op: 'insert',
        table: 'credit_months',
        row: { user_id: data.userId, month: data.month, demos_used: 0 },
      },
    ],
    AllowanceUsed: ({ data }) => [countUse(data, 1)],
    AllowanceReturned: ({ data }) => [countUse(data, -1)],
  },
});

const setBalance = (data: { userId: string; balanceAfter: number }, recordedAt: Date): RowChange => ({
  op: 'update',
  table: 'credit_accounts',
  key: { user_id: data.userId },
  set: { balance: data.balanceAfter, updated_at: recordedAt },
});

const countUse = (data: { userId: string; month: string }, by: number): RowChange => ({
  op: 'update',
  table: 'credit_months',
  key: { user_id: data.userId, month: data.month },
  add: { demos_used: by },
});

export interface CreditSummary {
  balance: number;
  /** Demos of the plan's allowance that were used in `month`. */
  demosThisMonth: number;
}

/** @param month such as `2026-02`. */
export async function readCredits(sql: Sql, userId: string, month: string): Promise<CreditSummary> {
  const [row] = await sql<[{ balance: number; demos_used: number }]>`
    select
      coalesce((select balance from credit_accounts where user_id = ${userId}), 0) as balance,
      coalesce((select demos_used from credit_months where user_id = ${userId} and month = ${month}), 0)
        as demos_used`;
  return { balance: row.balance, demosThisMonth: row.demos_used };
}
