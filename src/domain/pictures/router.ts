import { z } from 'zod';
import { commandOf } from '../context.ts';
import { assetKinds } from '../demos/events.ts';
import { idField, idOf } from '../fields.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { pickMoment } from './pick-moment.ts';

const timeField = z
  .number()
  .int()
  .min(0)
  .meta({
    description: 'The moment, in ms from the beginning of the video',
    examples: [6_400],
  });
const kinds = z.array(z.enum(assetKinds)).min(1).max(assetKinds.length);

export const picturesRouter = router({
  pick: protectedProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/demos/{id}/moment',
        summary: 'Choose the moment that the thumbnail and the GIF show',
        description:
          'The thumbnail becomes the picture of the video at `time_ms`, and the GIF the four seconds around it. They are made within ' +
          'seconds, and their addresses stay the same. They belong to the version that is shown: the next refresh or restyle makes ' +
          'pictures of its own again. A demo without a video is a 409. It costs nothing.',
        tags: ['Demos'],
      },
      status: 202,
      errors: [400, 404, 409],
    })
    .input(
      z.object({
        id: idOf('demo'),
        time_ms: timeField,
        pictures: kinds
          .meta({ description: 'Which of the two; both where nothing is said', examples: [['thumbnail']] })
          .optional(),
      }),
    )
    .output(z.object({ id: idField('demo'), time_ms: timeField, pictures: kinds }))
    .mutation(async ({ ctx, input: { id, time_ms: timeMs, pictures = [...assetKinds] } }) => {
      const kinds = assetKinds.filter((kind) => pictures.includes(kind));
      const pick = { demoId: id, userId: ctx.caller.userId, timeMs, kinds };
      await pickMoment(ctx.services, commandOf(ctx), pick);
      return { id, time_ms: timeMs, pictures: kinds };
    }),
});
