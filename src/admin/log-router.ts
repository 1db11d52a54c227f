import type { Sql } from 'postgres';
import { z } from 'zod';
import { openMembers } from '../store/index.ts';
import type { JsonObject } from '../store/types.ts';
import { demandAccount } from './find-accounts.ts';
import { hideSecrets } from './hide-secrets.ts';
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
  /** Without secrets, sealed or not. */
  data: z.record(z.string(), z.unknown()),
});
type LoggedEvent = z.infer<typeof loggedSchema>;

const moment = z.iso.datetime({ offset: true });

export const logRouter = router({
  /** Events as they were recorded, newest first, or oldest first from a position on. What a deleted user has said is empty. */
  read: adminProcedure
    .input(
      z.object({
        stream: z.string().optional(),
        type: z.string().optional(),
        /** A correlation, command, request or job id. */
        correlation: z.string().optional(),
        actor: z.string().optional(),
        /** What the account did, and every stream that is one of its records. */
        account: z.string().optional(),
        from: moment.optional(),
        until: moment.optional(),
        after: z.number().int().min(0).optional(),
        /** Newest first, below this position. */
        cursor: z.number().int().min(1).optional(),
        limit: rowLimit,
      }),
    )
    .output(z.array(loggedSchema))
    .query(async ({ ctx: { services }, input: { account, ...filter } }) => {
      const userId = account === undefined ? undefined : (await demandAccount(services.sql, account)).userId;
      const { sql, subjectKeys } = services;
      const rows = await openMembers(sql, subjectKeys, await readLog(sql, { ...filter, userId }));
      return rows.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        data: hideSecrets(row.data) as LoggedEvent['data'],
      }));
    }),
});

interface LogFilter {
  stream?: string | undefined;
  type?: string | undefined;
  correlation?: string | undefined;
  actor?: string | undefined;
  userId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  after?: number | undefined;
  cursor?: number | undefined;
  limit: number;
}

type LogRow = Omit<LoggedEvent, 'at' | 'data'> & { at: Date; data: JsonObject };

async function readLog(sql: Sql, filter: LogFilter): Promise<LogRow[]> {
  const { stream, type, correlation, actor, userId, from, until, after, cursor, limit } = filter;
  return sql`
    select position, recorded_at as at, stream, version, type, schema_version as "schemaVersion",
      metadata ->> 'actor' as actor, command_id as "commandId", metadata ->> 'correlationId' as "correlationId",
      metadata ->> 'reason' as reason, data
    from events
    where true
      ${stream === undefined ? sql`` : sql`and stream = ${stream}`}
      ${type === undefined ? sql`` : sql`and type = ${type}`}
      ${actor === undefined ? sql`` : sql`and metadata ->> 'actor' = ${actor}`}
      ${userId === undefined ? sql`` : sql`and (metadata ->> 'actor' = ${userId} or stream in (${streamsOf(sql, userId)}))`}
      ${from === undefined ? sql`` : sql`and recorded_at >= ${from}`}
      ${until === undefined ? sql`` : sql`and recorded_at < ${until}`}
      ${after === undefined ? sql`` : sql`and position > ${after}`}
      ${cursor === undefined ? sql`` : sql`and position < ${cursor}`}
      ${
        correlation === undefined
          ? sql``
          : sql`and (command_id = ${correlation} or metadata ->> 'correlationId' = ${correlation}
              or metadata ->> 'requestId' = ${correlation}
              or (strpos(data::text, ${correlation}) > 0 and data ->> 'jobId' = ${correlation}))`
      }
    order by position ${after === undefined ? sql`desc` : sql`asc`}
    limit ${limit}`;
}

/** A stream is one record, and the first event of each record of a user names the user. So this finds deleted records too. */
const streamsOf = (sql: Sql, userId: string) =>
  sql`select stream from events where version = 1 and data ->> 'userId' = ${userId}`;
