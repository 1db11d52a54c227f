import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const sites = fileURLToPath(new URL('../fixtures/sites/', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestSite {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  url: string;
  server: Server;
  close(): Promise<void>;
}

/**
 * Serves a folder of test/fixtures/sites on loopback. `routes`, by exact path, come before its files. `/status/<n>` answers
 * with that status, `/slow/<ms>` after that time, and `/never` not at all.
 */
export async function serveSite(name: string, routes: Record<string, Answer> = {}): Promise<TestSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.test');
    const route = routes[pathname] ?? builtIn(pathname);
    if (route) route(request, response);
    else void sendFile(name, pathname, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers with this HTML. */
export const html =
  (body: string, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  };

/** The whole body of a request, as text. */
export const bodyOf = (request: IncomingMessage): Promise<string> => text(request);

function builtIn(path: string): Answer | undefined {
  const [, kind, value] = path.split('/');
  if (kind === 'never') return () => undefined;
  if (kind === 'status') return html('<h1>No.</h1>', Number(value));
  if (kind === 'slow') return (_, response) => setTimeout(() => response.end('slow answer'), Number(value));
  return undefined;
}

async function sendFile(name: string, path: string, response: ServerResponse): Promise<void> {
  const file = normalize(path.endsWith('/') ? `${path}index.html` : path);
  try {
    const body = await readFile(join(sites, name, file));
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(body);
  } catch {
    html('<h1>Not found</h1>', 404)({} as IncomingMessage, response);
  }
}
