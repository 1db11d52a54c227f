import type { ISql } from 'postgres';
import type { Finding } from './finding.ts';

/**
 * Finds jobs that were queued without being charged. A job and its charge are one transaction and carry one command
 * id. So a charge that was cut out of a ledger shows here even before its head was written down.
 *
 * @param known accounts that are at fault already: what is missing there is missing for a known reason
 */
export async function findUnpaidJobs(
  sql: ISql,
  userId: string | null,
  known: ReadonlySet<string | null>,
): Promise<Finding[]> {
  const rows = await sql<{ user_id: string; job_id: string; position: number }[]>`
    select q.data ->> 'userId' as user_id, q.data ->> 'jobId' as job_id, q.position
    from events q
    where q.type = 'GenerationQueued' ${userId === null ? sql`` : sql`and q.data ->> 'userId' = ${userId}`}
      and not exists (
        select from events c
        where c.command_id = q.command_id and c.type in ('AllowanceUsed', 'CreditsDeducted')
          and c.data ->> 'jobId' = q.data ->> 'jobId'
      )
    order by q.position
    limit 1000`;
  const newlyAccused = Map.groupBy(
    rows.filter((row) => !known.has(row.user_id)),
    (row) => row.user_id,
  );
  return [...newlyAccused].map(([user, jobs]) => {
    const [first] = jobs;
    const more = jobs.length > 1 ? `, and ${jobs.length - 1} more jobs were` : '';
    const what = `${first!.job_id} was queued at position ${first!.position} and is charged nowhere${more}`;
    return { userId: user, version: null, rule: 'charge', what };
  });
}
