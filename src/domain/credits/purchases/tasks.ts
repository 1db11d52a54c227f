import { z } from 'zod';

/** The queue's tasks for everything that has to be asked of a payment provider, or asked again after a crash. */
export const topoffTask = 'credits.topoff';
export const topoffPayload = z.object({
  userId: z.string(),
  purchaseId: z.string(),
  attempt: z.number().int(),
});

export const settleTask = 'credits.settle';
export const settlePayload = z.object({ userId: z.string(), purchaseId: z.string(), checkoutId: z.string() });

export const repayTask = 'credits.repay';
export const repayPayload = z.object({ userId: z.string(), purchaseId: z.string() });
