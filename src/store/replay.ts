import { inlineChanges } from './projector.ts';
import type { ProjectableEvent, Projection, RowChange, RowValue } from './types.ts';

export type ReplayedRow = Record<string, RowValue>;

/**
 * Read models in memory, made of a few streams' events: what the tables should hold of one account. The whole tables are
 * compared in the database (verifyProjection), where PostgreSQL's own types decide.
 */
export function createReplay(projections: readonly Projection[]) {
  const tables = new Map<string, ReplayedRow[]>(
    projections.flatMap((projection) => projection.tables.map((table) => [table, []])),
  );
  return {
    tables: tables as ReadonlyMap<string, readonly ReplayedRow[]>,
    apply(event: ProjectableEvent): void {
      for (const change of inlineChanges(projections, event)) {
        const rows = tables.get(change.table)!;
        tables.set(change.table, changed(rows, change));
      }
    },
  };
}

function changed(rows: ReplayedRow[], change: RowChange): ReplayedRow[] {
  if (change.op === 'insert') {
    rows.push({ ...change.row });
    return rows;
  }
  const isMeant = (row: ReplayedRow) =>
    Object.entries(change.key).every(([column, value]) => row[column] === value);
  if (change.op === 'delete') return rows.filter((row) => !isMeant(row));
  for (const row of rows.filter(isMeant)) {
    Object.assign(row, change.set);
    for (const [column, by] of Object.entries(change.add ?? {})) row[column] = Number(row[column]) + by;
  }
  return rows;
}
