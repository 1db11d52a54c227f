import type { ISql } from 'postgres';
import { creditFacts } from '../../domain/credits/events.ts';
import { projections } from '../../domain/index.ts';
import { canonicalJson, primaryKeyOf, type ReplayedRow } from '../../store/index.ts';
import type { AccountAudit } from './account.ts';
import type { Finding } from './finding.ts';

/** The read models that are made of ledgers alone, so that one account's events explain all of its rows. */
export const ledgerProjections = projections.filter(({ handles }) =>
  handles.every((type) => Object.hasOwn(creditFacts, type)),
);

interface LedgerTable {
  name: string;
  primaryKey: string[];
  /** Columns that have a default: a projection need not name them. */
  defaulted: ReadonlySet<string>;
}

/** The tables of these read models that hold rows of users. */
export async function ledgerTables(sql: ISql): Promise<LedgerTable[]> {
  const names = ledgerProjections.flatMap(({ tables }) => tables);
  const columns = await sql<{ table: string; column: string; defaulted: boolean }[]>`
    select attrelid::regclass::text as table, attname::text as column, atthasdef as defaulted
    from pg_attribute where attrelid = any(${names}::text[]::regclass[]) and attnum > 0 and not attisdropped`;
  const ofUsers = names.filter((name) => columns.some((c) => c.table === name && c.column === 'user_id'));
  return Promise.all(
    ofUsers.map(async (name) => ({
      name,
      primaryKey: await primaryKeyOf(sql, name),
      defaulted: new Set(columns.filter((c) => c.table === name && c.defaulted).map((c) => c.column)),
    })),
  );
}

type LiveRow = Record<string, unknown> & { user_id: string };

/** Compares what the API shows of these accounts with what their events make of it. */
export async function compareReadModels(
  sql: ISql,
  tables: readonly LedgerTable[],
  accounts: readonly AccountAudit[],
): Promise<Finding[]> {
  const differences = new Map<string, Difference[]>();
  const users = accounts.map(({ userId }) => userId);
  for (const table of tables) {
    const live = await sql<
      LiveRow[]
    >`select * from ${sql(table.name)} where user_id in ${sql(['', ...users])}`;
    const liveOf = Map.groupBy(live, (row) => row.user_id);
    for (const { userId, tables: replayed } of accounts) {
      const found = differ(table, liveOf.get(userId) ?? [], replayed.get(table.name) ?? []);
      if (found.length > 0) differences.set(userId, [...(differences.get(userId) ?? []), ...found]);
    }
  }
  return accounts.flatMap((account) => accuse(account, differences.get(account.userId) ?? []));
}

/** Users with rows in these tables, whether or not they have a ledger. */
export async function usersOf(sql: ISql, tables: readonly LedgerTable[]): Promise<string[]> {
  const users = new Set<string>();
  for (const { name } of tables) {
    const rows = await sql<{ user_id: string }[]>`select distinct user_id from ${sql(name)}`;
    for (const row of rows) users.add(row.user_id);
  }
  return [...users];
}

interface Difference {
  /** Of the ledger, where the row carries one. */
  version: number | null;
  what: string;
}

function differ(table: LedgerTable, live: LiveRow[], replayed: readonly ReplayedRow[]): Difference[] {
  const keyOf = (row: Record<string, unknown>) =>
    table.primaryKey.map((column) => String(row[column])).join(' ');
  const wanted = new Map(replayed.map((row) => [keyOf(row), row]));
  const found: Difference[] = [];
  const note = (row: Record<string, unknown>, what: string) => {
    const version = typeof row.version === 'number' ? row.version : null;
    const of = version === null ? '' : ` of version ${version}`;
    found.push({ version, what: `${table.name} ${keyOf(row)}${of} ${what}` });
  };
  for (const row of live) {
    const should = wanted.get(keyOf(row));
    wanted.delete(keyOf(row));
    if (!should) note(row, 'is not explained by the log');
    else {
      const columns = Object.keys(row).filter((column) => !sameValue(table, column, row, should));
      const told = columns.map((c) => `${c} is ${shown(row[c])}, the log says ${shown(should[c])}`);
      if (told.length > 0) note(should, `differs: ${told.join('; ')}`);
    }
  }
  for (const row of wanted.values()) note(row, 'is missing');
  return found;
}

function sameValue(table: LedgerTable, column: string, live: LiveRow, should: ReplayedRow): boolean {
  if (should[column] === undefined && table.defaulted.has(column)) return true;
  return shown(live[column]) === shown(should[column]);
}

const shown = (value: unknown) => canonicalJson(value ?? null);

const mostNamed = 3;

/** One finding an account: rows of the same account mostly differ for the same reason. */
function accuse({ userId, version }: AccountAudit, differences: Difference[]): Finding[] {
  if (differences.length === 0) return [];
  const versions = differences.flatMap((difference) => difference.version ?? []);
  const named = differences.slice(0, mostNamed).map(({ what }) => what);
  const more = differences.length > mostNamed ? `, and ${differences.length - mostNamed} more` : '';
  const end = version === 0 ? 'there is no ledger' : `the ledger ends at version ${version}`;
  const first = versions.length > 0 ? Math.min(...versions) : null;
  return [{ userId, version: first, rule: 'read_model', what: `${named.join(', ')}${more}; ${end}` }];
}
