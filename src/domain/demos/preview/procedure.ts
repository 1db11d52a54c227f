import { z } from 'zod';
import { commandOf } from '../../context.ts';
import { idOf } from '../../fields.ts';
import { protectedProcedure } from '../../procedure.ts';
import { triggerOf } from '../jobs/job-procedures.ts';
import { promptField, requestOf, wish } from '../wish.ts';
import { previewSchema, type SeenPage, seenPageSchema } from './answer.ts';
import { compareDemo, comparisonSchema } from './comparison.ts';
import { previewDemo } from './preview.ts';
import { seenBy } from './previews.ts';

const progressId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
  .meta({ examples: ['b3f1c2d4-5a69-4788-9b0c-1d2e3f405162'] });

export const previewProcedures = {
  preview: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/preview',
        summary: 'Look at a plan before it is filmed',
        description:
          'Takes what `POST /demos` takes, and answers within seconds what that would film: the plan, the script, and a still of each ' +
          'scene. Nothing is filmed or charged, and nothing that changes data is sent to the page. Send `action_script` back to ' +
          '`POST /demos`, edited or not. A page that cannot be opened is a 422 with the reason. Where no worker takes the preview within ' +
          '20 s, the answer is a 503 `preview_timeout`. The stills are removed after an hour. There is a rate limit of its own, 20 a ' +
          'minute unless the operator sets another.',
        tags: ['Demos'],
      },
      errors: [400, 403, 404, 422, 503],
      limit: 'previews',
    })
    .input(
      wish.extend({
        progress_id: progressId
          .meta({
            description:
              'A word of your own, under which `GET /previews/{progress_id}` tells meanwhile what was seen',
          })
          .optional(),
        elements: z
          .boolean()
          .default(false)
          .meta({
            description: 'Whether each scene tells in `elements` what is on the screen',
            examples: [true],
          }),
        insert: z
          .object({
            prompt: promptField,
            step: z
              .number()
              .int()
              .min(0)
              .meta({ description: 'The index of the step before which it goes', examples: [6] }),
          })
          .meta({
            description:
              'A further wish for `action_script`. It is planned on the page as it is at that place, and the answer has the whole script. ' +
              'Where it cannot be done, it is in `unmet`, and the script stays as it is',
          })
          .optional(),
      }),
    )
    .output(previewSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller, baseUrl, isCallerGone } = ctx;
      const by = { userId: caller.userId, triggeredBy: triggerOf[caller.via] };
      const asks = { elements: input.elements, addition: input.insert ?? null };
      const request = { ...requestOf(input, by), progressId: input.progress_id ?? null, asks };
      const { scenes, page, ...preview } = await previewDemo(services, commandOf(ctx), request, isCallerGone);
      const addressed = scenes.map((scene) => ({ ...scene, stillUrl: `${baseUrl}${scene.stillUrl}` }));
      return { ...preview, page: page && addressedPage(page, baseUrl), scenes: addressed };
    }),

  compare: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/{id}/compare',
        summary: 'Compare a page elsewhere with the film of a demo',
        description:
          'Looks at the page of another project, such as that of a preview deployment, and says what differs from what the shown version of ' +
          'the demo saw of its own page. Nothing is filmed or charged. Where the film leads on from its first page, the way is walked ' +
          'off camera up to the first deed, and nothing that changes data is sent. It has the rate limit and the answers of a preview.',
        tags: ['Demos'],
      },
      errors: [400, 404, 422, 503],
      limit: 'previews',
    })
    .input(
      z.object({
        id: idOf('demo'),
        project_id: idOf('project').meta({ description: 'The project whose page is looked at' }),
      }),
    )
    .output(comparisonSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller, baseUrl, isCallerGone } = ctx;
      const asked = { userId: caller.userId, demoId: input.id, projectId: input.project_id };
      const found = await compareDemo(services, commandOf(ctx), asked, isCallerGone);
      const addressed = (path: string | null) => path && `${baseUrl}${path}`;
      return { ...found, before_url: addressed(found.before_url), after_url: addressed(found.after_url) };
    }),

  previewProgress: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/previews/{progress_id}',
        summary: 'See what a preview has seen so far',
        description:
          'Tells what was read of the page while its preview is still being made: a picture, its sections and prompts to try. Ask every ' +
          'half second, with the `progress_id` that you gave to `POST /demos/preview`.',
        tags: ['Demos'],
      },
      errors: [400],
    })
    .input(
      z.object({
        progress_id: progressId.meta({ description: 'What you called the preview by when you asked for it' }),
      }),
    )
    .output(
      z.object({
        page: seenPageSchema
          .nullable()
          .meta({ description: 'null until the page was read, and where no preview has this id' }),
      }),
    )
    .query(async ({ ctx: { services, caller, baseUrl }, input }) => {
      const page = await seenBy(services, caller.userId, input.progress_id);
      return { page: page && addressedPage(page, baseUrl) };
    }),
};

const addressedPage = (page: SeenPage, baseUrl: string): SeenPage => ({
  ...page,
  pictureUrl: `${baseUrl}${page.pictureUrl}`,
});
