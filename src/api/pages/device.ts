import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { shownUserCode } from '../../domain/device-logins/codes.ts';
import { decideDeviceLogin, findDeviceLogin } from '../../domain/device-logins/logins.ts';
import type { DomainServices } from '../../domain/services.ts';
import { AppError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { deviceCodePage, deviceConsentPage, deviceOutcomePage, type Page } from '../../web/index.ts';
import type { Provenance } from '../auth/origin.ts';
import type { Sessions } from '../auth/sessions.ts';
import { installBodyParsers } from '../http/bodies.ts';

export interface DevicePageParts {
  services: DomainServices;
  sessions: Sessions;
  /** Throws where another site has sent the request. */
  refuseForeign(request: Provenance): void;
  /** Keeps anybody from trying all codes. */
  limit: onRequestHookHandler;
}

/** `/device`: a person approves the login of a command line. The page uses plain forms and works without a script. */
export function mountDevicePage(app: FastifyInstance, parts: DevicePageParts): void {
  app.register(async (scope) => {
    installBodyParsers(scope);
    scope.addHook('onRequest', parts.limit);
    scope.get('/device', async (request, reply) => {
      const typed = textIn(request.query, 'user_code');
      const session = await parts.sessions.find(request);
      if (!session) return sendToSignIn(reply, typed);
      return send(reply, await pageFor(parts, typed, session.user.email));
    });
    scope.post(
      '/device',
      // Otherwise a page of another site could approve a login in the name of the signed-in user.
      { config: { body: 'form' }, onRequest: async (request) => parts.refuseForeign(request) },
      async (request, reply) => {
        const typed = textIn(request.body, 'user_code');
        const session = await parts.sessions.find(request);
        if (!session) return sendToSignIn(reply, typed);
        parts.sessions.refuseUnverified(session.user);
        const verdict = textIn(request.body, 'verdict') === 'approve' ? 'approved' : 'denied';
        await parts.sessions.openAccount(session.user);
        return send(reply, await decide(parts, request, { typed, userId: session.user.id, verdict }));
      },
    );
  });
}

async function pageFor({ services }: DevicePageParts, typed: string, email: string): Promise<Page> {
  if (typed === '') return deviceCodePage(null);
  const login = await findDeviceLogin(services, typed);
  if (!login) return unknownCode();
  if (!login.isOpen) return deviceOutcomePage('used', login.clientName);
  return deviceConsentPage({ clientName: login.clientName, userCode: shownUserCode(typed), email });
}

async function decide(
  { services }: DevicePageParts,
  request: FastifyRequest,
  { typed, userId, verdict }: { typed: string; userId: string; verdict: 'approved' | 'denied' },
): Promise<Page> {
  try {
    const { clientName } = await decideDeviceLogin(services, { userCode: typed, userId, verdict });
    request.log.info({ userId, verdict }, 'a device login was decided');
    return deviceOutcomePage(verdict, clientName);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return unknownCode();
    if (error instanceof AppError && error.status === 409) return deviceOutcomePage('used', '');
    throw error;
  }
}

const unknownCode = () =>
  deviceCodePage('This code is unknown or has expired. Ask your command line for a new one.', 404);

function sendToSignIn(reply: FastifyReply, typed: string): FastifyReply {
  const back = typed === '' ? '/device' : `/device?user_code=${encodeURIComponent(typed)}`;
  return reply.header('Cache-Control', 'no-store').redirect(`/sign-in?next=${encodeURIComponent(back)}`, 303);
}

const send = (reply: FastifyReply, page: Page) =>
  reply
    .code(page.status)
    .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': page.policy })
    .type('text/html; charset=utf-8')
    .send(page.html);

/** The text of one field, shortened to 40 characters; empty where it is missing or not well-formed. */
function textIn(given: unknown, name: string): string {
  const value =
    typeof given === 'object' && given !== null ? (given as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' && value.isWellFormed() ? shorten(value.trim(), 40) : '';
}
