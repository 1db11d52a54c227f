import type { Sql } from 'postgres';
import { mediaPrefix } from '../media-keys.ts';

/**
 * The folder in which a failed or cancelled job may have left files; null where somebody needs what is in it: a
 * version that was published, a job that still runs, or a later job that makes the same version.
 */
export async function abandonedPrefix(
  sql: Sql,
  { demoId, jobId }: { demoId: string; jobId: string },
): Promise<string | null> {
  const [job] = await sql<{ status: string; version: number; superseded: boolean }[]>`
    select status, new_version as version, exists (
      select from demo_jobs later
      where later.demo_id = jobs.demo_id and later.id > jobs.id and later.new_version = jobs.new_version
    ) as superseded
    from demo_jobs jobs where id = ${jobId}`;
  // The demo was deleted, so all of its files go.
  if (!job) return mediaPrefix(demoId);
  const ended = job.status === 'failed' || job.status === 'cancelled';
  return ended && !job.superseded ? mediaPrefix(demoId, job.version) : null;
}
