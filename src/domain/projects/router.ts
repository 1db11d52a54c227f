import { z } from 'zod';
import { newSecret } from '../../secrets.ts';
import { commandOf } from '../context.ts';
import { demosOfProject, projectDemoSchema } from '../demos/catalogue.ts';
import { exampleIds, idOf } from '../fields.ts';
import { nextCursor, page, pageUrl, text } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { createProject } from './create.ts';
import { projectDecider } from './decide.ts';
import { deleteProject } from './delete.ts';
import { projectStream, refreshSchedules, viewportNames } from './events.ts';
import { listProjects, projectFields, projectSchema, readProject } from './projects.ts';
import { refreshProject } from './refresh.ts';

const tags = ['Projects'];
const one = z.object({ id: idOf('project') });
const name = text(1, 100).meta({ examples: ['Example'] });
const url = pageUrl.meta({
  description: 'The page that demos are made of',
  examples: ['https://example.com/'],
});
const viewport = z.enum(viewportNames);
const signingSecret = z.string().meta({ examples: ['sr_sign_4mT9xQ2vKc7WbR1nZs8JdYpL'] });

export const projectRouter = router({
  create: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects',
        summary: 'Create a project for a site',
        description:
          'Its `signing_secret` is shown here and by `GET /projects/{id}/signing-secret`; keep it on a server.',
        tags,
      },
      status: 201,
      errors: [400],
      idempotent: true,
    })
    .input(z.object({ name, url, viewport: viewport.default('desktop') }))
    .output(projectFields.extend({ signing_secret: signingSecret }).meta({ id: 'CreatedProject' }))
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx;
      const made = await createProject(services, commandOf(ctx), { userId: caller.userId, ...input });
      return { ...made.project, signing_secret: made.signingSecret };
    }),

  list: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects',
        summary: 'List the projects, newest first',
        description: 'Each with the number of its demos.',
        tags,
      },
      errors: [400],
    })
    .input(z.object(page))
    .output(z.object({ projects: z.array(projectSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input }) => listProjects(services, caller.userId, input)),

  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}',
        summary: 'Read a project and its demos',
        description: 'All of its demos, newest first, without their scripts and logs.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(projectFields.extend({ demos: z.array(projectDemoSchema) }).meta({ id: 'ProjectDetail' }))
    .query(async ({ ctx: { services, caller }, input }) => {
      const project = await readProject(services, input.id, caller.userId);
      return { ...project, demos: await demosOfProject(services.sql, input.id) };
    }),

  edit: protectedProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/projects/{id}',
        summary: 'Change a project',
        description:
          'What is left out stays. With `refresh_schedule` first set to `on-deploy` the project gets its webhook secret.',
        tags,
      },
      errors: [400, 404],
    })
    .input(
      z.object({
        id: idOf('project'),
        name: name.optional(),
        url: url.optional(),
        viewport: viewport.optional(),
        refresh_schedule: z
          .enum(refreshSchedules)
          .meta({ examples: ['weekly'] })
          .optional(),
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
        description: 'With their media. What is running is cancelled and given back.',
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
        description:
          'Uploaded demos and demos that are busy are passed over. Where the quota ends, what it allows is queued.',
        tags,
      },
      errors: [404],
      idempotent: true,
    })
    .input(one)
    .output(
      z.object({
        queued: z.number().meta({ examples: [1] }),
        jobs: z.array(z.string()).meta({ examples: [[exampleIds.job]] }),
        over_quota: z.number().meta({
          description: 'Demos that were not queued since the quota was used up',
          examples: [0],
        }),
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
