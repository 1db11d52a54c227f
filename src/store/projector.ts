import type { Sql } from 'postgres';
import type { ProjectableEvent, Projection, RowChange } from './types.ts';

/**
 * What the projections want done for one event.
 * @throws Error where one writes to a table it did not name: a rebuild would not know of it.
 */
export function inlineChanges(projections: readonly Projection[], event: ProjectableEvent): RowChange[] {
  return projections.flatMap((projection) => {
    if (!projection.handles.includes(event.type)) return [];
    const changes = projection.project(event);
    const stray = changes.find((change) => !projection.tables.includes(change.table));
    if (stray)
      throw new Error(
        `Projection ${projection.name} wrote to ${stray.table}, which is not one of its tables.`,
      );
    return changes;
  });
}

/** A read model that was built by other code than runs now: it needs a rebuild. */
interface ProjectionMismatch {
  name: string;
  codeVersion: number;
  /** Null where the log already has events it handles, and the projection is new. */
  databaseVersion: number | null;
}

/** Registers projections that have nothing to catch up on, and reports those whose tables do not fit this code. */
export async function checkProjections(
  sql: Sql,
  projections: readonly Projection[],
): Promise<ProjectionMismatch[]> {
  const mismatches: ProjectionMismatch[] = [];
  for (const projection of projections) {
    await sql`
      insert into projections (name, version)
      select ${projection.name}, ${projection.version}
      where not exists (select from events where type in ${sql(['', ...projection.handles])})
      on conflict (name) do nothing`;
    const [known] = await sql<{ version: number }[]>`
      select version from projections where name = ${projection.name}`;
    if (known?.version !== projection.version)
      mismatches.push({
        name: projection.name,
        codeVersion: projection.version,
        databaseVersion: known?.version ?? null,
      });
  }
  return mismatches;
}
