import { z } from 'zod';
import { newSecret } from '../../secrets.ts';
import { commandOf } from '../context.ts';
import { idOf } from '../fields.ts';
import { nextCursor, pageUrl, paging, text } from '../input.ts';
import { protectedProcedure } from '../procedure.ts';
import { createProject } from './create.ts';
import { projectDecider } from './decide.ts';
import { projectStream, refreshSchedules, viewportNames } from './events.ts';
import { listProjects, projectFields, projectSchema, readProject } from './projects.ts';

const tags = ['Projects'];
const name = text(1, 100).meta({ examples: ['Example'] });
const url = pageUrl.meta({
  description: 'The page that demos show',
  examples: ['https://example.com/'],
});
const viewport = z.enum(viewportNames);
const signingSecret = z.string().meta({ examples: ['sr_sign_4mT9xQ2vKc7WbR1nZs8JdYpL'] });

/** What is done with a project whatever demos it has; the other operations stand in `project-demos/router.ts`. */
export const projectProcedures = {
  create: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects',
        summary: 'Create a project for a site',
        description:
          'The answer shows the `signing_secret`, which `GET /projects/{id}/signing-secret` shows again. Keep it on a server.',
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
        description: 'Each project has the number of its demos.',
        tags,
      },
      errors: [400],
    })
    .input(z.object(paging))
    .output(z.object({ projects: z.array(projectSchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input }) => listProjects(services, caller.userId, input)),

  edit: protectedProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/projects/{id}',
        summary: 'Change a project',
        description:
          'Members that are left out stay as they are. When `refresh_schedule` is first set to `on-deploy`, the project gets its webhook secret.',
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
};
