import type { JsonObject, RowChange } from './types.ts';

/** As `apply_changes` takes it. */
export interface ChangeStatement {
  sql: string;
  row: JsonObject | JsonObject[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
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
    const statement = toStatement(change, quoted(tableOf(change.table)));
    const before = statements.at(-1);
    if (before?.sql === statement.sql && Array.isArray(before.row) && Array.isArray(statement.row))
      before.row.push(...statement.row);
    else statements.push(statement);
  }
  return statements;
}

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
  const record = (part: string) => `jsonb_populate_record(null::${table}, $1->'${part}') ${part}_`;
  const where = list(Object.keys(change.key), (c) => `t.${c} = key_.${c}`, ' and ');
  if (change.op === 'delete')
    return {
      sql: `delete from ${table} t using ${record('key')} where ${where}`,
      row: { key: plain(change.key) },
    };
  const { set = {}, add = {} } = change;
  const assignments = [
    ...Object.keys(set).map((name) => `${quoted(name)} = set_.${quoted(name)}`),
    ...Object.keys(add).map((name) => `${quoted(name)} = t.${quoted(name)} + add_.${quoted(name)}`),
  ].join(', ');
  return {
    sql: `update ${table} t set ${assignments} from ${record('key')}, ${record('set')}, ${record('add')} where ${where}`,
    row: { key: plain(change.key), set: plain(set), add: plain(add) },
  };
}
