import type { Sql } from 'postgres';
import type { RowChange } from '../../store/types.ts';
import type { ReadModel } from '../projection.ts';
import type { AccountEvent } from './events.ts';
import { type PlanId, type PlanTerms, plans } from './plans.ts';

/** Read model: who has an account, on which plan, with how many demos. `demos/projections/counts.ts` counts the demos. */
export const accountsReadModel: ReadModel<AccountEvent> = {
  name: 'accounts',
  version: 1,
  tables: ['accounts'],
  on: {
    AccountOpened: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'accounts',
        row: {
          user_id: data.userId,
          email: data.email,
          plan: data.plan,
          demo_count: 0,
          created_at: recordedAt,
          updated_at: recordedAt,
        },
      },
    ],
    PlanChanged: ({ data, recordedAt }) => [
      {
        op: 'update',
        table: 'accounts',
        key: { user_id: data.userId },
        set: { plan: data.plan, updated_at: recordedAt },
      },
    ],
    AccountDeleted: ({ data }) => [{ op: 'delete', table: 'accounts', key: { user_id: data.userId } }],
  },
};

/** What a demo that comes or goes changes in its owner's account. */
export const countDemosOfAccount = (userId: string, by: 1 | -1): RowChange[] => [
  { op: 'update', table: 'accounts', key: { user_id: userId }, add: { demo_count: by } },
];

export interface AccountSummary {
  terms: PlanTerms;
  demoCount: number;
}

/** A user whose account was not opened yet is on the free plan and has no demos. */
export async function readAccount(sql: Sql, userId: string): Promise<AccountSummary> {
  const [row] = await sql<{ plan: PlanId; demo_count: number }[]>`
    select plan, demo_count from accounts where user_id = ${userId}`;
  return { terms: plans[row?.plan ?? 'free'], demoCount: row?.demo_count ?? 0 };
}

/** True until the first account is opened. */
export async function hasNoAccount(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ empty: boolean }]>`select not exists (select from accounts) as empty`;
  return row.empty;
}
