import { z } from 'zod';
import { deleteAccount } from '../domain/account-deletion/delete-account.ts';
import { issuePasswordLink } from '../domain/account-links/hand-over.ts';
import { addressOfLink } from '../domain/account-links/links.ts';
import { refundPurchase } from '../domain/credits/charges/repay.ts';
import { grantCredits, takeBackGrant } from '../domain/credits/grant.ts';
import { refundJob } from '../domain/credits/purchases/refund-job.ts';
import type { DomainServices } from '../domain/services.ts';
import { AppError, notFound } from '../errors.ts';
import type { CommandContext } from '../store/types.ts';
import {
  demandAccount,
  demandExactAccount,
  findAccounts,
  foundAccountSchema,
  listAccounts,
} from './find-accounts.ts';
import { balanceSchema, ledgerLineSchema, readBalanceAt, readLedger, replayAccount } from './ledger.ts';
import { adminProcedure, operatorProcedure, reasonFields, router, tokenProcedure } from './trpc.ts';

const account = z.string().trim().min(1).max(320);

/** Ten of the largest packs. Whoever types a zero too many is asked. */
const usualGrant = 1_000;

const unusual = (amount: number, userId: string) =>
  new AppError(
    'large_grant',
    409,
    `${amount.toLocaleString('en')} credits for ${userId} are more than ${usualGrant.toLocaleString('en')} at once, so nothing was granted. Where that many are meant, give --large.`,
  );

const movedSchema = z.object({
  userId: z.string(),
  /** True where the same key had done it before: nothing was done now. */
  before: z.boolean(),
  type: z.string(),
  /** null where it moved only the allowance. */
  transactionId: z.string().nullable(),
  amount: z.number(),
  balanceAfter: z.number(),
});

