import type { Sql } from 'postgres';
import type { CommandContext } from '../../store/types.ts';
import { projection } from '../projection.ts';
import type { DomainServices } from '../services.ts';
import type { AccountEvent } from './events.ts';
import { recordAccess } from './record.ts';

/** Read model: whose sessions may do what operators do. */
export const operatorsProjection = projection<AccountEvent>({
  name: 'operators',
  version: 1,
  tables: ['operators'],
  on: {
    OperatorAppointed: ({ data: { userId }, metadata, recordedAt }) => [
      {
        op: 'insert',
        table: 'operators',
        row: { user_id: userId, appointed_by: metadata.actor, appointed_at: recordedAt },
      },
    ],
    OperatorDismissed: ({ data }) => [{ op: 'delete', table: 'operators', key: { user_id: data.userId } }],
  },
});

/** There is no cache, so that a dismissal holds in every process at once. */
export async function isOperator(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql`select from operators where user_id = ${userId}`;
  return row !== undefined;
}

interface Operator {
  userId: string;
  email: string | null;
  appointedBy: string;
  appointedAt: string;
}

export async function listOperators(sql: Sql): Promise<Operator[]> {
  const rows = await sql<(Omit<Operator, 'appointedAt'> & { appointedAt: Date })[]>`
    select user_id as "userId", email, appointed_by as "appointedBy", appointed_at as "appointedAt"
    from operators left join accounts using (user_id) order by appointed_at, user_id`;
  return rows.map((row) => ({ ...row, appointedAt: row.appointedAt.toISOString() }));
}

/** Makes a user an operator, or no longer one. Where that is so already, nothing happens. @throws AppError 404 (account). */
export const setOperator = (
  services: Pick<DomainServices, 'store'>,
  context: CommandContext,
  { userId, isOperator }: { userId: string; isOperator: boolean },
): Promise<void> =>
  recordAccess(services, context, userId, { type: isOperator ? 'appointOperator' : 'dismissOperator' });
