import type { ISql } from 'postgres';
import { z } from 'zod';
import { creditStream, creditStreamPrefix } from '../../domain/credits/events.ts';
import type { DomainServices } from '../../domain/services.ts';
import { notFound } from '../../errors.ts';
import type { MediaStorage } from '../../media/index.ts';
import { wholeObjects } from '../../media/objects.ts';
import { type ChainRow, holdOffSwaps, openSession, selectChain, selectChains } from '../../store/index.ts';
import { type AccountAudit, auditAccount } from './account.ts';
import { findUnpaidJobs } from './charges.ts';
import { type Finding, findingSchema } from './finding.ts';
import { findOpenGuards } from './guards.ts';
import { readWrittenHeads } from './head-files.ts';
import { findLostStreams } from './lost-streams.ts';
import { compareReadModels, ledgerProjections, ledgerTables, usersOf } from './read-models.ts';
import { compareWithSeals, type SealedLog, sealedLogSchema, sealsAtHand } from './sealed-log.ts';
import { findWrongKeys } from './subject-keys.ts';

export const auditReportSchema = z.object({
  accounts: z.number(),
  events: z.number(),
  headFiles: z.number(),
  /**
   * Ledgers of which nothing is written down yet: whether events were cut off at their end, the read models alone can
   * tell.
   */
  notWrittenDown: z.number(),
  /** The events of all streams, held against what was sealed; null where one account was audited. */
  sealed: sealedLogSchema.nullable(),
  findings: z.array(findingSchema),
});
export type AuditReport = z.infer<typeof auditReportSchema>;

export interface AuditProgress {
  accounts: number;
  events: number;
}

const pageSize = 2000;
const accountsAtOnce = 200;

/**
 * Audits one ledger, or all of them and the whole log, as they are at one moment, while the service goes on. Nothing is written.
 * @yields how far it has come, after every page.
 * @returns the report: every account that is not in order, and nobody else.
 * @throws AppError 404 where there is neither a ledger of this user nor anything that says there was one.
 */
export async function* audit(
  services: DomainServices,
  media: MediaStorage,
  { userId }: { userId: string | null },
): AsyncGenerator<AuditProgress, AuditReport> {
  const written = await readWrittenHeads(services, media);
  const seals = await sealsAtHand(wholeObjects(media), services.secrets);
  const moment = await openMoment(services);
  try {
    const { sql } = moment;
    const tables = await ledgerTables(sql);
    const scan: Scan = {
      sql,
      tables,
      heads: written.heads,
      accounts: 0,
      events: 0,
      notWrittenDown: 0,
      findings: [],
    };
    const seen = new Set<string>();
    for await (const done of ledgers(scan, userId, seen)) {
      yield { accounts: scan.accounts, events: scan.events };
      await judge(scan, done);
    }
    const silent = (await mentioned(scan, userId)).filter((user) => !seen.has(user));
    if (userId && seen.size + silent.length === 0) throw notFound('account');
    await judge(
      scan,
      silent.map((user) => begin(scan, user)),
    );
    const { accounts, events, notWrittenDown } = scan;
    const unpaid = await findUnpaidJobs(sql, userId, new Set(scan.findings.map((finding) => finding.userId)));
    const guards = await findOpenGuards(sql);
    const keys = userId ? [] : await findWrongKeys(sql, services.clock.now());
    const findings = [...guards, ...keys, ...written.findings, ...scan.findings, ...unpaid];
    const log = userId
      ? null
      : yield* auditLog(scan, compareWithSeals(sql, wholeObjects(media), services.secrets, seals));
    return {
      accounts,
      events,
      headFiles: written.files,
      notWrittenDown,
      sealed: log?.sealed ?? null,
      findings: [...findings, ...(log?.findings ?? [])],
    };
  } finally {
    await moment.close();
  }
}

/** Audits the log as a whole, whatever its events are about. */
async function* auditLog(
  { sql, accounts }: Scan,
  comparing: ReturnType<typeof compareWithSeals>,
): AsyncGenerator<AuditProgress, { sealed: SealedLog; findings: Finding[] }> {
  for (;;) {
    const step = await comparing.next();
    if (!step.done) {
      yield { accounts, events: step.value };
      continue;
    }
    const { sealed, findings } = step.value;
    const known = new Set(findings.flatMap(({ stream }) => stream ?? []));
    return { sealed, findings: [...findings, ...(await findLostStreams(sql, known))] };
  }
}

/** Opens a connection that sees the log and the read models as they are now until it is closed. */
async function openMoment({ sql }: DomainServices): Promise<ReturnType<typeof openSession>> {
  const session = openSession(sql);
  try {
    await holdOffSwaps(session.sql, ledgerProjections);
    await session.sql`begin isolation level repeatable read read only`;
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

interface Scan extends AuditProgress {
  sql: ISql;
  tables: Awaited<ReturnType<typeof ledgerTables>>;
  heads: Awaited<ReturnType<typeof readWrittenHeads>>['heads'];
  notWrittenDown: number;
  findings: Finding[];
}

const begin = ({ heads }: Scan, userId: string): AccountAudit =>
  auditAccount(userId, heads.get(creditStream(userId)) ?? [], ledgerProjections);

/**
 * Reads ledgers from their first to their last event.
 * @yields the ledgers that are read to their end, after each page of rows.
 */
async function* ledgers(
  scan: Scan,
  userId: string | null,
  seen: Set<string>,
): AsyncGenerator<AccountAudit[]> {
  let account: AccountAudit | null = null;
  for await (const rows of pages(scan.sql, userId)) {
    const done: AccountAudit[] = [];
    for (const row of rows) {
      const user = row.stream.slice(creditStreamPrefix.length);
      if (account?.userId !== user) {
        if (account) done.push(account);
        account = begin(scan, user);
        seen.add(user);
      }
      account.next(row);
    }
    scan.events += rows.length;
    yield done;
  }
  yield account ? [account] : [];
}

async function* pages(sql: ISql, userId: string | null): AsyncGenerator<ChainRow[]> {
  let after = { stream: userId ? creditStream(userId) : creditStreamPrefix, version: 0 };
  for (;;) {
    const rows: ChainRow[] = userId
      ? await selectChain(sql, after.stream, { afterVersion: after.version, limit: pageSize })
      : await selectChains(sql, creditStreamPrefix, { after, limit: pageSize });
    yield rows;
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    after = { stream: last.stream, version: last.version };
  }
}

/** The users whose ledgers are mentioned somewhere else: in a head file or in a read model. */
async function mentioned({ sql, tables, heads }: Scan, userId: string | null): Promise<string[]> {
  const ofHeads = [...heads.keys()]
    .filter((stream) => stream.startsWith(creditStreamPrefix))
    .map((stream) => stream.slice(creditStreamPrefix.length));
  const users = new Set([...ofHeads, ...(await usersOf(sql, tables))]);
  return [...users].filter((user) => userId === null || user === userId);
}

async function judge(scan: Scan, done: readonly AccountAudit[]): Promise<void> {
  for (let from = 0; from < done.length; from += accountsAtOnce) {
    const some = done.slice(from, from + accountsAtOnce);
    for (const account of some) account.end();
    scan.accounts += some.length;
    scan.notWrittenDown += some.filter(({ userId }) => !scan.heads.has(creditStream(userId))).length;
    scan.findings.push(...some.flatMap(({ findings }) => findings));
    const sound = some.filter(({ findings }) => findings.length === 0);
    scan.findings.push(...(await compareReadModels(scan.sql, scan.tables, sound)));
  }
}
