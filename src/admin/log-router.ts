import { z } from 'zod';
import { adminProcedure, router, rowLimit } from './trpc.ts';

const loggedSchema = z.object({
  position: z.number(),
  at: z.string(),
  stream: z.string(),
  version: z.number(),
  type: z.string(),
  schemaVersion: z.number(),
  actor: z.string(),
  commandId: z.string(),
  correlationId: z.string().nullable(),
  reason: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
type LoggedEvent = z.infer<typeof loggedSchema>;

export const logRouter = router({
  /** Events as they were recorded, newest first, or oldest first from a position on. */
  read: adminProcedure
    .input(
      z.object({
        stream: z.string().optional(),
        type: z.string().optional(),
        /** A correlation, command, request or job id. */
        correlation: z.string().optional(),
        actor: z.string().optional(),
        after: z.number().int().min(0).optional(),
        limit: rowLimit,
      }),
    )
    .output(z.array(loggedSchema))
    .query(async ({ ctx: { services }, input }) => {
      const { sql } = services;
      const { stream, type, correlation, actor, after, limit } = input;
      const rows = await sql<(Omit<LoggedEvent, 'at'> & { at: Date })[]>`
        select position, recorded_at as at, stream, version, type, schema_version as "schemaVersion",
          metadata ->> 'actor' as actor, command_id as "commandId", metadata ->> 'correlationId' as "correlationId",
          metadata ->> 'reason' as reason, data
        from events
        where true
          ${stream === undefined ? sql`` : sql`and stream = ${stream}`}
          ${type === undefined ? sql`` : sql`and type = ${type}`}
          ${actor === undefined ? sql`` : sql`and metadata ->> 'actor' = ${actor}`}
          ${after === undefined ? sql`` : sql`and position > ${after}`}
          ${
            correlation === undefined
              ? sql``
              : sql`and (command_id = ${correlation} or metadata ->> 'correlationId' = ${correlation}
                  or metadata ->> 'requestId' = ${correlation}
                  or (strpos(data::text, ${correlation}) > 0 and data ->> 'jobId' = ${correlation}))`
          }
        order by position ${after === undefined ? sql`desc` : sql`asc`}
        limit ${limit}`;
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    }),
});
