import { z } from 'zod';

/** The queue's tasks for projects that a clock refreshes. */
export const startDueTask = 'project.start-due-refreshes';
export const scheduledRefreshTask = 'project.refresh';
export const scheduledRefreshPayload = z.object({
  projectId: z.string(),
  /** ISO 8601: together with the project it names this refresh. */
  dueAt: z.iso.datetime(),
  /** The demos that there were to refresh when it began. */
  demoIds: z.array(z.string()),
});
export type ScheduledRefresh = z.infer<typeof scheduledRefreshPayload>;
