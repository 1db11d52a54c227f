import { z } from 'zod';
import type { UnitOfWork } from '../store/types.ts';

/** The queue's task that removes the files of a record that was deleted, such as a demo or a background. */
export const removeMediaTask = 'media.remove';
/** `prefix` is the folder of one record and ends in a slash: no task can remove more than that. */
export const removeMediaPayload = z.object({ prefix: z.string().regex(/^(demos|backgrounds)\/[^/]+\/$/) });

export const enqueueMediaRemoval = (unit: UnitOfWork, recordId: string, prefix: string) =>
  unit.enqueue({ task: removeMediaTask, payload: { prefix }, key: `${removeMediaTask}:${recordId}` });
