import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import {
  badLinkPage,
  emailVerifiedPage,
  forgotPasswordPage,
  mailedPage,
  mailOffPage,
  newPasswordPage,
  type Page,
  passwordSetPage,
  refusedPage,
  verifyEmailPage,
} from '../../web/index.ts';
import type { AccountAccess } from '../auth/account-access.ts';
import type { Provenance } from '../auth/origin.ts';
import { read } from '../auth/routes.ts';
import { linkSchema, passwordResetSchema, resetRequestSchema } from '../auth/schemas.ts';
import { installBodyParsers } from '../http/bodies.ts';
import { textIn } from './form-field.ts';
import { sendPrivatePage } from './send-page.ts';

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface RecoveryParts {
  access: AccountAccess;
  /** Throws where another site has sent the request. */
  refuseForeign(request: Provenance): void;
  limitMails: Limit;
  limitLinks: Limit;
}

/**
 * `/forgot-password`, `/reset-password` and `/verify-email`: plain forms, which work without a script. A visit to a link changes
 * nothing, since programs that look through mail open links too. What the links do needs a press.
 */
export function mountRecovery(app: FastifyInstance, { access, ...parts }: RecoveryParts): void {
  const { limitMails, limitLinks } = parts;
  const form = {
    config: { body: 'form' as const },
    onRequest: async (request: FastifyRequest) => parts.refuseForeign(request),
  };
  app.register(async (scope) => {
    installBodyParsers(scope);

    scope.get('/forgot-password', (_request, reply) =>
      sendPrivatePage(reply, access.sendsMail ? forgotPasswordPage() : mailOffPage()),
    );
    scope.post('/forgot-password', form, (request, reply) => {
      const email = textIn(request.body, 'email').trim();
      return answer(
        reply,
        async () => {
          if (!access.sendsMail) return mailOffPage();
          await limitMails(request, reply);
          await access.requestReset(read(resetRequestSchema, { email }).email);
          return mailedPage(email);
        },
        ({ status }, fault) => forgotPasswordPage({ email, fault, status }),
      );
    });

    scope.get('/reset-password', (request, reply) => {
      const token = textIn(request.query, 'token');
      return answer(reply, async () => {
        await limitLinks(request, reply);
        const owner = await access.findReset(token);
        return owner ? newPasswordPage({ token, email: owner.email }) : badLinkPage('reset');
      });
    });
    scope.post('/reset-password', form, (request, reply) => {
      const [token, newPassword] = [textIn(request.body, 'token'), textIn(request.body, 'password')];
      return answer(reply, async () => {
        await limitLinks(request, reply);
        const owner = await access.findReset(token);
        if (!owner) return badLinkPage('reset');
        try {
          await access.resetPassword(read(passwordResetSchema, { token, newPassword }), request);
          return passwordSetPage();
        } catch (error) {
          if (!(error instanceof AppError) || error.status !== 400) throw error;
          if (error.code === 'link_expired') return badLinkPage('reset');
          return newPasswordPage({ token, email: owner.email }, sentenceOf(error), error.status);
        }
      });
    });

    scope.get('/verify-email', (request, reply) => {
      const token = textIn(request.query, 'token');
      return answer(reply, async () => {
        await limitLinks(request, reply);
        const owner = await access.findVerification(token);
        return owner ? verifyEmailPage({ token, email: owner.email }) : badLinkPage('verify');
      });
    });
    scope.post('/verify-email', form, (request, reply) =>
      answer(
        reply,
        async () => {
          await limitLinks(request, reply);
          const { token } = read(linkSchema, { token: textIn(request.body, 'token') });
          return emailVerifiedPage((await access.verifyEmail(token, request)).email);
        },
        (error, sentence) =>
          error.status === 400 ? badLinkPage('verify') : refusedPage(sentence, error.status),
      ),
    );
  });
}

/** Sends the page, or the one that says why there is none. A fault of ours is answered like any other. */
async function answer(
  reply: FastifyReply,
  work: () => Promise<Page>,
  refused: (error: AppError, sentence: string) => Page = (error, sentence) =>
    refusedPage(sentence, error.status),
): Promise<FastifyReply> {
  try {
    return sendPrivatePage(reply, await work());
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error.retryAfterSec !== undefined)
      reply.header('Retry-After', String(Math.ceil(error.retryAfterSec)));
    return sendPrivatePage(reply, refused(error, sentenceOf(error)));
  }
}

/** Error sentences name the members of a body in backticks. On a page the field is called by its label. */
export function sentenceOf({ message }: AppError): string {
  const plain = message
    .replaceAll(/`(newPassword|password)`/g, 'the password')
    .replaceAll('`currentPassword`', 'the current password')
    .replaceAll('`', '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
