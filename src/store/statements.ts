import type { RowChange, RowValue } from './types.ts';

/** As `apply_changes` takes it. */
export interface ChangeStatement {
  sql: string;
  row: Row | Row[];
}

/** Becomes JSON on its way: a Date is ISO text then. */
type Row = Record<string, RowValue>;

/** A name as SQL text. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const list = (names: string[], write: (column: string) => string, separator: string) =>
  names.map((name) => write(quoted(name))).join(separator);

/**
 * A row change as one statement with one parameter. PostgreSQL casts each value to its column's type
 * (jsonb_populate_record), so that the same change means the same in an append and in a rebuild, and no column type is
 * known here. Inserts of one shape that follow each other become one statement.
 *
 * @param tableOf where a table's changes go: itself, or the one that is being built beside it.
 */
export function toStatements(
  changes: readonly RowChange[],
  tableOf = (table: string) => table,
): ChangeStatement[] {
  const statements: ChangeStatement[] = [];
  for (const change of changes) {
    if (changesNothing(change)) continue;
    const statement = toStatement(change, quoted(tableOf(change.table)));
    const before = statements.at(-1);
    if (before?.sql === statement.sql && Array.isArray(before.row) && Array.isArray(statement.row))
      before.row.push(...statement.row);
    else statements.push(statement);
  }
  return statements;
}

/**
 * Changes that name the same columns of different rows, all as one statement.
 * @param parameter how the rows come: as jsonb, or as a text for `sql.unsafe`. With a text, each set is planned for
 *   the tables as they are then, and not as they were when the first set of its kind came by.
 */
export function toSetStatement(
  changes: readonly RowChange[],
  table: string,
  parameter: '$1' | '$1::text::jsonb' = '$1::text::jsonb',
): ChangeStatement {
  const source = `jsonb_populate_recordset(null::${quoted(table)}, ${parameter})`;
  const rows = changes.map(rowOf);
  return { sql: statementText(changes[0]!, quoted(table), source), row: rows };
}

export const changesNothing = (change: RowChange) =>
  change.op === 'update' && Object.keys({ ...change.set, ...change.add }).length === 0;

/** @throws Error where a change names a column twice. */
export function checkColumns(change: RowChange): void {
  if (change.op === 'insert') return;
  const names = Object.keys(change.key);
  if (change.op === 'update') names.push(...Object.keys(change.set ?? {}), ...Object.keys(change.add ?? {}));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice)
    throw new Error(
      `A change of ${change.table} names the column ${twice} twice; to change a key, delete and insert.`,
    );
}

function toStatement(change: RowChange, table: string): ChangeStatement {
  checkColumns(change);
  if (change.op !== 'insert')
    return {
      sql: statementText(change, table, `jsonb_populate_record(null::${table}, $1)`),
      row: rowOf(change),
    };
  const sql = statementText(change, table, `jsonb_populate_recordset(null::${table}, $1)`);
  return { sql, row: [rowOf(change)] };
}

function rowOf(change: RowChange): Row {
  if (change.op === 'insert') return change.row;
  return change.op === 'delete' ? change.key : { ...change.key, ...change.set, ...change.add };
}

function statementText(change: RowChange, table: string, source: string): string {
  if (change.op === 'insert') {
    const names = Object.keys(change.row);
    const columns = list(names, (c) => c, ', ');
    const values = list(names, (c) => `r.${c}`, ', ');
    return `insert into ${table} (${columns}) select ${values} from ${source} r`;
  }
  const where = list(Object.keys(change.key), (c) => `t.${c} = r.${c}`, ' and ');
  if (change.op === 'delete') return `delete from ${table} t using ${source} r where ${where}`;
  const assignments = [
    list(Object.keys(change.set ?? {}), (c) => `${c} = r.${c}`, ', '),
    list(Object.keys(change.add ?? {}), (c) => `${c} = t.${c} + r.${c}`, ', '),
  ];
  return `update ${table} t set ${assignments.filter(Boolean).join(', ')} from ${source} r where ${where}`;
}
