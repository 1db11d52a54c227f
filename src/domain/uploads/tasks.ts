import { z } from 'zod';
import type { UnitOfWork } from '../../store/types.ts';

/** Makes the pictures of an uploaded film. */
export const illustrateTask = 'upload.illustrate';
export const illustratePayload = z.object({ demoId: z.string() });

/** Removes the file of an upload that came to nothing because its process died. */
export const settleTask = 'upload.settle';
export const settlePayload = z.object({ demoId: z.string() });

/** Long after even the longest upload has ended. */
const settleAfterMs = 60 * 60_000;

export const enqueueIllustration = (unit: UnitOfWork, demoId: string) =>
  unit.enqueue({
    task: illustrateTask,
    payload: { demoId },
    key: `${illustrateTask}:${demoId}`,
    maxAttempts: 3,
  });

export const enqueueSettlement = (unit: UnitOfWork, demoId: string, now: Date) =>
  unit.enqueue({
    task: settleTask,
    payload: { demoId },
    key: `${settleTask}:${demoId}`,
    runAt: new Date(now.getTime() + settleAfterMs),
  });
