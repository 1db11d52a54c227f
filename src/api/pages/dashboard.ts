import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MediaStorage } from '../../media/index.ts';
import { missingPage, type Page, sampleFolder } from '../../web/index.ts';
import type { Sessions } from '../auth/sessions.ts';

export interface DashboardParts {
  /** What `scripts/dashboard.ts` built. */
  folder: string;
  sessions: Pick<Sessions, 'find'>;
  isOperator(userId: string): Promise<boolean>;
  baseUrl(request: FastifyRequest): string;
  media: Pick<MediaStorage, 'direct'>;
  /** The page at `/` for a visitor who is not signed in. */
  sendLanding(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  sendPage(reply: FastifyReply, page: Page): FastifyReply;
}

/** The addresses of the dashboard. Its router in `src/dashboard/app/routes.tsx` has the same. */
export const dashboardPaths = [
  '/new',
  '/demos',
  '/demos/:id',
  '/demos/:id/look',
  '/uploads',
  '/projects',
  '/projects/:id',
  '/keys',
  '/webhooks',
  '/webhooks/:id',
  '/credits',
  '/account',
] as const;

/** For everybody who is no operator, there is no page at these. */
export const operatorPaths = [
  '/operator',
  '/operator/accounts/:id',
  '/operator/audit',
  '/operator/jobs',
  '/operator/read-models',
  '/operator/log',
  '/operator/service',
] as const;

/**
 * The dashboard: one HTML file for all of its addresses, and the files that it loads. A visitor who is not signed in is asked to sign
 * in, or to sign up where they come with a wish for a film, and comes back to the same address.
 */
export function mountDashboard(app: FastifyInstance, parts: DashboardParts): void {
  const { sessions, folder } = parts;
  const shell = readShell(folder);
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    if (shell === null) return parts.sendPage(reply, missingPage({ what: 'dashboard' }));
    const policy = policyFor(parts.baseUrl(request), parts.media.direct?.origin);
    return parts.sendPage(reply, { status: 200, html: shell, policy });
  };
  app.get('/', async (request, reply) =>
    (await sessions.find(request)) ? show(request, reply) : parts.sendLanding(request, reply),
  );
  for (const path of dashboardPaths) {
    app.get(path, async (request, reply) => {
      if (await sessions.find(request)) return show(request, reply);
      return sendToDoor(request, reply, path === '/new' ? '/sign-up' : '/sign-in');
    });
  }
  for (const path of operatorPaths) {
    app.get(path, async (request, reply) => {
      const session = await sessions.find(request);
      if (!session) return sendToDoor(request, reply, '/sign-in');
      const isAdmitted = await parts.isOperator(session.user.id);
      return isAdmitted ? show(request, reply) : parts.sendPage(reply, missingPage({ what: 'page' }));
    });
  }
  mountFiles(app, folder);
}

const sendToDoor = (request: FastifyRequest, reply: FastifyReply, door: string) =>
  reply.header('Cache-Control', 'no-store').redirect(`${door}?next=${encodeURIComponent(request.url)}`, 303);

/** null where it was not built: `make setup` builds it. */
function readShell(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
}

/** The names of files in `/assets/` change with their content. The sample film's do not. */
function mountFiles(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  });
  app.register(fastifyStatic, {
    root: fileURLToPath(sampleFolder),
    prefix: '/sample/',
    maxAge: '1d',
    index: false,
    decorateReply: false,
  });
}

/**
 * No script and no style inside the page: Mantine sets single properties by script, which `style-src` does not concern, and its
 * variables stand in a file of ours. The sockets are named too, since not every browser takes `'self'` for them.
 */
const policyFor = (baseUrl: string, mediaFrom = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${mediaFrom}`.trimEnd(),
    `media-src 'self' ${mediaFrom}`.trimEnd(),
    `connect-src 'self' ${baseUrl.replace(/^http/, 'ws')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
