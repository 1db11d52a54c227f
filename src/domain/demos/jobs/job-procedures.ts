import { z } from 'zod';
import { presentationSchema } from '../../../recorder/contract/presentation.ts';
import { commandOf } from '../../context.ts';
import { idField, idOf } from '../../fields.ts';
import { protectedProcedure } from '../../procedure.ts';
import { cancelJob } from '../end.ts';
import type { Trigger } from '../events.ts';
import { soundField, soundOf } from '../sound.ts';
import { restyleAspect } from '../wish.ts';
import { refreshDemo, restyleDemo } from './requeue.ts';

const tags = ['Demos'];
const one = z.object({ id: idOf('demo') });
const queued = z.object({
  id: idField('demo'),
  status: z.enum(['refreshing', 'recording']),
  jobId: idField('job'),
});
/** What the event says of who asked (`triggered_by`), by how the caller proved who they are. */
export const triggerOf = { key: 'api', session: 'manual', webhook: 'webhook' } as const satisfies Record<
  string,
  Trigger
>;

/** Operations that begin or end a job of a demo that is there. */
export const jobProcedures = {
  refresh: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/{id}/refresh',
        summary: 'Plan and record a demo again',
        description:
          'The existing version is shown until the new one is ready, and stays if the new one fails. ' +
          'A busy demo is a 409 `demo_busy`, an uploaded demo a 400. Costs one generation or one credit.',
        tags,
      },
      status: 202,
      errors: [400, 404, 409, 429],
      idempotent: true,
    })
    .input(one)
    .output(queued)
    .mutation(async ({ ctx, input: { id } }) => {
      const request = { demoId: id, userId: ctx.caller.userId, triggeredBy: triggerOf[ctx.caller.via] };
      const { jobId } = await refreshDemo(ctx.services, commandOf(ctx), request);
      return { id, status: 'refreshing', jobId };
    }),

  restyle: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/{id}/restyle',
        summary: 'Make a demo again with another presentation',
        description:
          'Nothing is planned again. The pictures of the last recording are composed anew, in seconds and without opening the page. Where they ' +
          'are not kept any more, or `retake` is true, the script is recorded again. The presentation replaces the old one completely: members that it leaves out get their defaults. ' +
          'Only the template stays where none is given. So does the sound, unless `sound` is given; null takes it away. A demo without a recorded script is a 400. Costs one generation or one credit.',
        tags,
      },
      status: 202,
      errors: [400, 404, 409, 429],
      idempotent: true,
    })
    .input(
      z.object({
        id: idOf('demo'),
        presentation: presentationSchema,
        aspect: restyleAspect,
        retake: z
          .boolean()
          .optional()
          .meta({
            description:
              'Opens the page and films it again. Otherwise the recorded pictures of the last recording are composed anew, as long as they are kept',
            examples: [false],
          }),
        sound: soundField.nullable().optional(),
      }),
    )
    .output(queued)
    .mutation(async ({ ctx, input: { id, sound: given, ...look } }) => {
      const sound = given === undefined ? undefined : given && soundOf(given);
      const request = { ...look, sound, demoId: id, userId: ctx.caller.userId };
      const { jobId } = await restyleDemo(ctx.services, commandOf(ctx), request);
      return { id, status: 'recording', jobId };
    }),

  cancel: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/{id}/cancel',
        summary: 'Cancel the running job of a demo',
        description:
          'Its cost is given back. A cancelled first generation leaves the demo `failed` with the error `cancelled`. A cancelled refresh ' +
          'or restyle leaves the last published version in place. Where no job runs, the answer is a 409.',
        tags,
      },
      errors: [404, 409],
    })
    .input(one)
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await cancelJob(ctx.services, commandOf(ctx), { demoId: input.id, userId: ctx.caller.userId });
      return { ok: true };
    }),
};
