import type { ISql } from 'postgres';
import {
  type ChangeStatement,
  changesNothing,
  checkColumns,
  toSetStatement,
  toStatements,
} from './statements.ts';
import type { RowChange, RowValue } from './types.ts';

/** The columns of a primary key, and how a value of each is told from another. */
export type RowKey = readonly { column: string; kind: 'text' | 'whole number' }[];

/** By table. */
export type RowKeys = ReadonlyMap<string, RowKey>;

/** What any number of changes make of one row. */
type Pending =
  | { op: 'insert'; row: Record<string, RowValue> }
  | {
      op: 'update';
      key: Record<string, RowValue>;
      set: Record<string, RowValue>;
      add: Record<string, number>;
    }
  | { op: 'delete'; key: Record<string, RowValue> };

/**
 * Writes the changes of many events in few statements: each row once, and rows that change alike together. In the end
 * the tables are as the changes one by one would leave them, at 56 thousand events a second instead of 31. Before the
 * end they are not, so this is for tables that nobody sees meanwhile.
 *
 * @param keys of tables where rows are told apart by their primary key and nothing else, see readRowKeys; the changes
 *   of any other table are written one by one.
 */
export async function writeMerged(
  sql: ISql,
  changes: readonly RowChange[],
  keys: RowKeys,
  tableOf: (table: string) => string,
): Promise<void> {
  for (const { table, set } of inSets(changes, keys)) {
    if (keys.has(table)) {
      const { sql: text, row } = toSetStatement(set, tableOf(table));
      await sql.unsafe(text, [JSON.stringify(row)]);
    } else {
      const statements = toStatements(set, tableOf);
      await sql`select apply_changes(${JSON.stringify(statements)}::text::jsonb)`;
    }
  }
}

/** Does the same for a transaction that others cannot see into. */
export const mergedStatements = (changes: readonly RowChange[], keys: RowKeys): ChangeStatement[] =>
  inSets(changes, keys).flatMap(({ table, set }) =>
    keys.has(table) ? [toSetStatement(set, table, '$1')] : toStatements(set),
  );

/**
 * The changes as sets, in the order of writing. A set is of one table. Where the key of the table is known, its
 * changes are alike and of different rows; else they are merely in order.
 */
function inSets(changes: readonly RowChange[], keys: RowKeys): { table: string; set: RowChange[] }[] {
  // Each change names one table, so tables do not depend on each other.
  return [...Map.groupBy(changes, (change) => change.table)].flatMap(([table, ofTable]) => {
    const key = keys.get(table);
    const sets = key ? merged(ofTable, key) : [ofTable];
    return sets.map((set) => ({ table, set }));
  });
}

function merged(changes: readonly RowChange[], key: RowKey): RowChange[][] {
  const sets: RowChange[][] = [];
  let pending = new Map<string, Pending>();
  const flush = () => {
    sets.push(...alike([...pending.values()], changes[0]!.table));
    pending = new Map();
  };
  for (const change of changes) {
    checkColumns(change);
    const id = rowId(change, key);
    if (id === null) {
      flush();
      if (!changesNothing(change)) sets.push([change]);
      continue;
    }
    const before = pending.get(id);
    const after = before ? joined(before, change) : begun(change);
    if (!after) flush();
    pending.set(id, after ?? begun(change));
  }
  flush();
  return sets;
}

/**
 * The row that a change means.
 * @returns null where it may mean several rows, or where a value of the key could be written in two ways.
 */
function rowId(change: RowChange, key: RowKey): string | null {
  const values = change.op === 'insert' ? change.row : change.key;
  if (change.op !== 'insert' && Object.keys(values).length !== key.length) return null;
  const id: (string | number)[] = [];
  for (const { column, kind } of key) {
    const value = values[column];
    const isPlain = kind === 'text' ? typeof value === 'string' : Number.isSafeInteger(value);
    if (!isPlain) return null;
    id.push(value as string | number);
  }
  return JSON.stringify(id);
}

function begun(change: RowChange): Pending {
  if (change.op === 'insert') return { op: 'insert', row: { ...change.row } };
  if (change.op === 'delete') return { op: 'delete', key: change.key };
  return { op: 'update', key: change.key, set: { ...change.set }, add: { ...change.add } };
}

/** Two changes as one; null where that would not be the same as one after the other. */
function joined(before: Pending, change: RowChange): Pending | null {
  if (change.op === 'delete' && before.op === 'update') return begun(change);
  if (change.op !== 'update' || before.op === 'delete') return null;
  const values = { ...(before.op === 'insert' ? before.row : before.set), ...change.set };
  const sums = before.op === 'insert' ? {} : { ...before.add };
  for (const column of Object.keys(change.set ?? {})) delete sums[column];
  for (const [column, by] of Object.entries(change.add ?? {})) {
    const isKnown = before.op === 'insert' || Object.hasOwn(values, column);
    const known = isKnown ? values[column] : (sums[column] ?? 0);
    const sum = Number(known) + by;
    // Other numbers would be rounded, and the database has to judge what is no number.
    if (![known, by, sum].every(Number.isSafeInteger)) return null;
    if (isKnown) values[column] = sum;
    else sums[column] = sum;
  }
  return before.op === 'insert'
    ? { op: 'insert', row: values }
    : { op: 'update', key: before.key, set: values, add: sums };
}

/**
 * By now each change is of another row, so their order does not matter any more: those that are alike go together.
 */
function alike(pending: readonly Pending[], table: string): RowChange[][] {
  const changes = pending
    .map((row): RowChange => ({ ...row, table }))
    .filter((change) => !changesNothing(change));
  return [...Map.groupBy(changes, (change) => JSON.stringify(shapeOf(change))).values()];
}

function shapeOf(change: RowChange): unknown[] {
  if (change.op === 'insert') return [change.op, Object.keys(change.row)];
  if (change.op === 'delete') return [change.op, Object.keys(change.key)];
  return [
    change.op,
    ...[change.key, change.set ?? {}, change.add ?? {}].map((values) => Object.keys(values)),
  ];
}

/**
 * Reads the primary keys of those tables whose rows are told apart by it alone: no other unique or exclusion
 * constraint lets the change of one row stand in the way of another, and values of the key are equal in PostgreSQL
 * only where they are the same here.
 */
export async function readRowKeys(sql: ISql, tables: readonly string[]): Promise<RowKeys> {
  const keys = new Map<string, RowKey>();
  for (const table of tables) {
    const columns = await sql<{ column: string; type: string; plain: boolean }[]>`
      select a.attname::text as column, a.atttypid::regtype::text as type, coalesce(c.collisdeterministic, true) as plain
      from pg_index i cross join unnest(i.indkey) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      left join pg_collation c on c.oid = a.attcollation
      where i.indrelid = ${table}::regclass and i.indisprimary and not exists (
        select from pg_index other
        where other.indrelid = i.indrelid and not other.indisprimary and (other.indisunique or other.indisexclusion)
      )
      order by k.place`;
    const key = columns.flatMap(({ column, type, plain }) => {
      const kind = kinds[type];
      return kind && plain ? [{ column, kind }] : [];
    });
    if (key.length > 0 && key.length === columns.length) keys.set(table, key);
  }
  return keys;
}

const kinds: Record<string, RowKey[number]['kind'] | undefined> = {
  text: 'text',
  integer: 'whole number',
  bigint: 'whole number',
};
