import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { commandOf } from '../context.ts';
import { idField, idOf, nullableText } from '../fields.ts';
import { nextCursor, paging, text } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { apiKeyDecider } from './decide.ts';
import { apiKeyStream, keyTypes } from './events.ts';
import { issueKey } from './issue.ts';
import { listedKeySchema, listKeys } from './keys.ts';
import { keyMemoryMs } from './known-keys.ts';

const tags = ['API keys'];

export const apiKeyRouter = router({
  create: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api-keys',
        summary: 'Create an API key',
        description:
          'Only this answer shows the key itself. A `live` key can do everything. A `publishable` key can only call ' +
          '`POST /embed/generate`, from the domains that it allows. A `test` key works in test mode: whatever page is named, it films a ' +
          'sample site in seconds, with a watermark and at no cost. Its projects, demos and webhook endpoints are apart from all others.',
        tags,
      },
      status: 201,
      errors: [400, 404],
      idempotent: true,
    })
    .input(
      z.object({
        name: text(1, 100)
          .default('API key')
          .meta({ examples: ['CI'] }),
        type: z.enum(keyTypes).default('live'),
        project_id: idOf('project')
          .meta({
            description:
              'Binds a publishable key to one project. A live key works for all of your projects, even where it names one',
          })
          .optional(),
        allowed_domains: z
          .array(text(1, 253))
          .max(20)
          .meta({
            description:
              'The domains on which a publishable key works, including their subdomains. `*` is every page, and an empty list none. ' +
              'Where it is left out, the key works on every page.',
            examples: [['example.com']],
          })
          .optional(),
      }),
    )
    .output(
      z.object({
        id: idField('key'),
        key: z.string().meta({
          description: 'The key. It is shown only this once.',
          examples: ['sr_live_7hQm2XvTz9KcWb4RnLs6JdYp'],
        }),
        prefix: z.string().meta({ examples: ['sr_live_7hQm'] }),
        name: z.string().meta({ examples: ['CI'] }),
        type: z.enum(keyTypes),
        project_id: nullableText(null),
        allowed_domains: z
          .array(z.string())
          .nullable()
          .meta({ examples: [null] }),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const made = await issueKey(ctx.services, commandOf(ctx), {
        userId: ctx.caller.userId,
        name: input.name,
        type: input.type,
        projectId: input.project_id ?? null,
        allowedDomains: input.allowed_domains ?? null,
      });
      const { keyId: id, key, prefix, name, type, projectId, allowedDomains } = made;
      return { id, key, prefix, name, type, project_id: projectId, allowed_domains: allowedDomains };
    }),

  list: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/api-keys',
        summary: 'List the API keys',
        description: 'The answer does not contain the keys themselves, which nobody can read again.',
        tags,
      },
      errors: [400],
    })
    .input(z.object(paging))
    .output(z.object({ keys: z.array(listedKeySchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input }) => listKeys(services.sql, caller.userId, input)),

  revoke: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/api-keys/{id}',
        summary: 'Revoke an API key',
        description:
          'The key stops working at once: from then on every process of the service answers it with a 401.',
        tags,
      },
      errors: [404],
    })
    .input(z.object({ id: idOf('key') }))
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.store.execute(commandOf(ctx), async (unit) => {
        const key = await unit.load(apiKeyDecider, apiKeyStream(input.id));
        key.decide({ type: 'revoke', by: ctx.caller.userId });
      });
      // Waits until no process uses a look-up from before; a little longer, since two clocks do not run quite alike.
      await sleep(keyMemoryMs + 20);
      return { ok: true };
    }),
});
