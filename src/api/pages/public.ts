/**
 * The routes of the pages that people see, and of what other sites load: `/sdk.js`, oEmbed and signed embeds. Only the API
 * imports this room. It reads demos, sessions and device logins from the domain; `src/web` makes the HTML.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDemoOf } from '../../domain/demos/views/catalogue.ts';
import type { MediaStorage } from '../../media/index.ts';
import {
  embedPage,
  favicon,
  landingPage,
  missingPage,
  type Page,
  readEmbedOptions,
  sharePage,
} from '../../web/index.ts';
import type { Sessions } from '../auth/sessions.ts';
import { isKnown } from '../http/etag.ts';
import { mountDashboard } from './dashboard.ts';
import { mountDocs } from './docs.ts';
import { mountOembed } from './oembed.ts';
import { mountSdk } from './sdk.ts';
import { findShownDemo, type ShownDemoParts } from './shown-demos.ts';

export interface PageParts extends ShownDemoParts {
  sessions: Pick<Sessions, 'find'>;
  dashboardFolder: string;
  docsFolder: string;
  isOperator(userId: string): Promise<boolean>;
  version: string;
  baseUrl(request: FastifyRequest): string;
}

/** The dashboard, the pages that need no session, `/oembed` and `/sdk.js`. */
export function mountPages(app: FastifyInstance, parts: PageParts): void {
  mountDashboard(app, {
    ...parts,
    folder: parts.dashboardFolder,
    sendLanding: (request, reply) => send(reply, landingPage(parts.baseUrl(request), parts.version)),
    sendPage: send,
  });
  mountDocs(app, { folder: parts.docsFolder, baseUrl: parts.baseUrl, sendPage: send });
  app.get('/favicon.svg', (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(favicon),
  );
  mountOembed(app, parts);
  mountSdk(app);
  app.get<DemoRoute>('/share/:id', async (request, reply) => {
    const demo = await findShownDemo(parts, request.params.id);
    if (!demo) return send(reply, missingPage());
    const isOwner = demo.status === 'failed' && !demo.hasVideo && (await isOwnersVisit(parts, request));
    return send(reply, sharePage(demo, parts.baseUrl(request), { isOwner }));
  });
  app.get<DemoRoute>('/embed/:id', async (request, reply) => {
    const demo = await findShownDemo(parts, request.params.id);
    const options = readEmbedOptions(request.query);
    return send(
      reply.headers(framing(parts.media)),
      demo ? embedPage(demo, options, parts.baseUrl(request)) : missingPage({ framed: options }),
    );
  });
}

/** Whether somebody looks at their own demo. It is asked of few pages, so that most cost no look at the session. */
async function isOwnersVisit(
  { sessions, services }: PageParts,
  request: FastifyRequest<DemoRoute>,
): Promise<boolean> {
  const session = await sessions.find(request);
  return session !== null && isDemoOf(services.sql, request.params.id, session.user.id);
}

interface DemoRoute {
  Params: { id: string };
  Querystring: Record<string, unknown>;
}

/**
 * A cross-origin isolated site may frame only pages that are isolated too. Ours can be: they load from one origin only; or from a bucket
 * too, which sends no header that would allow it, but gets no credentials either.
 */
const framing = ({ direct }: MediaStorage) => ({
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': direct ? 'credentialless' : 'require-corp',
});

/** Answers a person who followed a wrong link. */
export const sendMissingPage = (reply: FastifyReply) => send(reply, missingPage({ what: 'page' }));

/** A page shows the current state, so no cache keeps it. The ETag lets a program that polls it see whether it changed. */
function send(reply: FastifyReply, page: Page): FastifyReply {
  const etag = `"${createHash('sha256').update(page.html).digest('base64url').slice(0, 22)}"`;
  reply.headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': page.policy, ETag: etag });
  const known = reply.request.headers['if-none-match'];
  if (page.status === 200 && known !== undefined && isKnown(known, etag)) return reply.code(304).send();
  return reply.code(page.status).type('text/html; charset=utf-8').send(page.html);
}
