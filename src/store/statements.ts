import type { JsonObject, RowChange } from './types.ts';

/** As `apply_changes` takes it. */
export interface ChangeStatement {
  sql: string;
  row: JsonObject | JsonObject[];
}

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
export function toStatements(changes: RowChange[], tableOf = (table: string) => table): ChangeStatement[] {
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

const changesNothing = (change: RowChange) =>
  change.op === 'update' && Object.keys({ ...change.set, ...change.add }).length === 0;

// Dates become ISO text on their way into JSON; everything else is JSON already.
const plain = (value: object): JsonObject => JSON.parse(JSON.stringify(value));

function toStatement(change: RowChange, table: string): ChangeStatement {
  if (change.op === 'insert') {
    const names = Object.keys(change.row);
    const columns = list(names, (c) => c, ', ');
    const values = list(names, (c) => `r.${c}`, ', ');
    return {
      sql: `insert into ${table} (${columns}) select ${values} from jsonb_populate_recordset(null::${table}, $1) r`,
      row: [plain(change.row)],
    };
  }
  const key = Object.keys(change.key);
  const set = change.op === 'update' ? Object.keys(change.set ?? {}) : [];
  const add = change.op === 'update' ? Object.keys(change.add ?? {}) : [];
  const names = [...key, ...set, ...add];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice)
    throw new Error(
      `A change of ${change.table} names the column ${twice} twice; to change a key, delete and insert.`,
    );
  const from = `jsonb_populate_record(null::${table}, $1) r`;
  const where = list(key, (c) => `t.${c} = r.${c}`, ' and ');
  const row = plain({ ...change.key });
  if (change.op === 'delete') return { sql: `delete from ${table} t using ${from} where ${where}`, row };
  const assignments = [
    list(set, (c) => `${c} = r.${c}`, ', '),
    list(add, (c) => `${c} = t.${c} + r.${c}`, ', '),
  ];
  return {
    sql: `update ${table} t set ${assignments.filter(Boolean).join(', ')} from ${from} where ${where}`,
    row: { ...row, ...plain({ ...change.set, ...change.add }) },
  };
}
