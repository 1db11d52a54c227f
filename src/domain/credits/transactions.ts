import type { Sql } from 'postgres';
import { z } from 'zod';
import type { ProjectableEvent, RowChange } from '../../store/types.ts';
import { idField, nullableText, timeField } from '../fields.ts';
import { readCursor, toPage } from '../input.ts';
import { projection } from '../projection.ts';
import type { CreditEvent } from './events.ts';

type Transaction = Extract<CreditEvent, { data: { transactionId: string } }>;

/** Read model: the account's statement, one line for each movement of the balance. */
export const creditTransactionsProjection = projection<CreditEvent>({
  name: 'credit_transactions',
  version: 1,
  tables: ['credit_transactions'],
  on: {
    CreditsGranted: (event) => line(event, 'bonus'),
    // A bonus below zero: all lines of a type add up to what came in that way.
    GrantTakenBack: (event) => line(event, 'bonus', { refund_of: event.data.grantTransactionId }),
    CreditsPurchased: (event) => line(event, 'purchase', { pack_id: event.data.packId }),
    CreditsToppedOff: (event) => line(event, 'auto_topoff', { pack_id: event.data.packId }),
    PurchaseRefunded: (event) =>
      line(event, 'refund', { pack_id: event.data.packId, refund_of: event.data.purchaseTransactionId }),
    CreditsDeducted: (event) => line(event, 'deduct', { job_id: event.data.jobId }),
    CreditsRefunded: (event) =>
      line(event, 'refund', { job_id: event.data.jobId, refund_of: event.data.deductTransactionId }),
  },
});

function line(
  { data, version, recordedAt }: ProjectableEvent<Transaction>,
  type: string,
  links: { pack_id?: string; job_id?: string; refund_of?: string } = {},
): RowChange[] {
  const row = {
    id: data.transactionId,
    user_id: data.userId,
    version,
    type,
    amount: data.amount,
    balance_after: data.balanceAfter,
    pack_id: null,
    description: data.description,
    ...links,
    created_at: recordedAt,
  };
  return [{ op: 'insert', table: 'credit_transactions', row }];
}

export const transactionSchema = z
  .object({
    id: idField('transaction'),
    user_id: idField('user'),
    type: z.enum(['purchase', 'auto_topoff', 'deduct', 'refund', 'bonus']),
    amount: z.number().meta({ description: 'Negative where credits are taken away', examples: [20] }),
    balance_after: z.number().meta({ examples: [20] }),
    pack_id: nullableText('20'),
    description: nullableText('20 credits'),
    created_at: timeField('2026-03-02T09:13:20.000Z'),
  })
  .meta({ id: 'Transaction' });
export type TransactionLine = z.infer<typeof transactionSchema>;

/** Newest first. */
export async function listTransactions(
  sql: Sql,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const before = readCursor(cursor, /^\d{1,9}$/);
  const found = await sql<(Omit<TransactionLine, 'created_at'> & { version: number; created_at: Date })[]>`
    select id, user_id, type, amount, balance_after, pack_id, description, created_at, version
    from credit_transactions
    where user_id = ${userId} ${before === null ? sql`` : sql`and version < ${Number(before)}`}
    order by version desc
    limit ${limit + 1}`;
  const { rows, nextCursor } = toPage(found, limit, (row) => row.version);
  return {
    transactions: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    next_cursor: nextCursor,
  };
}
