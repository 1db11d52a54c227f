import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Page, signedInPage, signInPage } from '../../web/index.ts';
import type { Sessions } from '../auth/sessions.ts';
import { localPath } from './local-path.ts';

interface PageRoute {
  Querystring: { next?: unknown };
}

/** `/sign-in` and `/sign-up`. `next` names the page of ours to continue to. A user who is signed in already is told so. */
export function mountSignIn(
  app: FastifyInstance,
  { find, waitsForVerification }: Pick<Sessions, 'find' | 'waitsForVerification'>,
): void {
  const show = (mode: 'in' | 'up') => async (request: FastifyRequest<PageRoute>, reply: FastifyReply) => {
    const next = localPath(request.query.next);
    const session = await find(request);
    if (!session) return send(reply, signInPage(mode, next));
    const options = { waitsForVerification: waitsForVerification(session.user) };
    return send(reply, signedInPage(session.user, next, options));
  };
  app.get<PageRoute>('/sign-in', show('in'));
  app.get<PageRoute>('/sign-up', show('up'));
}

const send = (reply: FastifyReply, page: Page) =>
  reply
    .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': page.policy })
    .type('text/html; charset=utf-8')
    .send(page.html);
