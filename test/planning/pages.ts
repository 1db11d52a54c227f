import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { serveSampleSite } from '../../src/web/sample-site/serve.ts';

const root = join(import.meta.dirname, '..', '..');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

export interface PlanningPages {
  /**
   * The address on loopback of a page of a case: `sample/changelog`, `fixture/shop/index.html`, `template/agency/index.html`,
   * `package/fluent-ffmpeg/doc/index.html`, or `site/name/index.html` of the folder of further sites.
   */
  urlOf(page: string): string;
  stop(): Promise<void>;
}

/**
 * Serves the pages of the cases on loopback: the sample site, the fixture sites, templates and other packages from npm.
 * @param sites a folder of further sites, each a folder with pages
 */
export async function servePlanningPages({
  sites,
}: {
  sites?: string | undefined;
} = {}): Promise<PlanningPages> {
  const sample = await serveSampleSite();
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    const body = await readFile(fileOf(path, sites)).catch(() => null);
    const type = types[extname(path)] ?? 'application/octet-stream';
    response.writeHead(body === null ? 404 : 200, { 'content-type': type });
    response.end(body && extname(path) === '.html' ? atHome(body.toString()) : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urlOf: (page) => (page.startsWith('sample/') ? sample.url + page.slice(7) : `${base}/${page}`),
    async stop() {
      server.closeAllConnections();
      await Promise.all([sample.stop(), new Promise((done) => server.close(done))]);
    },
  };
}

function fileOf(path: string, sites: string | undefined): string {
  const [, kind, first = '', ...rest] = path.split('/');
  if (kind === 'site' && sites) return join(sites, first, ...rest);
  if (kind === 'template') return join(root, 'node_modules', `startbootstrap-${first}`, 'dist', ...rest);
  if (kind === 'bootstrap') return join(root, 'node_modules', 'bootstrap', first, ...rest);
  if (kind === 'package') return join(root, 'node_modules', first, ...rest);
  return join(root, 'test', 'fixtures', 'sites', first, ...rest);
}

/** A page that asks nothing of the network: Bootstrap comes from npm, and icons, fonts and scripts of other sites are removed. */
const atHome = (html: string) =>
  html
    .replaceAll('https://cdn.jsdelivr.net/npm/bootstrap@5.2.3/', '/bootstrap/')
    .replace(/<script[^>]+src=["'](?:https?:)?\/\/[^>]+><\/script>/g, '')
    .replace(/<link[^>]+href=["'](?:https?:)?\/\/[^>]+>/g, '');
