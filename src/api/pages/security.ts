import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../auth/index.ts';
import { AppError, invalid } from '../../errors.ts';
import { type Said, securityPage } from '../../web/index.ts';
import type { AccountAccess } from '../auth/account-access.ts';
import type { Provenance } from '../auth/origin.ts';
import { read } from '../auth/routes.ts';
import { passwordChangeSchema, sessionChoiceSchema } from '../auth/schemas.ts';
import type { Sessions } from '../auth/sessions.ts';
import { installBodyParsers } from '../http/bodies.ts';
import { textIn } from './form-field.ts';
import { sentenceOf } from './recovery.ts';
import { sendPrivatePage } from './send-page.ts';

export interface SecurityParts {
  sessions: Sessions;
  access: AccountAccess;
  /** Throws where another site has sent the request. */
  refuseForeign(request: Provenance): void;
  limitMails(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  limitSignIns(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

type Deed = 'verify-email' | 'revoke' | 'revoke-others' | 'change-password';

/** What the page says after each form. The address carries the key, so that loading the page anew sends nothing again. */
const done: Record<Deed, Omit<Said, 'isFault'>> = {
  'verify-email': { about: 'email', sentence: 'A link is on its way. It works for three days.' },
  revoke: { about: 'sessions', sentence: 'That session has ended.' },
  'revoke-others': { about: 'sessions', sentence: 'You are signed out everywhere else.' },
  'change-password': {
    about: 'password',
    sentence: 'Your password is changed, and you are signed out everywhere else.',
  },
};
const isDeed = (text: string): text is Deed => Object.hasOwn(done, text);

/** `/security`: somebody's password, address and sessions, as plain forms. */
export function mountSecurity(app: FastifyInstance, parts: SecurityParts): void {
  const { sessions } = parts;
  app.register(async (scope) => {
    installBodyParsers(scope);
    scope.get('/security', async (request, reply) => {
      const session = await sessions.find(request);
      if (!session) return sendToSignIn(reply);
      const asked = textIn(request.query, 'done');
      return show(parts, reply, session, isDeed(asked) ? { ...done[asked], isFault: false } : null);
    });
    const form = {
      config: { body: 'form' as const },
      onRequest: async (request: FastifyRequest) => parts.refuseForeign(request),
    };
    scope.post('/security', form, async (request, reply) => {
      const session = await sessions.find(request);
      if (!session) return sendToSignIn(reply);
      const intent = textIn(request.body, 'intent');
      if (!isDeed(intent)) throw invalid('`intent` must be one of those of the page.');
      try {
        await act(parts, intent, { session, request, reply });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        if (error.retryAfterSec !== undefined)
          reply.header('Retry-After', String(Math.ceil(error.retryAfterSec)));
        const about = error.code === 'wrong_password' ? 'current-password' : done[intent].about;
        const said: Said = { about, sentence: sentenceOf(error), isFault: true };
        return show(parts, reply, session, said, error.status);
      }
      return reply.header('Cache-Control', 'no-store').redirect(`/security?done=${intent}`, 303);
    });
  });
}

async function act(
  { access, limitMails, limitSignIns }: SecurityParts,
  deed: Deed,
  { session, request, reply }: { session: Session; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  switch (deed) {
    case 'verify-email':
      await limitMails(request, reply);
      return access.sendVerification(session);
    case 'revoke': {
      const { id } = read(sessionChoiceSchema, { id: textIn(request.body, 'id') });
      return access.revokeSession(session, id, request);
    }
    case 'revoke-others':
      await access.revokeOtherSessions(session, request);
      return;
    case 'change-password': {
      await limitSignIns(request, reply);
      const change = read(passwordChangeSchema, {
        currentPassword: textIn(request.body, 'current'),
        newPassword: textIn(request.body, 'password'),
      });
      const { setCookies } = await access.changePassword(change, session, request);
      reply.header('Set-Cookie', setCookies);
    }
  }
}

async function show(
  { access }: SecurityParts,
  reply: FastifyReply,
  session: Session,
  said: Said | null,
  status = 200,
): Promise<FastifyReply> {
  const listed = await access.listSessions(session);
  const security = { user: session.user, sessions: listed, sendsMail: access.sendsMail, now: new Date() };
  return sendPrivatePage(reply, securityPage(security, said, status));
}

const sendToSignIn = (reply: FastifyReply) =>
  reply.header('Cache-Control', 'no-store').redirect('/sign-in?next=%2Fsecurity', 303);
