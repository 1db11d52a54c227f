import { AppError } from '../../../errors.ts';
import { testUserOf } from '../../accounts/test-mode.ts';
import { stepOf } from '../../context.ts';
import type { DomainServices } from '../../services.ts';
import { deleteDemo } from '../end.ts';

/** A day's worth of a pipeline that makes a demo each minute is removed in three runs. */
const mostAtATime = 500;

/**
 * Deletes demos of test mode that have not changed for `keptMs`, with their files.
 * @returns how many
 */
export async function deleteOldTestDemos(services: DomainServices, keptMs: number): Promise<number> {
  const { sql, clock } = services;
  const before = new Date(clock.now().getTime() - keptMs);
  const old = await sql<{ demoId: string; userId: string }[]>`
    select id as "demoId", user_id as "userId" from demos
    where starts_with(user_id, ${testUserOf('')}) and updated_at < ${before}
    order by updated_at limit ${mostAtATime}`;
  for (const demo of old)
    await deleteDemo(services, stepOf(demo.demoId, 'test-mode-ended'), demo).catch((error: unknown) => {
      // Its owner has deleted it meanwhile.
      if (!(error instanceof AppError) || error.status !== 404) throw error;
    });
  return old.length;
}
