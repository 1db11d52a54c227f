import { z } from 'zod';
import type { UnitOfWork } from '../../store/types.ts';

/** Makes the pictures of the moments that a demo's owner has picked. */
export const picturesTask = 'demo.pictures';
export const picturesPayload = z.object({ demoId: z.string() });

/** Somebody waits for them. Another pick before they are made takes the place of the job, which then makes what both want. */
export const enqueuePictures = (unit: UnitOfWork, demoId: string, userId: string) =>
  unit.enqueue({
    task: picturesTask,
    payload: { demoId },
    key: `${picturesTask}:${demoId}`,
    priority: -10,
    maxAttempts: 3,
    share: userId,
  });
