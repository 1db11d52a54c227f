import type { Sql } from 'postgres';
import { z } from 'zod';
import { creditDecider } from '../domain/credits/decide.ts';
import { creditStream } from '../domain/credits/events.ts';
import { createLedgerRules } from '../domain/credits/ledger-rules.ts';
import type { CreditState } from '../domain/credits/state.ts';
import type { DomainServices } from '../domain/services.ts';
import { type ChainRow, followChain, selectChain } from '../store/index.ts';

export const ledgerLineSchema = z.object({
  version: z.number(),
  at: z.string(),
  type: z.string(),
  amount: z.number(),
  /** The balance that the line itself tells. */
  balanceAfter: z.number(),
  /** All amounts up to this line, added up again. */
  running: z.number(),
  transactionId: z.string(),
  jobId: z.string().nullable(),
  refundOf: z.string().nullable(),
  description: z.string().nullable(),
});
type LedgerLine = z.infer<typeof ledgerLineSchema>;

/** The movements of an account, from the read model that its owner sees: oldest first after a version, or newest first before one. */
export async function readLedger(
  sql: Sql,
  userId: string,
  { limit, ...page }: { limit: number } & ({ after: number } | { before: number }),
): Promise<LedgerLine[]> {
  const rows = await sql<(Omit<LedgerLine, 'at'> & { at: Date })[]>`
    select * from (
      select version, created_at as at, type, amount, balance_after as "balanceAfter",
        (sum(amount) over (order by version))::int as running, id as "transactionId", job_id as "jobId",
        refund_of as "refundOf", description
      from credit_transactions where user_id = ${userId}
    ) as lines
    where ${'after' in page ? sql`version > ${page.after} order by version` : sql`version < ${page.before} order by version desc`}
    limit ${limit}`;
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export const balanceSchema = z.object({
  userId: z.string(),
  at: z.string(),
  balance: z.number(),
  /** Of the last event by then; 0: there was none. */
  version: z.number(),
  /** Demos of the plan's allowance used by then, by month. */
  used: z.record(z.string(), z.number()),
});

/** What an account had at a moment, from the log: the events recorded by then, folded. */
export async function readBalanceAt(
  { store }: Pick<DomainServices, 'store'>,
  userId: string,
  at: Date,
): Promise<z.infer<typeof balanceSchema>> {
  const events = await store.readStream(creditStream(userId));
  // The clocks of processes differ a little. So the last event that bears an earlier time counts, with all events
  // before it.
  const past = events.slice(0, events.findLastIndex((event) => event.recordedAt <= at) + 1);
  const state = past.reduce<CreditState>(
    (before, event) => creditDecider.evolve(before, event as never),
    creditDecider.initial,
  );
  const { balance, used } = state;
  return { userId, at: at.toISOString(), balance, version: past.length, used: { ...used } };
}

/** One event of an account as it is replayed. */
export interface ReplayedEvent {
  version: number;
  position: number;
  at: string;
  type: string;
  actor: string;
  reason: string | null;
  amount: number | null;
  /** Added up here, not read. */
  balance: number;
  transactionId: string | null;
  jobId: string | null;
  description: string | null;
  hash: string | null;
  /** What is wrong with it; empty where nothing is. Only the first bad event has any: what follows cannot be judged. */
  faults: string[];
}

const pageSize = 500;

/** An account's ledger, event by event, checked on the way. @yields a page at a time. */
export async function* replayAccount(sql: Sql, userId: string): AsyncGenerator<ReplayedEvent[], void> {
  const chain = followChain();
  const rules = createLedgerRules(userId);
  let sound = true;
  let afterVersion = 0;
  for (;;) {
    const rows = await selectChain(sql, creditStream(userId), { afterVersion, limit: pageSize });
    yield rows.map((row) => {
      const fault = sound ? chain.next(row) : null;
      const faults = sound ? [...(fault ? [fault.reason] : []), ...rules.next(row)] : [];
      sound &&= faults.length === 0;
      return replayed(row, rules.balance, faults);
    });
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    afterVersion = last.version;
  }
}

function replayed(row: ChainRow, balance: number, faults: string[]): ReplayedEvent {
  const { version, position, type, hash, metadata } = row;
  const data = row.data as Partial<Record<'amount' | 'transactionId' | 'jobId' | 'description', unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    version,
    position,
    type,
    hash,
    balance,
    faults,
    at: row.recordedAt.toISOString(),
    actor: metadata.actor,
    reason: metadata.reason ?? null,
    amount: typeof data.amount === 'number' ? data.amount : null,
    transactionId: text(data.transactionId),
    jobId: text(data.jobId),
    description: text(data.description),
  };
}
