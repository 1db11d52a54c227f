import { z } from 'zod';
import { presentationSchema } from '../../recorder/contract/presentation.ts';
import { stillMoments } from '../../recorder/contract/still-moments.ts';
import { commandOf } from '../context.ts';
import { warningsField } from '../demos/warnings.ts';
import { restyleAspect } from '../demos/wish.ts';
import { idOf } from '../fields.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { showLook } from './stills.ts';

const moment = z.union([z.enum(stillMoments), z.number().min(0).max(600_000)]).meta({
  description:
    '`opening` and `closing` are in the middle of the fades, `beginning` and `end` are where nothing fades any more or yet, `click` is ' +
    'just after the first click, and `close_up` where the camera is closest. A number is a time in the video, in milliseconds',
  examples: ['close_up'],
});

const input = z.object({
  id: idOf('demo'),
  presentation: presentationSchema,
  aspect: restyleAspect,
  moments: z
    .array(moment)
    .min(1)
    .max(6)
    .default(['beginning', 'close_up', 'end'])
    .meta({ examples: [['beginning', 'close_up', 'end']] }),
  width: z
    .number()
    .int()
    .min(160)
    .max(1920)
    .default(960)
    .meta({ description: 'Pixels. No still is wider than the video', examples: [960] }),
});

const output = z.object({
  stills: z.array(
    z.object({
      moment,
      timeMs: z
        .number()
        .int()
        .meta({ description: 'Where it is in the restyled video', examples: [5600] }),
      picture: z.string().meta({
        description: 'A JPEG, in base64',
        contentEncoding: 'base64',
        contentMediaType: 'image/jpeg',
        examples: ['/9j/4AAQSkZJRgABAQAAAQABAAD…'],
      }),
    }),
  ),
  durationMs: z
    .number()
    .int()
    .meta({ description: 'How long the restyled video is', examples: [10_000] }),
  colors: z.array(z.string()).meta({
    description: 'Colours of the recorded page, the strongest first',
    examples: [['#fe8c5b', '#15847c']],
  }),
  brand: z.string().meta({
    description:
      'The stage that the background `brand` is for this video, as a CSS background. It is exact in a box of 16:9',
    examples: ['linear-gradient(135deg, #6a8fd8, #4f79c9, #3f61b5, #33499d, #2b3383)'],
  }),
  warnings: warningsField,
});

export const lookRouter = router({
  show: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/{id}/stills',
        summary: 'Look at a restyle before it is made',
        description:
          'Takes the presentation that `restyle` takes and answers with stills of the video that it would make: composed of the recorded ' +
          'pictures, by what composes videos. No page is opened, nothing is charged or kept. The first answer for a demo takes a second or ' +
          'two, further ones a fraction of one. Where the recorded pictures are not kept any more, the answer is a 409 `no_take`. A picture ' +
          'of the background that cannot be loaded is a 422. There is a rate limit of its own, 240 a minute unless the operator sets another.',
        tags: ['Demos'],
      },
      errors: [400, 404, 409, 422, 503],
      limit: 'stills',
    })
    .input(input)
    .output(output)
    .mutation(async ({ ctx, input: { id, moments, ...look } }) => {
      const { services, caller, isCallerGone } = ctx;
      const request = { ...look, moments, demoId: id, userId: caller.userId, isCallerGone };
      const { stills, durationMs, colors, brand, warnings } = await showLook(
        services,
        commandOf(ctx),
        request,
      );
      return {
        stills: stills.map(({ timeMs, picture }, index) => ({
          moment: moments[index]!,
          timeMs,
          picture: picture.toString('base64'),
        })),
        durationMs,
        colors,
        brand,
        warnings,
      };
    }),
});
