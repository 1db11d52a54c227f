import { z } from 'zod';
import { deleteOldTestDemos } from '../../domain/demos/jobs/test-demos.ts';
import type { DomainServices } from '../../domain/services.ts';
import { type Task, task } from '../queue/tasks.ts';

/** What a pipeline made is of use for as long as somebody looks into why it failed. */
const keptMs = 30 * 24 * 3_600_000;

/** The task that deletes demos of test mode after a month. Pipelines make them all day, and nobody is charged for them. */
export function clearTestDemos(services: DomainServices): Task {
  const definition = {
    name: 'test-demos.clear',
    payload: z.object({}),
    deadlineMs: 10 * 60_000,
    schedule: '43 * * * *',
  };
  return task(definition, async (_payload, { log }) => {
    const demos = await deleteOldTestDemos(services, keptMs);
    if (demos > 0) log.info({ demos }, 'deleted old demos of test mode');
  });
}
