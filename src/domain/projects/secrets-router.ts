import { z } from 'zod';
import { protectedProcedure, router } from '../../api/trpc.ts';
import { newSecret } from '../../secrets.ts';
import { commandOf } from '../context.ts';
import { recordId } from '../input.ts';
import { projectDecider } from './decide.ts';
import { type ProjectEvent, projectStream } from './events.ts';
import { readSigningSecret } from './projects.ts';

const tags = ['Projects'];
const one = z.object({ id: recordId });
const signingSecret = z.object({ signing_secret: z.string() });

/** What others prove themselves with to a project: servers that sign embeds, and pipelines that report a deployment. */
export const projectSecretRouter = router({
  readSigning: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}/signing-secret',
        summary: 'Read the secret that embed addresses are signed with',
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
        summary: 'Replace the signing secret; the old one stops working at once',
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
      // Of a command that was given before, what it made then.
      const { data } = events[0] as Extract<ProjectEvent, { type: 'SigningSecretRotated' }>;
      return { signing_secret: services.secrets.open(data.sealedSigningSecret) };
    }),

  rotateWebhook: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects/{id}/webhook-secret/rotate',
        summary: 'Replace the webhook secret; the old one stops working at once',
        tags,
      },
      errors: [404],
      idempotent: true,
    })
    .input(one)
    .output(z.object({ webhook_secret: z.string() }))
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
