/**
 * A project's demos: what is done with all demos of a project at once, or with several that were chosen. They are shown with it,
 * deleted with it, and refreshed together: on request, by the clock or after a deployment. The API and the worker come in. It writes
 * project and demo streams by the commands of those slices, and keeps one read model of its own: when scheduled
 * refreshes are due.
 */
import { z } from 'zod';
import { presentationSchema } from '../../recorder/contract/presentation.ts';
import { commandOf } from '../context.ts';
import { demosOfProject, projectDemoSchema } from '../demos/views/catalogue.ts';
import { pageSchema, pagesOfProject } from '../demos/views/pages.ts';
import { restyleAspect } from '../demos/wish.ts';
import { exampleIds, idField, idOf } from '../fields.ts';
import { protectedProcedure } from '../procedure.ts';
import { projectFields, readProject } from '../projects/projects.ts';
import { resetRequest, shownReset } from '../resets/resets.ts';
import { deleteProject } from './delete-project.ts';
import { refreshProject } from './refresh-project.ts';
import { restyleProject } from './restyle-project.ts';

const tags = ['Projects'];
const one = z.object({ id: idOf('project') });
const detailSchema = projectFields
  .extend({
    reset: resetRequest
      .nullable()
      .meta({ description: 'What is called before each video; null where nothing is' }),
    demos: z.array(projectDemoSchema),
  })
  .meta({ id: 'ProjectDetail' });

export const projectDemoProcedures = {
  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}',
        summary: 'Read a project and its demos',
        description:
          'The answer lists all demos of the project, newest first, without their scripts and logs.',
        tags,
      },
      errors: [404],
    })
    .input(
      one.extend({
        demos: z.enum(['all', 'none']).default('all').meta({
          description: 'With `none`, `demos` is empty: `GET /demos/overview` reads them page by page',
        }),
      }),
    )
    .output(detailSchema)
    .query(async ({ ctx: { services, caller }, input }) => {
      const project = await readProject(services, input.id, caller.userId);
      const [reset, demos] = await Promise.all([
        shownReset(services.sql, input.id),
        input.demos === 'all' ? demosOfProject(services.sql, input.id) : [],
      ]);
      return { ...project, reset, demos };
    }),

  pages: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}/pages',
        summary: 'List the pages that the demos of a project film',
        description:
          'With the number of demos of each, the most first, at most a hundred. `GET /demos/overview` finds the demos of one by its `page_url`.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(z.object({ pages: z.array(pageSchema) }))
    .query(async ({ ctx: { services, caller }, input }) => {
      await readProject(services, input.id, caller.userId);
      return { pages: await pagesOfProject(services.sql, input.id) };
    }),

  delete: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/projects/{id}',
        summary: 'Delete a project and all of its demos',
        description:
          'The media of the demos are deleted too. Running jobs are cancelled, and their cost is given back.',
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
        summary: 'Refresh the demos of a project',
        description:
          'Every generated demo that is `ready` is queued. Uploaded and busy demos are skipped. Where the quota does not reach for all, as many as it allows are queued.',
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
          description: 'How many demos were not queued because the quota was used up',
          examples: [0],
        }),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx;
      const triggeredBy = caller.via === 'key' ? 'api' : 'manual';
      const request = { projectId: input.id, userId: caller.userId, triggeredBy } as const;
      const { jobs, overQuota } = await refreshProject(services, commandOf(ctx), request);
      return { queued: jobs.length, jobs: jobs.map(({ jobId }) => jobId), over_quota: overQuota };
    }),

  restyle: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects/{id}/restyle',
        summary: 'Give all demos of a project the same look',
        description:
          'Every demo that can be restyled is queued, as `POST /demos/{id}/restyle` does it, and costs one generation or one credit. ' +
          'Where the presentation names no template, each demo keeps its own. Every other demo is in `leftOut` with the reason: uploads, ' +
          'demos that have no video yet or are being made, and those for which the quota did not reach.',
        tags,
      },
      errors: [400, 404],
      idempotent: true,
    })
    .input(one.extend({ presentation: presentationSchema, aspect: restyleAspect }))
    .output(
      z.object({
        queued: z.number().meta({ examples: [1] }),
        jobs: z.array(z.object({ demoId: idField('demo'), jobId: idField('job') })),
        leftOut: z.array(
          z.object({
            demoId: idField('demo'),
            code: z.string().meta({ examples: ['demo_busy'] }),
            message: z.string().meta({
              examples: ['This demo is being made at the moment; wait for it or cancel it first.'],
            }),
          }),
        ),
      }),
    )
    .mutation(async ({ ctx, input: { id, ...look } }) => {
      const { services, caller } = ctx;
      const request = { ...look, projectId: id, userId: caller.userId };
      const { jobs, leftOut } = await restyleProject(services, commandOf(ctx), request);
      return { queued: jobs.length, jobs, leftOut };
    }),
};
