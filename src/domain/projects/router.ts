import { z } from 'zod';
import { protectedProcedure, router } from '../../api/trpc.ts';
import { newSecret } from '../../secrets.ts';
import { commandOf } from '../context.ts';
import { demosOfProject, projectDemoSchema } from '../demos/catalogue.ts';
import { nextCursor, page, pageUrl, recordId, text } from '../input.ts';
import { createProject } from './create.ts';
import { projectDecider } from './decide.ts';
import { deleteProject } from './delete.ts';
import { projectStream, refreshSchedules, viewportNames } from './events.ts';
import { listProjects, projectSchema, readProject } from './projects.ts';
import { refreshProject } from './refresh.ts';

const tags = ['Projects'];
const one = z.object({ id: recordId });

export const projectRouter = router({
  create: protectedProcedure
    .meta({
      openapi: { method: 'POST', path: '/projects', summary: 'Create a project for a site', tags },
      status: 201,
      errors: [400],
      idempotent: true,
    })
    .input(z.object({ name: text(1, 100), url: pageUrl, viewport: z.enum(viewportNames).default('desktop') }))
    .output(projectSchema.extend({ signing_secret: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx;
      const { userId } = caller;
      const made = await createProject(services, commandOf(ctx), { userId, ...input });
      const project = await readProject(services, made.projectId, userId);
      return { ...project, signing_secret: made.signingSecret };
    }),

  list: protectedProcedure
    .meta({
      openapi: { method: 'GET', path: '/projects', summary: 'List the projects, newest first', tags },
      errors: [400],
    })
    .input(z.object(page))
    .output(z.object({ projects: z.array(projectSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input }) => listProjects(services, caller.userId, input)),

  read: protectedProcedure
    .meta({
      openapi: { method: 'GET', path: '/projects/{id}', summary: 'Read a project and its demos', tags },
      errors: [404],
    })
    .input(one)
    .output(projectSchema.extend({ demos: z.array(projectDemoSchema) }))
    .query(async ({ ctx: { services, caller }, input }) => {
      const project = await readProject(services, input.id, caller.userId);
      return { ...project, demos: await demosOfProject(services.sql, input.id) };
    }),

  edit: protectedProcedure
    .meta({
      openapi: { method: 'PATCH', path: '/projects/{id}', summary: 'Change a project', tags },
      errors: [400, 404],
    })
    .input(
      z.object({
        id: recordId,
        name: text(1, 100).optional(),
        url: pageUrl.optional(),
        viewport: z.enum(viewportNames).optional(),
        refresh_schedule: z.enum(refreshSchedules).optional(),
      }),
    )
    .output(projectSchema)
    .mutation(async ({ ctx, input: { id, refresh_schedule: schedule, ...changes } }) => {
      const { services, caller } = ctx;
      const by = caller.userId;
      const sealedWebhookSecret = services.secrets.seal(newSecret('whsec_'));
      await services.store.execute(commandOf(ctx), async (unit) => {
        const project = await unit.load(projectDecider, projectStream(id));
        project.decide({ type: 'edit', by, changes });
        if (schedule) project.decide({ type: 'schedule', by, schedule, sealedWebhookSecret });
      });
      return readProject(services, id, by);
    }),

  delete: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/projects/{id}',
        summary: 'Delete a project and all of its demos',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      const which = { projectId: input.id, userId: ctx.caller.userId };
      await deleteProject(ctx.services, commandOf(ctx), which);
      return { ok: true };
    }),

  refresh: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects/{id}/refresh',
        summary: 'Refresh every demo of a project that is ready and generated',
        tags,
      },
      errors: [404],
      idempotent: true,
    })
    .input(one)
    .output(
      z.object({
        queued: z.number(),
        jobs: z.array(z.string()),
        over_quota: z.number().describe('Demos that were not queued since the quota was used up'),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx;
      const triggeredBy = caller.via === 'key' ? 'api' : 'manual';
      const wish = { projectId: input.id, userId: caller.userId, triggeredBy } as const;
      const { jobs, overQuota } = await refreshProject(services, commandOf(ctx), wish);
      return { queued: jobs.length, jobs: jobs.map(({ jobId }) => jobId), over_quota: overQuota };
    }),
});
