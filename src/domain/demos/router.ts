import { z } from 'zod';
import { presentationSchema } from '../../recorder/contract/presentation.ts';
import { readUserFlow } from '../../recorder/contract/user-flow.ts';
import { commandOf } from '../context.ts';
import { exampleIds, idField, idOf } from '../fields.ts';
import { nextCursor, paging, text } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { withUrls } from './addresses.ts';
import { createDemo } from './create.ts';
import { demoDecider } from './decide.ts';
import { deleteDemo } from './end.ts';
import { demoStatuses, demoStream } from './events.ts';
import { jobProcedures, triggerOf } from './job-procedures.ts';
import { reportProcedures } from './report-procedures.ts';
import { suppliedScript } from './supplied.ts';
import { issueTicket } from './ticket.ts';
import { demoDetailSchema, demoSchema, listDemos, readDemo, readDemoDetail } from './views.ts';

const tags = ['Demos'];
const one = z.object({ id: idOf('demo') });
const ok = z.object({ ok: z.literal(true) });
const prompt = text(1, 500).meta({
  description: 'What the demo should show, in one sentence',
  examples: ['Open the pricing section and compare the plans'],
});
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
    .input(
      z.object({
        project_id: idOf('project'),
        prompt,
        format: z.enum(['mp4', 'webm']).default('mp4'),
        resolution: z.enum(['720p', '1080p']).default('1080p'),
        duration_target: z.enum(['5s', '10s', '30s']).default('10s'),
        presentation: presentationSchema.optional(),
        mode: z.enum(['script', 'agent']).default('script'),
        action_script: suppliedScript.optional(),
      }),
    )
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
      const { demoId, jobId } = await createDemo(services, commandOf(ctx), {
        userId: caller.userId,
        projectId: input.project_id,
        prompt: input.prompt,
        format: input.format,
        resolution: input.resolution,
        durationTarget: input.duration_target,
        presentation: input.presentation ?? null,
        mode: input.mode,
        pageUrl: null,
        context: null,
        contextHash: null,
        ...(input.action_script !== undefined && { actionScript: readUserFlow(input.action_script) }),
        triggeredBy: triggerOf[caller.via],
      });
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
        description: 'Lists the demos of all projects or of one, in any status or in one.',
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
        ...paging,
      }),
    )
    .output(z.object({ demos: z.array(demoSchema), next_cursor: nextCursor }))
    .query(async ({ ctx: { services, caller, baseUrl }, input: { project_id: projectId, ...rest } }) => {
      const { demos, ...page } = await listDemos(services.sql, caller.userId, { ...rest, projectId });
      return { demos: demos.map((demo) => withUrls(demo, baseUrl)), ...page };
    }),

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
    .query(async ({ ctx: { services, caller, baseUrl }, input }) =>
      withUrls(await readDemoDetail(services.sql, input.id, caller.userId), baseUrl),
    ),

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
        prompt: prompt.optional(),
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

  ...jobProcedures,
  ...reportProcedures,
});
