import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createClient } from '../../client/index.ts';
import { createMcpServer } from './server.ts';

export interface HttpOptions {
  baseUrl: string;
  port: number;
  version: string;
}

const host = '127.0.0.1';
const path = '/mcp';

/**
 * Serves agents over streamable HTTP, without sessions: every request brings its key and is complete in itself. A kept key is not used
 * here, since any program of this machine can send requests.
 */
export async function serveOverHttp(options: HttpOptions): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The request could not be answered.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpOptions,
): Promise<void> {
  // A name that a web page has made lead here, or the page itself, is no agent of this machine.
  if (!isOwnHost(request.headers.host) || request.headers.origin !== undefined)
    return refuse(response, 403, 'Requests of web pages are refused.');
  if (request.url?.split('?', 1)[0] !== path) return refuse(response, 404, `The endpoint is ${path}.`);
  if (request.method !== 'POST')
    return refuse(
      response.setHeader('Allow', 'POST'),
      405,
      'There are no sessions here: only POST is answered.',
    );
  const apiKey = keyOf(request);
  if (!apiKey)
    return refuse(
      response.setHeader('WWW-Authenticate', 'Bearer'),
      401,
      'Send a live key: Authorization: Bearer sr_live_…',
    );
  const { baseUrl, version } = options;
  const server = createMcpServer({ baseUrl, apiKey, client: createClient({ baseUrl, apiKey }) }, version);
  const transport = new StreamableHTTPServerTransport({});
  response.on('close', () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
}

const isOwnHost = (name: string | undefined) => /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(name ?? '');

function keyOf({ headers }: IncomingMessage): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const plain = headers['x-api-key'];
  return bearer ?? (typeof plain === 'string' && plain !== '' ? plain : null);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}
