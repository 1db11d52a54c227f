import { z } from 'zod';
import { auditFacts } from '../domain/audit/events.ts';
import { exportHeads, listExports } from '../domain/audit/export.ts';
import { sealLog } from '../domain/audit/seal-log.ts';
import { wholeObjects } from '../media/objects.ts';
import { putText } from '../media/text.ts';
import { type AuditProgress, type AuditReport, audit } from './audit/audit.ts';
import { demandAccount } from './find-accounts.ts';
import { adminProcedure, operatorProcedure, router } from './trpc.ts';

export type AuditStep = { progress: AuditProgress } | { report: AuditReport };

const exported = auditFacts.ChainHeadsExported.data;

const sealedSchema = z.object({
  events: z.number(),
  foundAtBeginning: z.number(),
  last: z.object({ number: z.number(), upTo: z.number(), sha256: z.string() }).nullable(),
  logEndsEarly: z.object({ at: z.number(), sealedUpTo: z.number() }).nullable(),
});

export const auditRouter = router({
  /** One account, or all of them where none is named. */
  run: adminProcedure.input(z.object({ account: z.string().nullable() })).query(async function* ({
    ctx: { services, media, onAudited },
    input,
  }): AsyncGenerator<AuditStep> {
    const running = audit(services, media, { userId: await userToAudit(services, input.account) });
    try {
      for (;;) {
        const step = await running.next();
        if (step.done) {
          onAudited?.(step.value.findings.length);
          return yield { report: step.value };
        }
        yield { progress: step.value };
      }
    } finally {
      // Where the operator left meanwhile, this ends its transaction. An open one would keep PostgreSQL from cleaning up.
      await running.return(undefined as never);
    }
  }),

  /** Where the heads of the chains were written down. */
  heads: adminProcedure.output(z.array(exported)).query(({ ctx }) => listExports(ctx.services)),

  /** Seals the log now; null where another process is about it. */
  seal: operatorProcedure
    .output(sealedSchema.nullable())
    .mutation(({ ctx: { services, media } }) => sealLog(services, wholeObjects(media))),

  /** Writes them down now, where today's file is not there yet. */
  exportHeads: operatorProcedure
    .output(exported.extend({ path: z.string() }).nullable())
    .mutation(async ({ ctx: { services, media, commandOf } }) => {
      const put = (key: string, text: string) => putText(media, key, text);
      const file = await exportHeads(services, commandOf('export-heads', {}), put);
      return file && { ...file, path: media.locate(file.key) };
    }),
});

/**
 * An account may be missing from every read model, and an audit has to find that. So a text that looks like the id of
 * a user is taken for one without being looked up.
 */
async function userToAudit(
  { sql }: Parameters<typeof audit>[0],
  account: string | null,
): Promise<string | null> {
  if (account === null || /^user_\w+$/.test(account)) return account;
  return (await demandAccount(sql, account)).userId;
}
