import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, missingPage, type Page } from '../../web/index.ts';

export interface DocsParts {
  /** What `scripts/docs.ts` built. */
  folder: string;
  baseUrl(request: FastifyRequest): string;
  sendPage(reply: FastifyReply, page: Page): FastifyReply;
}

/** Stands in the pages for the address of the service, which is known only when a request comes. */
const somewhere = '://showreel.example';

/**
 * No script and no style inside the page. VitePress reads its own files by script, and its highlighter and its tabs are classes of our
 * style sheet, so nothing here needs an exception.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/docs` and the pages below it. They are read once, since a service is stopped before it is built anew. */
export function mountDocs(app: FastifyInstance, { folder, baseUrl, sendPage }: DocsParts): void {
  const pages = readPages(folder);
  const show = (path: string) => (request: FastifyRequest, reply: FastifyReply) => {
    const html = pages.get(path);
    if (html === undefined)
      return sendPage(reply, missingPage({ what: pages.size === 0 ? 'documents' : 'page' }));
    const here = escapeHtml(baseUrl(request));
    const filled = html
      .replaceAll(`https${somewhere}`, here)
      .replaceAll(`wss${somewhere}`, here.replace(/^http/, 'ws'));
    return sendPage(reply, { status: 200, html: filled, policy });
  };
  app.get('/docs', show('index'));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const path = request.params['*'].replace(/\.html$/, '').replace(/(^|\/)$/, '$1index');
    return show(path)(request, reply);
  });
  app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/docs/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  });
}

/** The pages by their path without `.html`; none where they were not built: `make setup` builds them. */
function readPages(folder: string): Map<string, string> {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return new Map(
      names
        .filter((name) => name.endsWith('.html') && name !== '404.html')
        .map((name) => [name.slice(0, -'.html'.length), readFileSync(join(folder, name), 'utf8')]),
    );
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw fault;
  }
}
