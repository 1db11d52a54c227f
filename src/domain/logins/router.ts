import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { readUserFlow } from '../../recorder/contract/user-flow.ts';
import { commandOf } from '../context.ts';
import { idOf } from '../fields.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { loginInput, loginView, maskedLogin } from './login.ts';
import { readLogin, removeLogin, setLogin } from './logins.ts';

const tags = ['Projects'];
const one = z.object({ id: idOf('project') });

/** For pages behind a sign-in. */
export const loginRouter = router({
  set: protectedProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/projects/{id}/login',
        summary: 'Give a project cookies or a login script, and say what its films hide',
        description:
          'Replaces what was there. Used for planning and recording every demo of the project, kept encrypted, and never shown again: ' +
          'answers hide values, and password fields and `mask_selectors` are blurred before a picture is taken.',
        tags,
      },
      errors: [400, 404],
    })
    .input(one.extend(loginInput))
    .output(loginView)
    .mutation(async ({ ctx, input }) => {
      const { services, caller } = ctx;
      const login = {
        cookies: input.cookies,
        script: input.script === undefined ? null : readUserFlow(input.script),
        maskSelectors: input.mask_selectors,
      };
      await setLogin(services, commandOf(ctx), { projectId: input.id, userId: caller.userId, login });
      return maskedLogin(login);
    }),

  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}/login',
        summary: 'Read what a project signs in with, without its values',
        description: '404 while it has none.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(loginView)
    .query(async ({ ctx: { services, caller }, input }) => {
      const login = await readLogin(services, input.id, caller.userId);
      if (!login) throw notFound('login');
      return maskedLogin(login);
    }),

  remove: protectedProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/projects/{id}/login',
        summary: 'Remove what a project signs in with',
        description: 'Demos that are made from now on see what everybody sees.',
        tags,
      },
      errors: [404],
    })
    .input(one)
    .output(z.object({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removeLogin(ctx.services, commandOf(ctx), { projectId: input.id, userId: ctx.caller.userId });
      return { ok: true };
    }),
});
