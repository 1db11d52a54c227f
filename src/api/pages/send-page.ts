import type { FastifyReply } from 'fastify';
import type { Page } from '../../web/index.ts';

/**
 * Sends a page that is meant for one visitor. Its address may hold a token, so no other site learns more of it than the origin.
 * `no-referrer` would say less, but makes browsers send forms with the origin `null`, which is refused as foreign.
 */
export const sendPrivatePage = (reply: FastifyReply, page: Page): FastifyReply =>
  reply
    .code(page.status)
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': page.policy,
      'Referrer-Policy': 'strict-origin',
    })
    .type('text/html; charset=utf-8')
    .send(page.html);
