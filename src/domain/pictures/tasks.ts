import { z } from 'zod';
import type { UnitOfWork } from '../../store/types.ts';

/** Makes the pictures of the moment that a demo's owner has picked last. */
export const picturesTask = 'demo.pictures';
export const picturesPayload = z.object({ demoId: z.string() });

/** Somebody waits for them. Whoever picks another moment before they are made waits for that one only. */
export const enqueuePictures = (unit: UnitOfWork, demoId: string, userId: string) =>
  unit.enqueue({
    task: picturesTask,
    payload: { demoId },
    key: `${picturesTask}:${demoId}`,
    priority: -10,
    maxAttempts: 3,
    share: userId,
  });
