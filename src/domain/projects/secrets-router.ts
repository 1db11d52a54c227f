import { z } from 'zod';
import { newSecret } from '../../secrets.ts';
import { commandOf } from '../context.ts';
import { idOf } from '../fields.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { projectDecider } from './decide.ts';
import { type ProjectEvent, projectStream } from './events.ts';
import { readSigningSecret } from './projects.ts';

const tags = ['Projects'];
const one = z.object({ id: idOf('project') });
const signingSecret = z.object({
  signing_secret: z.string().meta({ examples: ['sr_sign_4mT9xQ2vKc7WbR1nZs8JdYpL'] }),
});

/** What others prove themselves with to a project: servers that sign embeds, and pipelines that report a deployment. */
export const projectSecretRouter = router({
  readSigning: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}/signing-secret',
        summary: 'Read the signing secret of a project',
        description: 'A server signs addresses of `GET /embed/runtime` with it. Never send it to a browser.',
        tags,
      },
      errors: [404],
      secret: true,
    })
    .input(one)
    .output(signingSecret)
    .query(async ({ ctx: { services, caller }, input }) => ({
      signing_secret: await readSigningSecret(services, input.id, caller.userId),
    })),

  rotateSigning: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects/{id}/signing-secret/rotate',
        summary: 'Replace the signing secret',
        description:
          'The old secret stops working at once, and every address that was signed with it is refused.',
        tags,
      },
      errors: [404],
      idempotent: true,
    })
    .input(one)
    .output(signingSecret)
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx;
      const sealedSigningSecret = services.secrets.seal(newSecret('sr_sign_'));
      const { events } = await services.store.execute(commandOf(ctx), async (unit) => {
        const project = await unit.load(projectDecider, projectStream(input.id));
        project.decide({ type: 'rotateSigningSecret', by: caller.userId, sealedSigningSecret });
      });
      // The secret that the command made, whether just now or when it was first given.
      const { data } = events[0] as Extract<ProjectEvent, { type: 'SigningSecretRotated' }>;
      return { signing_secret: services.secrets.open(data.sealedSigningSecret) };
    }),

  rotateWebhook: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects/{id}/webhook-secret/rotate',
        summary: 'Replace the webhook secret',
        description:
          'The old secret stops working at once. Send the new one as `X-Webhook-Secret` to `POST /webhooks/projects/{projectId}/refresh`.',
        tags,
      },
      errors: [404],
      idempotent: true,
    })
    .input(one)
    .output(z.object({ webhook_secret: z.string().meta({ examples: ['whsec_8fKq3ZtVw6LxHn2RbYc5MdJs'] }) }))
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx;
      const sealedWebhookSecret = services.secrets.seal(newSecret('whsec_'));
      const { events } = await services.store.execute(commandOf(ctx), async (unit) => {
        const project = await unit.load(projectDecider, projectStream(input.id));
        project.decide({ type: 'rotateWebhookSecret', by: caller.userId, sealedWebhookSecret });
      });
      const { data } = events[0] as Extract<ProjectEvent, { type: 'WebhookSecretIssued' }>;
      return { webhook_secret: services.secrets.open(data.sealedWebhookSecret) };
    }),
});
