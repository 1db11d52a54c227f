import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { SignedAnswer } from '../../auth/index.ts';
import type { Config } from '../../config.ts';
import type { DomainServices } from '../../domain/services.ts';
import { invalid } from '../../errors.ts';
import { installBodyParsers } from '../http/bodies.ts';
import { describeIssues } from '../http/validation.ts';
import { limitByAddress } from '../limits.ts';
import { refuseUnstorable } from '../rest/input.ts';
import { requireCaller } from './credentials.ts';
import { createOriginCheck } from './origin.ts';
import type { Sessions } from './sessions.ts';

export interface AuthRouteParts {
  services: DomainServices;
  sessions: Sessions;
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'limits'>;
}

const email = z.email().max(254);
const password = z.string().min(1).max(1024);
const newPassword = z.string().min(8).max(128);
const rememberMe = z
  .boolean()
  .optional()
  .describe('With `false` the session ends when the browser is closed.');

export const signUpSchema = z.object({
  email,
  password: newPassword,
  name: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('By default the part of the email address before the @.'),
  rememberMe,
});
export const signInSchema = z.object({ email, password, rememberMe });
export const passwordChangeSchema = z.object({ currentPassword: password, newPassword });

/**
 * `/api/auth`: sign-up, sign-in, sign-out and the session of a browser. Only pages of this service may call these routes. A
 * sign-in from another site is refused too, since it would put a visitor into a session that is not theirs.
 */
export function mountAuth(app: FastifyInstance, { services, sessions, config }: AuthRouteParts): void {
  const { auth, visitorOf } = sessions;
  const { enabled, signInsPerMinute, signUpsPerMinute } = config.limits;
  const refuseForeign = createOriginCheck(config);
  const limitSignIns = limitByAddress(services.sql, enabled, 'sign-ins', signInsPerMinute);
  const limitSignUps = limitByAddress(services.sql, enabled, 'sign-ups', signUpsPerMinute);
  app.register(
    async (scope) => {
      installBodyParsers(scope);
      scope.addHook('onRequest', async (request) => refuseForeign(request));
      const json = { body: 'json' } as const;

      scope.post('/sign-up/email', { config: json, onRequest: limitSignUps }, async (request, reply) => {
        const signed = await auth.signUp(read(signUpSchema, request.body), visitorOf(request));
        await sessions.openAccount(signed.body.user);
        return answer(reply, signed);
      });
      scope.post('/sign-in/email', { config: json, onRequest: limitSignIns }, async (request, reply) =>
        answer(reply, await auth.signIn(read(signInSchema, request.body), visitorOf(request))),
      );
      scope.post(
        '/change-password',
        { config: json, onRequest: [requireCaller([sessions.bySession]), limitSignIns] },
        async (request, reply) => {
          const change = read(passwordChangeSchema, request.body);
          return answer(reply, await auth.changePassword(change, visitorOf(request)));
        },
      );
      scope.post('/sign-out', async (request, reply) =>
        answer(reply, await auth.signOut(visitorOf(request))),
      );
      scope.get('/get-session', async (request, reply) => {
        const found = await sessions.find(request);
        if (!found) return reply.type('application/json; charset=utf-8').send('null');
        const { user, ...session } = found;
        return { session: { ...session, userId: user.id }, user };
      });
    },
    { prefix: '/api/auth' },
  );
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const given = body ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    throw invalid('The body must be a JSON object.', 'invalid_json');
  refuseUnstorable(given);
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalid(describeIssues(parsed.error.issues, given));
  return parsed.data;
}

function answer<Body>(reply: FastifyReply, { body, setCookies }: SignedAnswer<Body>): Body {
  reply.header('Set-Cookie', setCookies);
  return body;
}
