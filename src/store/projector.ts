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

/** The read models that code keeps, each as `name:version`, as `append_events` takes them. */
export const versionsOf = (projections: readonly Projection[]): string[] =>
  projections.map(({ name, version }) => `${name}:${version}`);

/** A read model that was built by older code than runs now: it needs a rebuild. */
interface ProjectionMismatch {
  name: string;
  codeVersion: number;
  /** Null where the log already has events it handles, and the projection is new. */
  databaseVersion: number | null;
}

/**
 * Registers projections that have nothing to catch up on, and reports those whose tables are older than this code. Tables that newer code
 * has built are left alone: that code runs beside this one, and only adds to what this one reads.
 */
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
    if (known === undefined || known.version < projection.version)
      mismatches.push({
        name: projection.name,
        codeVersion: projection.version,
        databaseVersion: known?.version ?? null,
      });
  }
  return mismatches;
}

/** Code that has written nothing for so long has ended, or has nothing to write. */
const quietForMs = 60_000;

/**
 * The names of read models to which code that knows an older version of them has written, and no longer does. They hold what that code
 * made of its events, so they need a rebuild.
 */
export async function outdatedProjections(
  sql: Sql,
  projections: readonly Projection[],
  quietMs = quietForMs,
): Promise<string[]> {
  const rows = await sql<{ name: string; version: number }[]>`
    select name, version from projections
    where outdated_at < clock_timestamp() - ${quietMs} * interval '1 millisecond'`;
  const outdated = new Set(rows.map(({ name, version }) => `${name}:${version}`));
  return projections
    .filter(({ name, version }) => outdated.has(`${name}:${version}`))
    .map(({ name }) => name);
}
