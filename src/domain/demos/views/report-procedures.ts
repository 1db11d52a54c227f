import { z } from 'zod';
import { notFound } from '../../../errors.ts';
import { idOf } from '../../fields.ts';
import { nextCursor, paging } from '../../input.ts';
import { protectedProcedure } from '../../procedure.ts';
import { historyEventSchema, readHistory } from './history.ts';
import { readDemo } from './read-demo.ts';

const tags = ['Demos'];
const one = z.object({ id: idOf('demo') });

/** Operations that tell how a demo was made. */
export const reportProcedures = {
  script: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/demos/{id}/script',
        summary: 'Read the action script, a Chrome DevTools Recorder user flow',
        description:
          'The script opens in the Recorder panel of Chrome. The answer is a 404 while the demo has no script.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(
      z.looseObject({ title: z.string(), steps: z.array(z.looseObject({ type: z.string() })) }).meta({
        examples: [
          {
            title: 'Pricing at a glance',
            steps: [
              { type: 'setViewport', width: 1440, height: 900, deviceScaleFactor: 1, isMobile: false },
              { type: 'navigate', url: 'https://example.com/' },
              {
                type: 'click',
                selectors: [['aria/Pricing'], ['a[href="#pricing"]']],
                offsetX: 12,
                offsetY: 8,
              },
            ],
          },
        ],
      }),
    )
    .query(async ({ ctx: { services, caller }, input }) => {
      const { action_script } = await readDemo(services.sql, input.id, caller.userId);
      if (action_script === null) throw notFound('script');
      return JSON.parse(action_script);
    }),

  events: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/demos/{id}/events',
        summary: 'Read what happened to a demo, oldest first',
        description: 'The answer shows the stored events unchanged, with their `position` among all events.',
        tags,
      },
      errors: [400, 404],
    })
    .input(one.extend(paging))
    .output(z.object({ events: z.array(historyEventSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input: { id, ...rest } }) =>
      readHistory(services, { demoId: id, userId: caller.userId }, rest),
    ),
};
