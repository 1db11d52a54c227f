/**
 * The sample site, which `make demo` records where no address is given. It shows a fictional product, consists of static
 * files, and loads nothing from elsewhere. This file serves it on loopback. Test mode films it too. Scripts and tests that need a page
 * to record import it. It reads its own folder and the Inter typeface in `node_modules`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';

export interface SampleSite {
  /** `http://127.0.0.1:<port>/` */
  url: string;
  stop(): Promise<void>;
}

/** @param options `port` 0, the default, takes any free port; other machines reach it where `host` is not 127.0.0.1, the default. */
export async function serveSampleSite(options: { port?: number; host?: string } = {}): Promise<SampleSite> {
  const files = await loadFiles();
  const server = createServer((request, response) => answer(files, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 }, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface SiteFile {
  type: string;
  body: Buffer;
}

function answer(files: Map<string, SiteFile>, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const path = (request.url ?? '/').replace(/[?#].*$/s, '').replace(/(.)\/$/, '$1');
  const found = files.get(path);
  const { type, body } = found ?? files.get('/404')!;
  response.writeHead(found ? 200 : 404, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The whole site in memory, by path. It is small, and a request cannot reach any other file. */
async function loadFiles(): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  for (const name of await readdir(join(import.meta.dirname, 'pages'))) {
    const path = name === 'index.html' ? '/' : `/${name.replace(/\.html$/, '')}`;
    files.set(path, { type: types['.html']!, body: Buffer.from(await composed('pages', name)) });
  }
  for (const folder of ['styles', 'scripts', 'images']) {
    for (const name of await readdir(join(import.meta.dirname, folder))) {
      const type = types[extname(name)];
      if (type) files.set(`/${folder}/${name}`, { type, body: await read(folder, name) });
    }
  }
  files.set('/fonts/inter.woff2', { type: types['.woff2']!, body: await interTypeface() });
  return files;
}

/** Reads a page and replaces each `<!-- part: header -->` by `parts/header.html`, also inside parts. */
async function composed(folder: string, name: string): Promise<string> {
  let html = (await read(folder, name)).toString();
  for (const [marker, part] of html.matchAll(/<!-- part: ([a-z-]+) -->/g)) {
    const text = await composed('parts', `${part}.html`);
    html = html.replace(marker, () => text);
  }
  return html;
}

const read = (...path: string[]) => readFile(join(import.meta.dirname, ...path));

/** The file with the optical-size axis. Its display cut makes large headlines look drawn and not enlarged. */
async function interTypeface(): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@fontsource-variable/inter/package.json');
  return readFile(join(dirname(manifest), 'files', 'inter-latin-opsz-normal.woff2'));
}
