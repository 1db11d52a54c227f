import { z } from 'zod';
import { commandOf } from '../context.ts';
import { idOf } from '../fields.ts';
import { enqueueMediaRemoval } from '../media-removal.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { backgroundSchema, listBackgrounds } from './backgrounds.ts';
import { backgroundDecider } from './decide.ts';
import { backgroundStream } from './events.ts';
import { backgroundPrefix } from './upload.ts';

const tags = ['Backgrounds'];

export const backgroundRouter = router({
  list: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/backgrounds',
        summary: 'List the backgrounds: the catalogue, then your own',
        description:
          'Each of them can be the `background` of a presentation, and each has a small preview picture.',
        tags,
      },
    })
    .output(z.object({ backgrounds: z.array(backgroundSchema) }))
    .query(async ({ ctx: { services, caller, baseUrl } }) => ({
      backgrounds: await listBackgrounds(services.sql, caller.userId, baseUrl),
    })),

  delete: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/backgrounds/{id}',
        summary: 'Delete a background of your own',
        description:
          'Videos that were made with it stay as they are. A demo that names it cannot be made again until it is restyled.',
        tags,
      },
      errors: [404],
    })
    .input(z.object({ id: idOf('background') }))
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.services.store.execute(commandOf(ctx), async (unit) => {
        const background = await unit.load(backgroundDecider, backgroundStream(id));
        background.decide({ type: 'delete', by: ctx.caller.userId });
        enqueueMediaRemoval(unit, id, backgroundPrefix(id));
      });
      return { ok: true };
    }),
});
