import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { readUserFlow } from '../../recorder/contract/user-flow.ts';
import { commandOf } from '../context.ts';
import { idOf } from '../fields.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { loginChanges, loginInput, loginView, maskedLogin } from './login.ts';
import { changeLogin, readLogin, removeLogin, setLogin } from './logins.ts';

const tags = ['Projects'];
const one = z.object({ id: idOf('project') });

/** For pages behind a sign-in. */
export const loginRouter = router({
  set: protectedProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/projects/{id}/login',
        summary: 'Set how a project signs in, and what its videos hide',
        description:
          'Cookies and a login script replace those that were set before. They are used for planning and recording every demo of the ' +
          'project. They are stored encrypted, and answers never show their values. Password fields and `mask_selectors` are blurred ' +
          'before a picture is taken.',
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

  change: protectedProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/projects/{id}/login',
        summary: 'Change a part of how a project signs in',
        description:
          'Members that are left out stay as they are, so that `mask_selectors` can be changed without sending cookies and script again. ' +
          'A `script` that is null is removed. Where the project has moved to another site since, setting cookies or a script removes those of the old site.',
        tags,
      },
      errors: [400, 404],
    })
    .input(one.extend(loginChanges))
    .output(loginView)
    .mutation(async ({ ctx, input }) => {
      const { cookies, script, mask_selectors: maskSelectors } = input;
      const changes = {
        ...(cookies !== undefined && { cookies }),
        ...(script !== undefined && { script: script === null ? null : readUserFlow(script) }),
        ...(maskSelectors !== undefined && { maskSelectors }),
      };
      const ref = { projectId: input.id, userId: ctx.caller.userId };
      return maskedLogin(await changeLogin(ctx.services, commandOf(ctx), { ...ref, changes }));
    }),

  read: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{id}/login',
        summary: 'Read how a project signs in',
        description:
          'The answer hides the values of cookies and the typed texts. It is a 404 while the project has no login.',
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
        summary: 'Remove the login of a project',
        description: 'Demos that are made from now on show the pages as every visitor sees them.',
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