export const accountsRouter = router({
  find: adminProcedure
    .input(z.object({ text: account.nullable(), limit: z.number().int().min(1).max(500).default(50) }))
    .output(z.array(foundAccountSchema))
    .query(({ ctx: { services }, input: { text, limit } }) =>
      text === null ? listAccounts(services.sql, limit) : findAccounts(services.sql, text, limit),
    ),

  ledger: adminProcedure
    .input(
      z.object({
        account,
        after: z.number().int().min(0).default(0),
        /** Newest first, below this version. */
        cursor: z.number().int().min(1).max(2_147_483_647).optional(),
        limit: z.number().int().min(1).max(10_000).default(1000),
      }),
    )
    .output(z.object({ userId: z.string(), lines: z.array(ledgerLineSchema), more: z.boolean() }))
    .query(async ({ ctx: { services }, input: { after, cursor, limit, ...input } }) => {
      const { userId } = await demandAccount(services.sql, input.account);
      const lines = await readLedger(services.sql, userId, {
        limit: limit + 1,
        ...(cursor === undefined ? { after } : { before: cursor }),
      });
      return { userId, lines: lines.slice(0, limit), more: lines.length > limit };
    }),

  balance: adminProcedure
    .input(z.object({ account, at: z.iso.datetime({ offset: true }).optional() }))
    .output(balanceSchema)
    .query(async ({ ctx: { services }, input }) => {
      const { userId } = await demandAccount(services.sql, input.account);
      return readBalanceAt(services, userId, input.at ? new Date(input.at) : services.clock.now());
    }),

  replay: adminProcedure.input(z.object({ account })).query(async function* ({ ctx: { services }, input }) {
    const { userId } = await demandAccount(services.sql, input.account);
    yield* replayAccount(services.sql, userId);
  }),

  grant: operatorProcedure
    .input(
      z.object({
        account,
        amount: z.number().int().min(1).max(1_000_000),
        /** Whether more than `usualGrant` credits are meant. */
        large: z.boolean().default(false),
        ...reasonFields,
      }),
    )
    .output(movedSchema)
    .mutation(async ({ ctx: { services, commandOf }, input }) => {
      const { userId } = await demandAccount(services.sql, input.account);
      const { amount, reason } = input;
      if (amount > usualGrant && !input.large) throw unusual(amount, userId);
      const context = commandOf(`grant:${userId}`, input);
      return moved(services, userId, context, () =>
        grantCredits(services, context, { userId, amount, description: reason }),
      );
    }),

  /** A link that sets a new password, for the operator to hand to the owner. It is shown this once. */
  passwordLink: tokenProcedure
    .input(z.object({ account, reason: reasonFields.reason }))
    .output(z.object({ userId: z.string(), url: z.string(), expiresAt: z.string() }))
    .mutation(async ({ ctx: { services, commandOf, baseUrl }, input }) => {
      const { userId } = await demandAccount(services.sql, input.account);
      const context = commandOf(`password-link:${userId}`, input);
      const { token, expiresAt } = await issuePasswordLink(services, context, userId);
      return { userId, url: addressOfLink(baseUrl, 'reset', token), expiresAt: expiresAt.toISOString() };
    }),

  /** Deletes an account as its owner would, with all that is in it but the log and the ledger. */
  delete: tokenProcedure
    .input(z.object({ account, reason: reasonFields.reason }))
    .output(z.object({ userId: z.string(), email: z.string().nullable() }))
    .mutation(async ({ ctx: { services, commandOf }, input }) => {
      const { userId, email } = await demandExactAccount(services.sql, input.account);
      await deleteAccount(services, commandOf(`delete:${userId}`, input), userId);
      return { userId, email };
    }),

  /** Takes a grant back, while its credits are still there. */
  revoke: operatorProcedure
    .input(
      z.object({
        id: z.string().regex(/^txn_\w+$/, 'must be the id of the transaction of a grant.'),
        ...reasonFields,
      }),
    )
    .output(movedSchema)
    .mutation(async ({ ctx: { services, commandOf }, input: { id, ...given } }) => {
      const { userId } = await demandAccount(services.sql, id);
      const context = commandOf(`revoke:${id}`, given);
      return moved(services, userId, context, () =>
        takeBackGrant(services, context, { userId, transactionId: id, why: given.reason }),
      );
    }),

  /** Gives back what a job cost, or pays back a purchase whose credits are still there. */
  refund: operatorProcedure
    .input(
      z.object({
        id: z.string().regex(/^(txn|job)_\w+$/, 'must be the id of a transaction or a job.'),
        ...reasonFields,
      }),
    )
    .output(movedSchema)
    .mutation(async ({ ctx: { services, commandOf }, input }) => {
      const { userId } = await demandAccount(services.sql, input.id);
      const context = commandOf(`refund:${input.id}`, input);
      const paid = await whatWasPaid(services, input.id);
      const why = input.reason;
      return moved(services, userId, context, () =>
        paid.jobId
          ? refundJob(services, context, { userId, jobId: paid.jobId, why })
          : refundPurchase(services, context, { userId, transactionId: input.id, why }),
      );
    }),
});

async function whatWasPaid({ sql }: DomainServices, id: string): Promise<{ jobId: string | null }> {
  if (id.startsWith('job_')) return { jobId: id };
  const [line] = await sql<{ type: string; job_id: string | null }[]>`
    select type, job_id from credit_transactions where id = ${id}`;
  if (!line) throw notFound('transaction');
  if (line.type === 'deduct' || line.type === 'purchase' || line.type === 'auto_topoff')
    return { jobId: line.job_id };
  throw new AppError(
    'not_refundable',
    409,
    `A ${line.type} cannot be refunded: only what was paid for a job, and bought credits, can.${line.type === 'bonus' ? ' A grant is taken back with revoke.' : ''}`,
  );
}

/** Acts once for each command, and says what that did to the balance, now or the first time. */
async function moved(
  { store }: DomainServices,
  userId: string,
  { commandId }: CommandContext,
  act: () => Promise<void>,
): Promise<z.infer<typeof movedSchema>> {
  const before = (await store.readCommand(commandId)).length > 0;
  if (!before) await act();
  const events = await store.readCommand(commandId);
  const event = events.findLast(({ data }) => 'amount' in data);
  if (!event) throw new Error(`${commandId} moved nothing`);
  const {
    transactionId = null,
    amount,
    balanceAfter,
  } = event.data as {
    transactionId?: string;
    amount: number;
    balanceAfter: number;
  };
  return { userId, before, type: event.type, transactionId, amount, balanceAfter };
}
