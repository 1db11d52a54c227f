import { z } from 'zod';
import { invalid } from '../../errors.ts';
import { presentationSchema } from '../../recorder/contract/presentation.ts';
import { isSameSite } from '../../site.ts';
import { commandOf } from '../context.ts';
import { demoStatuses } from '../demos/events.ts';
import { pageUrl, recordId, text } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { readProject } from '../projects/projects.ts';
import { specifyEmbed } from './embed-spec.ts';
import { describePage } from './page-context.ts';
import { showEmbed } from './show.ts';

const description =
  'For a page that shows a demo of itself. A demo is reused (200, in whatever status it is) where project, page, prompt, ' +
  'template, section and presentation are the same; the page is `context.url` without its fragment and without tracking ' +
  'parameters, or the address of the project. Otherwise a generation starts (202); of many callers at once, one starts it. A demo ' +
  'that failed is reused too, and made again by a call that comes ten minutes later, after a second failure an hour, then a day. ' +
  'With a publishable key the page has to be on the site of the project (the same registrable domain; for an IP address or ' +
  '`localhost` the same host), and where the key names `allowed_domains` the `Origin` (or `Referer`) has to be on one of them, ' +
  'else 403. The project of a key that is bound to one may be left out, and no other is found. The page at ' +
  '`embedUrl` shows how far the demo is, and becomes the player by itself.';

export const embedRouter = router({
  generate: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/embed/generate',
        summary: 'Find or make the demo of a page',
        description,
        tags: ['Embeds'],
      },
      access: 'embed',
      status: 200,
      otherStatuses: [202],
      errors: [400, 403, 404],
      idempotent: true,
    })
    .input(
      z.object({
        project_id: recordId
          .optional()
          .describe(
            'Required, unless the key is publishable and bound to a project: then that one is meant, whatever is given.',
          ),
        prompt: text(1, 500).optional(),
        template: z
          .string()
          .optional()
          .describe('As `id` in `recordingTemplate`; a name that is not known means `auto`.'),
        section: text(1, 120).optional(),
        presentation: presentationSchema.optional(),
        context: z
          .object({
            url: pageUrl.optional(),
            title: text(0, 200).optional(),
            headings: z.array(text(0, 200)).optional(),
            description: text(0, 500).optional(),
          })
          .optional()
          .describe(
            'What the page says of itself. Its words tell what matters; its address tells which page to show.',
          ),
      }),
    )
    .output(
      z.object({
        demoId: z.string(),
        status: z.enum(demoStatuses),
        embedUrl: z.string(),
        cached: z.boolean().describe('A demo that was there is reused.'),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { services, caller, baseUrl } = ctx;
      const { scope, userId } = caller;
      const bound = scope?.projectId ?? null;
      const projectId = bound ?? input.project_id;
      if (projectId === undefined)
        throw invalid('`project_id` is required: expected the id of the project whose page this is.');
      const { url } = await readProject(services, projectId, userId);
      const page = input.context?.url;
      if (scope && page !== undefined && !isSameSite(page, url))
        throw invalid(
          `\`context.url\` must be on the site of the project where a publishable key is used, but ${new URL(page).host} came.`,
          'page_not_on_site',
        );
      const project = { projectId, url };
      const shown = await showEmbed(services, commandOf({ ...ctx, caller }), {
        userId,
        project,
        asked: false,
        spec: specifyEmbed(project, { ...input, pageUrl: page }),
        context: describePage(input.context),
      });
      if (shown.started) ctx.setStatus(202);
      return {
        demoId: shown.demoId,
        status: shown.status,
        embedUrl: `${baseUrl}/embed/${shown.demoId}`,
        cached: !shown.started,
      };
    }),
});
