import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PublicDemo, readPublicDemo } from '../domain/demos/catalogue.ts';
import { currentProgress } from '../domain/demos/progress.ts';
import { issueTicket } from '../domain/demos/ticket.ts';
import type { DomainServices } from '../domain/services.ts';
import {
  docsPage,
  type EmbedOptions,
  embedPage,
  favicon,
  landingPage,
  missingPage,
  type Page,
  type ShownDemo,
  sharePage,
} from '../web/index.ts';
import { isKnown } from './etag.ts';

export interface PageParts {
  services: DomainServices;
  version: string;
  /** For the reference page. */
  document: object;
  baseUrl(request: FastifyRequest): string;
}

/** Everything that is meant for people's eyes. */
export function mountPages(app: FastifyInstance, parts: PageParts): void {
  const docs = docsPage(parts.document);
  app.get('/', (request, reply) => send(reply, landingPage(parts.baseUrl(request), parts.version)));
  app.get('/docs', (_request, reply) => send(reply, docs));
  app.get('/favicon.svg', (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(favicon),
  );
  app.get('/share/:id', async (request, reply) => {
    const demo = await findDemo(parts.services, request);
    return send(reply, demo ? sharePage(demo, parts.baseUrl(request)) : missingPage());
  });
  app.get('/embed/:id', async (request, reply) => {
    const demo = await findDemo(parts.services, request);
    const options = readOptions(request.query as Record<string, unknown>);
    return send(
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin'),
      demo ? embedPage(demo, options, parts.baseUrl(request)) : missingPage({ framed: true }),
    );
  });
}

/** For whoever followed a wrong link. */
export const sendMissingPage = (reply: FastifyReply) => send(reply, missingPage({ what: 'page' }));

/** A page shows the state of this moment, so no cache keeps it; a program that watches it can ask whether it changed. */
function send(reply: FastifyReply, page: Page): FastifyReply {
  const etag = `"${createHash('sha256').update(page.html).digest('base64url').slice(0, 22)}"`;
  reply.headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': page.policy, ETag: etag });
  const known = reply.request.headers['if-none-match'];
  if (page.status === 200 && known !== undefined && isKnown(known, etag)) return reply.code(304).send();
  return reply.code(page.status).type('text/html; charset=utf-8').send(page.html);
}

async function findDemo(services: DomainServices, request: FastifyRequest): Promise<ShownDemo | null> {
  const { id } = request.params as { id: string };
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  const demo = await readPublicDemo(services.sql, id);
  return demo && toShown(demo, await progressOf(services, demo));
}

/** Only where there is nothing to show yet does a page need news. */
async function progressOf(
  { sql, secrets, clock }: DomainServices,
  demo: PublicDemo,
): Promise<ShownDemo['progress']> {
  if (demo.videoKey !== null || demo.status === 'failed') return null;
  const state = await currentProgress(sql, demo.id);
  if (!state) return null;
  const ticket = issueTicket(secrets, clock, demo.id);
  return {
    fraction: state.progress,
    message: state.message,
    socketPath: `/api/ws/${demo.id}?ticket=${ticket}`,
  };
}

function toShown(demo: PublicDemo, progress: ShownDemo['progress']): ShownDemo {
  const { videoKey, thumbnailKey, gifKey, ...rest } = demo;
  return {
    ...rest,
    hasVideo: videoKey !== null,
    hasThumbnail: thumbnailKey !== null,
    hasGif: gifKey !== null,
    progress,
  };
}

/** `1`, `true` or nothing after the name switch on, `0` and `false` off; browsers let no sound play by itself. */
function readOptions(query: Record<string, unknown>): EmbedOptions {
  const flag = (name: string, otherwise: boolean) => {
    const value = query[name];
    if (value === undefined) return otherwise;
    return value === '' || value === '1' || value === 'true';
  };
  const autoplay = flag('autoplay', false);
  return {
    autoplay,
    loop: flag('loop', false),
    muted: flag('muted', autoplay),
    controls: flag('controls', true),
  };
}
