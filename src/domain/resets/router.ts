import { z } from 'zod';
import { commandOf } from '../context.ts';
import { idOf } from '../fields.ts';
import { pageUrl } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { resetMethods } from './events.ts';
import { readReset, removeReset, resetRequest, rotateResetSecret, setReset } from './resets.ts';

const tags = ['Projects'];
const one = z.object({ id: idOf('project') });
const secret = z.string().meta({
  description: 'What the request is signed with. Keep it on a server',
  examples: ['sr_reset_4mT9xQ2vKc7WbR1nZs8JdYpL'],
});
const resetView = resetRequest.extend({ secret }).meta({ id: 'Reset' });

/** What puts an application back before a film. */
export const resetRouter = router({
  set: protectedProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/projects/{id}/reset',
        summary: 'Set what puts the application back before each video',
        description:
          'The request is sent before each recording of a demo of the project: the first one, every refresh and restyle, and every ' +
          'further attempt of a job. The recording waits up to 30 seconds for a 2xx answer. Without one, the attempt fails. Redirects ' +
          'are not followed. The body is `{"projectId", "demoId", "jobId", "at"}` as JSON; a `GET` has none. `X-Showreel-Demo` is the ' +
          'id of the demo. `X-Showreel-Signature` is `t=<Unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<body>` with ' +
          'the `secret`. The first call makes the secret, and later ones keep it. The address must be one that pages may be recorded from.',
        tags,
      },
      errors: [400, 404],
    })
    .input(
      one.extend({
        url: pageUrl.meta({
          description: 'The address that is called',
          examples: ['https://example.com/test-data/reset'],
        }),
        method: z.enum(resetMethods).default('POST'),
      }),
    )
    .output(resetView)
    .mutation(({ ctx, input: { id: projectId, ...request } }) =>
      setReset(ctx.services, commandOf(ctx), { projectId, userId: ctx.caller.userId, ...request }),
    ),

  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}/reset',
        summary: 'Read what puts the application back before each video',
        description: 'The answer shows the secret. It is a 404 while the project has no reset.',
        tags,
      },
      errors: [404],
      secret: true,
    })
    .input(one)
    .output(resetView)
    .query(({ ctx: { services, caller }, input }) =>
      readReset(services, { projectId: input.id, userId: caller.userId }),
    ),

  remove: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/projects/{id}/reset',
        summary: 'Remove the reset of a project',
        description: 'Nothing is called before the videos that are made from now on.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removeReset(ctx.services, commandOf(ctx), { projectId: input.id, userId: ctx.caller.userId });
      return { ok: true };
    }),

  rotate: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects/{id}/reset/rotate',
        summary: 'Replace the secret of the reset',
        description: 'Every later request is signed with the new secret alone.',
        tags,
      },
      errors: [404],
      idempotent: true,
    })
    .input(one)
    .output(z.object({ secret }))
    .mutation(async ({ ctx, input }) => {
      const ref = { projectId: input.id, userId: ctx.caller.userId };
      return { secret: await rotateResetSecret(ctx.services, commandOf(ctx), ref) };
    }),
});
