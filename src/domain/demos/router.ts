import { z } from 'zod';
import { protectedProcedure, router } from '../../api/trpc.ts';
import { notFound } from '../../errors.ts';
import { presentationSchema } from '../../recorder/presentation.ts';
import { commandOf } from '../context.ts';
import { nextCursor, page, recordId, text } from '../input.ts';
import { createDemo } from './create.ts';
import { demoDecider } from './decide.ts';
import { cancelJob, deleteDemo } from './end.ts';
import { demoStatuses, demoStream, type Trigger } from './events.ts';
import { historyEventSchema, readHistory } from './history.ts';
import { refreshDemo, restyleDemo } from './requeue.ts';
import { issueTicket } from './ticket.ts';
import { demoDetailSchema, demoSchema, listDemos, readDemo, readDemoDetail } from './views.ts';

const tags = ['Demos'];
const one = z.object({ id: recordId });
const ok = z.object({ ok: z.literal(true) });
const queued = z.object({ id: z.string(), status: z.enum(['refreshing', 'recording']), jobId: z.string() });
const triggers = { key: 'api', session: 'manual', webhook: 'webhook' } as const satisfies Record<
  string,
  Trigger
>;

export const demoRouter = router({
  create: protectedProcedure
    .meta({
      openapi: { method: 'POST', path: '/demos', summary: 'Make a demo of a page', tags },
      status: 202,
      errors: [400, 403, 404, 429],
      idempotent: true,
    })
    .input(
      z.object({
        project_id: recordId,
        prompt: text(1, 500),
        format: z.enum(['mp4', 'webm']).default('mp4'),
        resolution: z.enum(['720p', '1080p']).default('1080p'),
        duration_target: z.enum(['5s', '10s', '30s']).default('10s'),
        presentation: presentationSchema.optional(),
        mode: z.enum(['script', 'agent']).default('script'),
      }),
    )
    .output(
      z.object({
        id: z.string(),
        status: z.literal('pending'),
        jobId: z.string(),
        pollUrl: z.string(),
        wsUrl: z.string(),
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
        triggeredBy: triggers[caller.via],
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
      openapi: { method: 'GET', path: '/demos', summary: 'List the demos, newest first', tags },
      errors: [400],
    })
    .input(z.object({ project_id: recordId.optional(), status: z.enum(demoStatuses).optional(), ...page }))
    .output(z.object({ demos: z.array(demoSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input: { project_id: projectId, ...rest } }) =>
      listDemos(services.sql, caller.userId, { ...rest, projectId }),
    ),

  read: protectedProcedure
    .meta({ openapi: { method: 'GET', path: '/demos/{id}', summary: 'Read a demo', tags }, errors: [404] })
    .input(one)
    .output(demoDetailSchema)
    .query(({ ctx: { services, caller }, input }) => readDemoDetail(services.sql, input.id, caller.userId)),

  edit: protectedProcedure
    .meta({
      openapi: { method: 'PATCH', path: '/demos/{id}', summary: 'Change what a demo is to show', tags },
      errors: [400, 404],
    })
    .input(z.object({ id: recordId, prompt: text(1, 500).optional(), context: text(0, 2000).optional() }))
    .output(demoSchema)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      const { services, caller } = ctx;
      await services.store.execute(commandOf(ctx), async (unit) => {
        const demo = await unit.load(demoDecider, demoStream(id));
        demo.decide({ type: 'edit', by: caller.userId, ...changes });
      });
      return readDemo(services.sql, id, caller.userId);
    }),

  delete: protectedProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/demos/{id}', summary: 'Delete a demo and its media', tags },
      errors: [404],
    })
    .input(one)
    .output(ok)
    .mutation(async ({ ctx, input }) => {
      await deleteDemo(ctx.services, commandOf(ctx), { demoId: input.id, userId: ctx.caller.userId });
      return { ok: true };
    }),

  refresh: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/{id}/refresh',
        summary: 'Plan and record a demo again',
        tags,
      },
      status: 202,
      errors: [400, 404, 409, 429],
      idempotent: true,
    })
    .input(one)
    .output(queued)
    .mutation(async ({ ctx, input: { id } }) => {
      const wish = { demoId: id, userId: ctx.caller.userId, triggeredBy: triggers[ctx.caller.via] };
      const { jobId } = await refreshDemo(ctx.services, commandOf(ctx), wish);
      return { id, status: 'refreshing', jobId };
    }),

  restyle: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/{id}/restyle',
        summary: 'Record a demo again from its script, with another presentation',
        tags,
      },
      status: 202,
      errors: [400, 404, 409, 429],
      idempotent: true,
    })
    .input(z.object({ id: recordId, presentation: presentationSchema }))
    .output(queued)
    .mutation(async ({ ctx, input: { id, presentation } }) => {
      const wish = { demoId: id, userId: ctx.caller.userId, presentation };
      const { jobId } = await restyleDemo(ctx.services, commandOf(ctx), wish);
      return { id, status: 'recording', jobId };
    }),

  cancel: protectedProcedure
    .meta({
      openapi: { method: 'POST', path: '/demos/{id}/cancel', summary: 'End what is running', tags },
      errors: [404, 409],
    })
    .input(one)
    .output(ok)
    .mutation(async ({ ctx, input }) => {
      await cancelJob(ctx.services, commandOf(ctx), { demoId: input.id, userId: ctx.caller.userId });
      return { ok: true };
    }),

  script: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/demos/{id}/script',
        summary: 'Read the action script, a Chrome DevTools Recorder user flow',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(z.looseObject({ title: z.string(), steps: z.array(z.looseObject({ type: z.string() })) }))
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
        tags,
      },
      errors: [400, 404],
    })
    .input(z.object({ id: recordId, ...page }))
    .output(z.object({ events: z.array(historyEventSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input: { id, ...rest } }) =>
      readHistory(services, { demoId: id, userId: caller.userId }, rest),
    ),
});
