import { z } from 'zod';
import { listOperators, setOperator } from '../domain/accounts/operators.ts';
import { demandAccount, demandExactAccount } from './find-accounts.ts';
import { adminProcedure, reasonFields, router, tokenProcedure } from './trpc.ts';

const operatorSchema = z.object({
  userId: z.string(),
  email: z.string().nullable(),
  appointedBy: z.string(),
  appointedAt: z.string(),
});

const one = z.object({ account: z.string().trim().min(1).max(320), reason: reasonFields.reason });
const doneSchema = z.object({ userId: z.string(), email: z.string().nullable() });

/** Whose sessions may use the operator's area of the dashboard. */
export const operatorsRouter = router({
  list: adminProcedure.output(z.array(operatorSchema)).query(({ ctx }) => listOperators(ctx.services.sql)),

  appoint: tokenProcedure
    .input(one)
    .output(doneSchema)
    .mutation(async ({ ctx: { services, commandOf }, input }) => {
      const { userId, email } = await demandExactAccount(services.sql, input.account);
      await setOperator(services, commandOf('appoint', input), { userId, isOperator: true });
      return { userId, email };
    }),

  dismiss: tokenProcedure
    .input(one)
    .output(doneSchema)
    .mutation(async ({ ctx: { services, commandOf }, input }) => {
      const { userId, email } = await demandAccount(services.sql, input.account);
      await setOperator(services, commandOf('dismiss', input), { userId, isOperator: false });
      return { userId, email };
    }),
});
