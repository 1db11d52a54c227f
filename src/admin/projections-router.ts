import { z } from 'zod';
import { projections, upcasters } from '../domain/index.ts';
import { AppError } from '../errors.ts';
import {
  type BuildProgress,
  readHead,
  rebuild,
  type TableDifference,
  verifyProjection,
} from '../store/index.ts';
import type { Projection } from '../store/types.ts';
import { hideSecretsOfRow } from './hide-secrets.ts';
import { followProgress } from './progress.ts';
import { adminProcedure, operatorProcedure, router } from './trpc.ts';

const listedSchema = z.object({
  name: z.string(),
  tables: z.array(z.string()),
  codeVersion: z.number(),
  /** null where its tables were never built. */
  databaseVersion: z.number().nullable(),
  mode: z.enum(['inline', 'catching up']),
  /** Events of the log that are not in its tables yet; 0 where it is written with the events themselves. */
  lag: z.number(),
  /** When it was last built, or last caught up. */
  updatedAt: z.string().nullable(),
});

export type BuildStep = { projection: string } & (
  | { progress: BuildProgress }
  | { events: number; differences: TableDifference[] | null }
);

const one = z.object({ name: z.string() });

export const projectionsRouter = router({
  list: adminProcedure.output(z.array(listedSchema)).query(
    async ({
      ctx: {
        services: { sql },
      },
    }) => {
      const head = await readHead(sql);
      const known = await sql<{ name: string; version: number; position: number | null; updated_at: Date }[]>`
      select name, version, position, updated_at from projections`;
      return projections.map(({ name, tables, version }) => {
        const row = known.find((candidate) => candidate.name === name);
        const position = row?.position ?? null;
        return {
          name,
          tables: [...tables],
          codeVersion: version,
          databaseVersion: row?.version ?? null,
          mode: position === null ? ('inline' as const) : ('catching up' as const),
          lag: position === null ? 0 : head - position,
          updatedAt: row?.updated_at.toISOString() ?? null,
        };
      });
    },
  ),

  /** Builds one anew while the service runs. */
  rebuild: operatorProcedure.input(one).mutation(async function* ({ ctx, input }): AsyncGenerator<BuildStep> {
    const projection = demandProjection(input.name);
    const { sql, subjectKeys: keys } = ctx.services;
    const running = followProgress<BuildProgress, { events: number }>((onProgress) =>
      rebuild({ sql, upcasters, keys, projection, onProgress }),
    );
    for (;;) {
      const step = await running.next();
      if (!step.done) yield { projection: input.name, progress: step.value };
      else {
        const { events } = step.value;
        ctx.log.info({ projection: input.name, events, operator: ctx.operator }, 'a read model was rebuilt');
        return yield { projection: input.name, events, differences: null };
      }
    }
  }),

  /** Compares one with the log, or all of them, row by row. */
  verify: adminProcedure.input(z.object({ name: z.string().nullable() })).query(async function* ({
    ctx: {
      services: { sql, subjectKeys: keys },
    },
    input,
  }): AsyncGenerator<BuildStep> {
    const chosen = input.name === null ? projections : [demandProjection(input.name)];
    for (const projection of chosen) {
      const { name } = projection;
      const running = followProgress<BuildProgress, Awaited<ReturnType<typeof verifyProjection>>>(
        (onProgress) => verifyProjection({ sql, upcasters, keys, projection, onProgress }),
      );
      for (let step = await running.next(); ; step = await running.next()) {
        if (step.done) {
          const { events, differences } = step.value;
          const shown = differences.map((table) => ({ ...table, rows: table.rows.map(hideSecretsOfRow) }));
          yield { projection: name, events, differences: shown };
          break;
        }
        yield { projection: name, progress: step.value };
      }
    }
  }),
});

function demandProjection(name: string): Projection {
  const found = projections.find((projection) => projection.name === name);
  if (found) return found;
  const known = projections.map((projection) => projection.name).join(', ');
  throw new AppError(
    'projection_not_found',
    404,
    `There is no read model ${JSON.stringify(name)}; there are ${known}.`,
  );
}
