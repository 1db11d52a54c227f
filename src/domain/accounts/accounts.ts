import type { Sql } from 'postgres';
import type { DemoEvent } from '../demos/events.ts';
import { projection } from '../projection.ts';
import type { AccountEvent } from './events.ts';
import { type PlanId, type PlanTerms, plans } from './plans.ts';

/** Read model: who has an account, on which plan, with how many demos. */
export const accountsProjection = projection<AccountEvent | DemoEvent>({
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
    DemoCreated: ({ data }) => countDemos(data.userId, 1),
    DemoDeleted: ({ data }) => countDemos(data.userId, -1),
  },
});

const countDemos = (userId: string, by: number) => [
  { op: 'update' as const, table: 'accounts', key: { user_id: userId }, add: { demo_count: by } },
];

export interface AccountSummary {
  terms: PlanTerms;
  demoCount: number;
}

/** On the free plan with no demos, where no account was opened. */
export async function readAccount(sql: Sql, userId: string): Promise<AccountSummary> {
  const [row] = await sql<{ plan: PlanId; demo_count: number }[]>`
    select plan, demo_count from accounts where user_id = ${userId}`;
  return { terms: plans[row?.plan ?? 'free'], demoCount: row?.demo_count ?? 0 };
}
