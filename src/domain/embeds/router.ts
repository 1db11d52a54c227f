import { z } from 'zod';
import { invalid } from '../../errors.ts';
import { presentationSchema } from '../../recorder/contract/presentation.ts';
import { isSameSite } from '../../site.ts';
import { commandOf } from '../context.ts';
import { demoStatuses } from '../demos/events.ts';
import { exampleIds } from '../fields.ts';
import { pageUrl, promptText, recordId, text } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { readProject } from '../projects/projects.ts';
import { specifyEmbed } from './embed-spec.ts';
import { describePage } from './page-context.ts';
import { showEmbed } from './show.ts';

const description =
  'For a page that shows a demo of itself. Where project, page, prompt, template, section and presentation are the same, an ' +
  'existing demo is reused (200), in any status. The page is `context.url` without its fragment and without tracking parameters, ' +
  'or else the address of the project. Where there is no such demo, a generation starts (202). Of many simultaneous callers, one ' +
  'starts it. A failed demo is reused too. It is made again by a call that comes ten minutes later, after a second failure by one ' +
  'that comes an hour later, and then a day later. With a publishable key the page has to be on the site of the project: the same ' +
  'registrable domain, or the same host for an IP address or `localhost`. Where the key names `allowed_domains`, the `Origin` (or ' +
  '`Referer`) has to be on one of them, else the answer is a 403. A key that is bound to a project finds only that project, and ' +
  '`project_id` may be left out. The page at `embedUrl` shows the progress and becomes the player by itself. To spare the first ' +
  'visitor that wait, call this beforehand from a server with a live key and the same page, prompt, template, section and ' +
  'presentation (`/docs/embeds` has a program for a sitemap).';

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
        project_id: recordId.optional().meta({
          description:
            'Required, unless the key is publishable and bound to a project. Such a key always means its own project.',
          examples: [exampleIds.project],
        }),
        prompt: promptText.optional().meta({ examples: ['Open the pricing section and compare the plans'] }),
        template: z
          .string()
          .optional()
          .meta({
            description: 'A template, as `id` in `recordingTemplate`. An unknown name means `auto`.',
            examples: ['pricing-focus'],
          }),
        section: text(1, 120)
          .optional()
          .meta({ examples: ['Pricing'] }),
        presentation: presentationSchema.optional(),
        context: z
          .object({
            url: pageUrl.optional(),
            title: text(0, 200)
              .optional()
              .meta({ examples: ['Example: plans and prices'] }),
            headings: z
              .array(text(0, 200))
              .optional()
              .meta({ examples: [['Simple pricing', 'Questions']] }),
            description: text(0, 500)
              .optional()
              .meta({ examples: ['Compare the plans and begin for free.'] }),
          })
          .optional()
          .describe(
            'What the page says about itself. `url` is the page to show. The planner reads from the other members what matters on it.',
          ),
      }),
    )
    .output(
      z.object({
        demoId: z.string().meta({ examples: [exampleIds.demo] }),
        status: z.enum(demoStatuses),
        embedUrl: z.string().meta({ examples: [`https://showreel.example.com/embed/${exampleIds.demo}`] }),
        cached: z.boolean().describe('Whether an existing demo is reused.'),
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
