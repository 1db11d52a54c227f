import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { servePlanningPages } from '../../../test/planning/pages.ts';

export interface PlantingServer {
  /** The address of a page of the planning bench. @param html stands at the end of its body */
  urlOf(page: string, html?: string): string;
  stop(): Promise<void>;
}

/**
 * Serves the pages of the planning bench as they are, or with something planted in them.
 * @param sites a folder of further sites
 */
export async function servePlanted(sites?: string): Promise<PlantingServer> {
  const pages = await servePlanningPages({ sites });
  const planted: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const answer = await fetch(pages.urlOf(pathname.slice(1)));
    const body = Buffer.from(await answer.arrayBuffer());
    const html = planted[Number(searchParams.get('planted') ?? -1)];
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(html && type.includes('html') ? withAtEnd(body.toString(), html) : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urlOf: (page, html) =>
      html === undefined ? `${base}/${page}` : `${base}/${page}?planted=${planted.push(html) - 1}`,
    async stop() {
      server.closeAllConnections();
      await Promise.all([pages.stop(), new Promise((done) => server.close(done))]);
    },
  };
}

const withAtEnd = (page: string, html: string): string =>
  page.includes('</body>') ? page.replace('</body>', `${html}</body>`) : page + html;
