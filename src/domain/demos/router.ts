import { z } from 'zod';
import { commandOf } from '../context.ts';
import { exampleIds, idField, idOf } from '../fields.ts';
import { nextCursor, paging, text } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { createDemo } from './create.ts';
import { demoDecider } from './decide.ts';
import { deleteDemo } from './end.ts';
import { demoStatuses, demoStream } from './events.ts';
import { jobProcedures, triggerOf } from './jobs/job-procedures.ts';
import { issueTicket } from './jobs/ticket.ts';
import { previewProcedures } from './preview/procedure.ts';
import { versionUrls, withUrls } from './views/addresses.ts';
import { demoDetailSchema, demoSchema } from './views/demo-fields.ts';
import { documentsOf, expandField, namedDocuments, readExpand } from './views/documents.ts';
import { overviewProcedure } from './views/overview.ts';
import { listDemos, readDemo } from './views/read-demo.ts';
import { readDemoDetail } from './views/read-demo-detail.ts';
import { reportProcedures } from './views/report-procedures.ts';
import { soundsProcedure } from './views/sounds.ts';
import { promptField, requestOf, wish } from './wish.ts';

const tags = ['Demos'];
const one = z.object({ id: idOf('demo') });
const ok = z.object({ ok: z.literal(true) });

export const demoRouter = router({
  create: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos',
        summary: 'Make a demo of a page',
        description:
          'The answer comes at once, and the demo is planned and recorded in the background. Poll `pollUrl` or watch `wsUrl` until ' +
          'the status is `ready` or `failed`. Costs one generation of the plan, or one credit.',
        tags,
      },
      status: 202,
      errors: [400, 403, 404, 429],
      idempotent: true,
    })
    .input(wish)
    .output(
      z.object({
        id: idField('demo'),
        status: z.literal('pending'),
        jobId: idField('job'),
        pollUrl: z.string().meta({
          description: 'The address to read the demo from, with the key',
          examples: [`https://showreel.example.com/api/v1/demos/${exampleIds.demo}`],
        }),
        wsUrl: z.string().meta({
          description: 'A WebSocket that tells the progress. It works for an hour and needs no key',
          examples: [`wss://showreel.example.com/api/ws/${exampleIds.demo}?ticket=eyJkZW1vIjoi…`],
        }),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { services, caller, baseUrl } = ctx;
      const request = requestOf(input, { userId: caller.userId, triggeredBy: triggerOf[caller.via] });
      const { demoId, jobId } = await createDemo(services, commandOf(ctx), request);
      const ticket = issueTicket(services.secrets, services.clock, demoId);
      return {
        id: demoId,
        status: 'pending',
        jobId,
        pollUrl: `${baseUrl}/api/v1/demos/${demoId}`,
        wsUrl: `${baseUrl.replace(/^http/, 'ws')}/api/ws/${demoId}?ticket=${ticket}`,
      };
    }),

  list: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/demos',
        summary: 'List the demos, newest first',
        description:
          'Lists the demos of all projects or of one, in any status or in one. `expand` adds `script`, `plan` and `log` as objects.',
        tags,
      },
      errors: [400],
    })
    .input(
      z.object({
        project_id: idOf('project').meta({ description: 'Only the demos of this project' }).optional(),
        status: z
          .enum(demoStatuses)
          .meta({ description: 'Only the demos with this status', examples: ['ready'] })
          .optional(),
        expand: expandField,
        ...paging,
      }),
    )
    .output(z.object({ demos: z.array(demoSchema), next_cursor: nextCursor }))
    .query(
      async ({ ctx: { services, caller, baseUrl }, input: { project_id: projectId, expand, ...rest } }) => {
        const names = readExpand(expand);
        const { demos, ...page } = await listDemos(services.sql, caller.userId, { ...rest, projectId });
        return {
          demos: demos.map((demo) => ({ ...withUrls(demo, baseUrl), ...namedDocuments(demo, names) })),
          ...page,
        };
      },
    ),

  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/demos/{id}',
        summary: 'Read a demo',
        description:
          'The answer has the newest job and the history of refreshes. It can be polled cheaply: send the `ETag` of the last answer as ' +
          '`If-None-Match`, and the answer is a 304 without a body until something changes.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(demoDetailSchema)
    .query(async ({ ctx: { services, caller, baseUrl }, input }) => {
      const demo = await readDemoDetail(services.sql, input.id, caller.userId);
      const { urls, ...addressed } = withUrls(demo, baseUrl);
      const versions = versionUrls(demo.refreshHistory, baseUrl);
      return { ...addressed, urls: { ...urls, versions }, ...documentsOf(demo) };
    }),

  edit: protectedProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/demos/{id}',
        summary: 'Change what a demo should show',
        description: 'The change takes effect with the next refresh. The existing video stays as it is.',
        tags,
      },
      errors: [400, 404],
    })
    .input(
      z.object({
        id: idOf('demo'),
        prompt: promptField.optional(),
        context: text(0, 2000)
          .meta({
            description: 'What else the planner should know',
            examples: ['The yearly price is the one to show.'],
          })
          .optional(),
      }),
    )
    .output(demoSchema)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      const { services, caller } = ctx;
      await services.store.execute(commandOf(ctx), async (unit) => {
        const demo = await unit.load(demoDecider, demoStream(id));
        demo.decide({ type: 'edit', by: caller.userId, ...changes });
      });
      return withUrls(await readDemo(services.sql, id, caller.userId), ctx.baseUrl);
    }),

  delete: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/demos/{id}',
        summary: 'Delete a demo and its media',
        description:
          'A running job is cancelled, and its cost is given back. From then on the addresses of the demo answer with 404.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(ok)
    .mutation(async ({ ctx, input }) => {
      await deleteDemo(ctx.services, commandOf(ctx), { demoId: input.id, userId: ctx.caller.userId });
      return { ok: true };
    }),

  ...soundsProcedure,
  ...overviewProcedure,
  ...previewProcedures,
  ...jobProcedures,
  ...reportProcedures,
});
