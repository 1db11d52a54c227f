import { z } from 'zod';

/** The queue's task that sends what waits in one lane of an endpoint. */
export const deliverTask = 'webhook.deliver';
export const deliverPayload = z.object({ endpointId: z.string(), lane: z.string() });
export type Lane = z.infer<typeof deliverPayload>;

/** The job that sends next in a lane. Those of one endpoint run one after the other, so a dead endpoint takes one place at most. */
export const jobOf = ({ endpointId, lane }: Lane) => ({
  task: deliverTask,
  payload: { endpointId, lane },
  key: `webhook:${endpointId}:${lane}`,
  queue: `webhook:${endpointId}`,
});

/** Tells an owner that an endpoint was switched off. */
export const offMailTask = 'webhook.mail-off';
export const offMailPayload = z.object({ userId: z.string(), reason: z.enum(['failing', 'gone']) });

/** The task that looks after what a lost job would leave behind, and removes what is old. */
export const tidyTask = 'webhook.tidy';
