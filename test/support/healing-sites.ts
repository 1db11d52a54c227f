import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Serves the fixture sites below `/sites/`, and templates from npm below `/templates/<name>/`. */
export async function serveFolders(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    const file = await readFile(fileOf(path.endsWith('/') ? `${path}index.html` : path)).catch(() => null);
    response.writeHead(file ? 200 : 404, { 'content-type': types[extname(path)] ?? types['.html'] });
    response.end(file ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function fileOf(path: string): string {
  const [, kind, name = '', ...rest] = path.split('/');
  const folder =
    kind === 'templates'
      ? join(root, 'node_modules', `startbootstrap-${name}`, 'dist')
      : join(root, 'test/fixtures/sites', name);
  return join(folder, ...rest);
}
