import { commandOf } from '../../context.ts';
import { protectedProcedure } from '../../procedure.ts';
import { triggerOf } from '../job-procedures.ts';
import { requestOf, wish } from '../wish.ts';
import { previewSchema } from './answer.ts';
import { previewDemo } from './preview.ts';

export const previewProcedure = {
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
    .input(wish)
    .output(previewSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, caller, baseUrl, isCallerGone } = ctx;
      const request = requestOf(input, { userId: caller.userId, triggeredBy: triggerOf[caller.via] });
      const { scenes, ...preview } = await previewDemo(services, commandOf(ctx), request, isCallerGone);
      const addressed = scenes.map((scene) => ({ ...scene, stillUrl: `${baseUrl}${scene.stillUrl}` }));
      return { ...preview, scenes: addressed };
    }),
};
