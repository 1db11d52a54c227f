import { z } from 'zod';
import { protectedProcedure, router } from '../../api/trpc.ts';
import { commandOf } from '../context.ts';
import { nextCursor, page, recordId, text } from '../input.ts';
import { apiKeyDecider } from './decide.ts';
import { apiKeyStream } from './events.ts';
import { issueKey } from './issue.ts';
import { listedKeySchema, listKeys } from './keys.ts';

const tags = ['API keys'];

export const apiKeyRouter = router({
  create: protectedProcedure
    .meta({
      openapi: { method: 'POST', path: '/api-keys', summary: 'Make an API key', tags },
      status: 201,
      errors: [400, 404],
      idempotent: true,
    })
    .input(
      z.object({
        name: text(1, 100).default('API key'),
        type: z.enum(['live', 'publishable']).default('live'),
        project_id: recordId.optional(),
        allowed_domains: z.array(text(1, 253)).max(20).optional(),
      }),
    )
    .output(
      z.object({
        id: z.string(),
        key: z.string().describe('Shown this once.'),
        prefix: z.string(),
        name: z.string(),
        type: z.enum(['live', 'publishable']),
        project_id: z.string().nullable(),
        allowed_domains: z.array(z.string()).nullable(),
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
      openapi: { method: 'GET', path: '/api-keys', summary: 'List the API keys', tags },
      errors: [400],
    })
    .input(z.object(page))
    .output(z.object({ keys: z.array(listedKeySchema), next_cursor: nextCursor }))
    .query(({ ctx: { services, caller }, input }) => listKeys(services.sql, caller.userId, input)),

  revoke: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/api-keys/{id}',
        summary: 'Revoke an API key; it stops working at once',
        tags,
      },
      errors: [404],
    })
    .input(z.object({ id: recordId }))
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.store.execute(commandOf(ctx), async (unit) => {
        const key = await unit.load(apiKeyDecider, apiKeyStream(input.id));
        key.decide({ type: 'revoke', by: ctx.caller.userId });
      });
      return { ok: true };
    }),
});
