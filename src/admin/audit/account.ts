import { createLedgerRules } from '../../domain/credits/ledger-rules.ts';
import { upcasters } from '../../domain/index.ts';
import {
  type ChainHead,
  type ChainRow,
  createReplay,
  createUpcasts,
  followChain,
  NewerEvent,
  type ReplayedRow,
} from '../../store/index.ts';
import type { Projection } from '../../store/types.ts';
import type { Finding } from './finding.ts';

/** One account's ledger, read from its first event to its last. */
export interface AccountAudit {
  readonly userId: string;
  /** The version of the last event that was in order. */
  readonly version: number;
  readonly balance: number;
  /** What is wrong with the first bad version; empty where there is none. */
  readonly findings: readonly Finding[];
  /** What the read models should hold of this account. */
  readonly tables: ReadonlyMap<string, readonly ReplayedRow[]>;
  next(row: ChainRow): void;
  /** After the last row. */
  end(): void;
}

const upcasts = createUpcasts(upcasters);

/**
 * Once a version is at fault, nothing that comes after it can be judged: it may be right and only look wrong. So the first bad
 * version is named, with everything that is wrong with it, and the rest is left alone.
 */
export function auditAccount(
  userId: string,
  heads: readonly ChainHead[],
  projections: readonly Projection[],
): AccountAudit {
  const chain = followChain(heads);
  const rules = createLedgerRules(userId);
  const replay = createReplay(projections);
  const findings: Finding[] = [];
  const accuse = (version: number, rule: Finding['rule'], what: string) =>
    findings.push({ userId, version, rule, what });
  return {
    userId,
    get version() {
      return chain.version;
    },
    get balance() {
      return rules.balance;
    },
    findings,
    tables: replay.tables,
    next(row) {
      if (findings.length > 0) return;
      const fault = chain.next(row);
      if (fault) accuse(fault.version, fault.kind, fault.reason);
      if (fault && fault.version !== row.version) return;
      const event = current(row);
      if (typeof event === 'string') return void accuse(row.version, 'ledger', event);
      for (const what of rules.next(event)) accuse(row.version, 'ledger', what);
      if (findings.length === 0) replay.apply(event);
    },
    end() {
      if (findings.length > 0) return;
      const fault = chain.end();
      if (fault) accuse(fault.version, fault.kind, fault.reason);
    },
  };
}

/** The event in its current form; where it has none, a sentence that says why. */
function current(row: ChainRow) {
  try {
    return { ...row, ...upcasts.upcast(row.type, row.schemaVersion, row.data as never, row.metadata) };
  } catch (error) {
    if (error instanceof NewerEvent) return error.detail!;
    return error instanceof Error ? error.message : String(error);
  }
}
