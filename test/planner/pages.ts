import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..', 'fixtures', 'sites');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
};

export interface Pages {
  baseUrl: string;
  /** Every request that came in, as `METHOD /path`. */
  seen: string[];
  stop(): Promise<void>;
}

/** Serves the fixture sites on loopback, and records every request. `extra` adds pages that a test makes up. */
export async function servePages(extra: Record<string, string> = {}): Promise<Pages> {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    seen.push(`${request.method} ${path}`);
    const body = extra[path] ?? (await readFile(join(root, normalize(path))).catch(() => null));
    response.writeHead(body === null ? 404 : 200, {
      'Content-Type': types[extname(path)] ?? 'text/html; charset=utf-8',
    });
    response.end(body ?? 'not here');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
