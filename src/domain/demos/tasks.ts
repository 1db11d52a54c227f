import { z } from 'zod';
import type { UnitOfWork } from '../../store/types.ts';

/** The queue's task that makes a version of a demo. Its payload names records only: the task reads what is true of them when it runs. */
export const generateTask = 'demo.generate';
export const generatePayload = z.object({ demoId: z.string(), jobId: z.string() });

/**
 * The worker itself gives a job up after three runs, and says so in the demo. The queue's own limit lies far above: the queue would
 * keep a job that reached it for ever and say nothing, and the demo would stay busy.
 */
export const enqueueGeneration = (
  unit: UnitOfWork,
  { userId, ...payload }: { demoId: string; jobId: string; userId: string },
) => unit.enqueue({ task: generateTask, payload, key: payload.jobId, maxAttempts: 25, share: userId });

/** The queue's task that plans a demo without making it. Somebody waits for the answer, so it comes before everything else. */
export const previewTask = 'demo.preview';
export const previewPayload = z.object({ previewId: z.string() });

export const previewKey = (previewId: string) => `${previewTask}:${previewId}`;

/** It is tried again where its worker shuts down or dies, unless nobody waits any more. */
export const enqueuePreview = (unit: UnitOfWork, previewId: string, userId: string) =>
  unit.enqueue({
    task: previewTask,
    payload: { previewId },
    key: previewKey(previewId),
    priority: -10,
    maxAttempts: 3,
    share: userId,
  });
