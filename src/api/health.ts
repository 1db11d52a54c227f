import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** A part does not work where its check throws or takes longer than five seconds. */
export interface HealthChecks {
  database(): Promise<unknown>;
  queue(): Promise<unknown>;
  storage(): Promise<unknown>;
  projections(): Promise<unknown>;
}

const state = z.enum(['ok', 'failed']);
export const healthSchema = z.object({
  status: state,
  version: z.string().meta({ examples: ['0.1.0'] }),
  checks: z.object({ database: state, queue: state, storage: state, projections: state }),
});
type Health = z.infer<typeof healthSchema>;

const deadlineMs = 5_000;

/** `GET /health`: 200 where everything works, else 503. Only the log says why a check failed. */
export function mountHealth(
  app: FastifyInstance,
  { checks, version }: { checks: HealthChecks; version: string },
): void {
  app.get('/health', async (request, reply) => {
    const names = ['database', 'queue', 'storage', 'projections'] as const;
    const entries = await Promise.all(
      names.map(async (name) => {
        try {
          await within(checks[name]());
          return [name, 'ok'] as const;
        } catch (fault) {
          request.log.error({ err: fault, check: name }, 'a health check failed');
          return [name, 'failed'] as const;
        }
      }),
    );
    const status = entries.every(([, outcome]) => outcome === 'ok') ? 'ok' : 'failed';
    const health: Health = { status, version, checks: Object.fromEntries(entries) as Health['checks'] };
    return reply.code(status === 'ok' ? 200 : 503).send(health);
  });
}

async function within(check: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    await Promise.race([check, late]);
  } finally {
    clearTimeout(timer);
  }
}
