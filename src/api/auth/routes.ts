import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Session, SignedAnswer } from '../../auth/index.ts';
import type { Config } from '../../config.ts';
import type { DomainServices } from '../../domain/services.ts';
import { invalid } from '../../errors.ts';
import { describeIssues } from '../../validation.ts';
import { installBodyParsers } from '../http/bodies.ts';
import { limitByAddress } from '../limits.ts';
import { refuseUnstorable } from '../rest/input.ts';
import type { AccountAccess } from './account-access.ts';
import { createOriginCheck } from './origin.ts';
import {
  deletionSchema,
  linkSchema,
  passwordChangeSchema,
  passwordResetSchema,
  resetRequestSchema,
  sessionChoiceSchema,
  signInSchema,
  signUpSchema,
} from './schemas.ts';
import type { Sessions } from './sessions.ts';

export interface AuthRouteParts {
  services: DomainServices;
  sessions: Sessions;
  access: AccountAccess;
  isOperator(userId: string): Promise<boolean>;
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'limits'>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the signed-in user, on routes that demand one. */
    session: Session | null;
  }
}

const json = { body: 'json' } as const;

/**
 * `/api/auth`: sign-up, sign-in, sign-out, sessions, passwords and addresses. Only pages of this service may call these routes. A
 * sign-in from another site is refused too, since it would put a visitor into a session that is not theirs.
 */
export function mountAuth(app: FastifyInstance, parts: AuthRouteParts): void {
  const refuseForeign = createOriginCheck(parts.config);
  app.register(
    async (scope) => {
      installBodyParsers(scope);
      scope.decorateRequest('session', null);
      scope.addHook('onRequest', async (request) => refuseForeign(request));
      mountSigning(scope, parts);
      mountPasswords(scope, parts);
      mountSessions(scope, parts);
    },
    { prefix: '/api/auth' },
  );
}

function mountSigning(
  scope: FastifyInstance,
  { services, sessions, access, isOperator, config }: AuthRouteParts,
): void {
  const { enabled, signInsPerMinute, signUpsPerMinute } = config.limits;
  const limitSignIns = limitByAddress(services.sql, enabled, 'sign-ins', signInsPerMinute);
  const limitSignUps = limitByAddress(services.sql, enabled, 'sign-ups', signUpsPerMinute);
  scope.post('/sign-up/email', { config: json, onRequest: limitSignUps }, async (request, reply) =>
    answer(reply, await access.signUp(read(signUpSchema, request.body), request)),
  );
  scope.post('/sign-in/email', { config: json, onRequest: limitSignIns }, async (request, reply) =>
    answer(reply, await access.signIn(read(signInSchema, request.body), request)),
  );
  scope.post('/sign-out', async (request, reply) =>
    answer(reply, await sessions.auth.signOut(sessions.visitorOf(request))),
  );
  scope.get('/get-session', async (request, reply) => {
    const found = await sessions.find(request);
    if (!found) return reply.type('application/json; charset=utf-8').send('null');
    const { user, ...session } = found;
    return {
      session: { ...session, userId: user.id },
      user,
      isOperator: await isOperator(user.id),
    };
  });
}

function mountPasswords(
  scope: FastifyInstance,
  { services, sessions, access, config }: AuthRouteParts,
): void {
  const { enabled, signInsPerMinute, mailRequestsPerMinute } = config.limits;
  const limitSignIns = limitByAddress(services.sql, enabled, 'sign-ins', signInsPerMinute);
  const limitMails = limitByAddress(services.sql, enabled, 'mail requests', mailRequestsPerMinute);
  const signedIn = demandSession(sessions);
  const change = { config: json, onRequest: [signedIn, limitSignIns] };
  scope.post('/change-password', change, async (request, reply) =>
    answer(
      reply,
      await access.changePassword(read(passwordChangeSchema, request.body), request.session!, request),
    ),
  );
  scope.post('/request-password-reset', { config: json, onRequest: limitMails }, async (request) => {
    await access.requestReset(read(resetRequestSchema, request.body).email);
    return { success: true };
  });
  scope.post('/reset-password', { config: json, onRequest: limitSignIns }, async (request) => {
    await access.resetPassword(read(passwordResetSchema, request.body), request);
    return { success: true };
  });
  scope.post('/send-verification-email', { onRequest: [signedIn, limitMails] }, async (request) => {
    await access.sendVerification(request.session!);
    return { success: true };
  });
  scope.post('/verify-email', { config: json, onRequest: limitSignIns }, async (request) => {
    await access.verifyEmail(read(linkSchema, request.body).token, request);
    return { success: true };
  });
  const deletion = { config: json, onRequest: [signedIn, limitSignIns] };
  scope.post('/delete-account', deletion, async (request, reply) =>
    answer(reply, await access.deleteAccount(read(deletionSchema, request.body), request.session!, request)),
  );
}

function mountSessions(scope: FastifyInstance, { sessions, access }: AuthRouteParts): void {
  const signedIn = demandSession(sessions);
  scope.get('/list-sessions', { onRequest: signedIn }, async (request) => ({
    sessions: await access.listSessions(request.session!),
  }));
  scope.post('/revoke-session', { config: json, onRequest: signedIn }, async (request) => {
    await access.revokeSession(request.session!, read(sessionChoiceSchema, request.body).id, request);
    return { success: true };
  });
  scope.post('/revoke-other-sessions', { onRequest: signedIn }, async (request) => ({
    success: true,
    revoked: await access.revokeOtherSessions(request.session!, request),
  }));
}

/** An onRequest hook: a request without a session gets a 401. An API key opens none of these routes. */
function demandSession(sessions: Sessions) {
  return async (request: FastifyRequest): Promise<void> => {
    const session = await sessions.demand(request);
    request.session = session;
    request.caller = { userId: session.user.id, via: 'session', keyId: null };
  };
}

export function read<T>(schema: z.ZodType<T>, body: unknown): T {
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
