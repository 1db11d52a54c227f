import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small site on loopback: one good page, and one for each way in which a page can fail. */
export interface TestSite {
  url: string;
  /** An https address at which the server speaks plain HTTP. */
  tlsUrl: string;
  /** An address at which nobody listens. */
  refusedUrl: string;
  requests: string[];
  close(): Promise<void>;
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tidewater</title><style>
body{margin:0;font:18px/1.6 sans-serif;color:#123}
header,section{padding:96px 12%;min-height:360px}
header{background:linear-gradient(135deg,#dff1ff,#fff4e2)}
h1{font-size:56px;line-height:1.1}a.button{display:inline-block;padding:14px 28px;background:#0a66c2;color:#fff;border-radius:8px}
#features{background:#f5f9fc}#pricing{background:#fff8ef}
</style></head><body>
<header><h1>Know the tide before you sail</h1><p>Tidewater tells small harbours what the sea will do today.</p>
<a class="button" href="#pricing">Start a free trial</a></header>
<section id="features"><h2>Features</h2><ul><li>Tide tables</li><li>Wind warnings</li><li>Berth planning</li></ul></section>
<section id="pricing"><h2>Pricing</h2><p>Nine pounds a month for each harbour, and the first month is free.</p></section>
</body></html>`;

const turnsBad =
  "<script>setTimeout(() => { document.body.innerHTML = '<h1>Something went wrong</h1><p>Please reload the page.</p>' }, 7000)</script>";

export async function startSite(): Promise<TestSite> {
  const requests: string[] = [];
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response, held);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    tlsUrl: `https://127.0.0.1:${port}/`,
    // All servers here listen on 127.0.0.1 alone. A port there that was free a moment ago may be in use by another test now.
    refusedUrl: `http://127.0.0.2:${port}/`,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const response of held) response.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, held: Set<ServerResponse>): void {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  switch (new URL(request.url ?? '/', 'http://site').pathname) {
    case '/':
      response.writeHead(200, html).end(page);
      return;
    case '/lost':
      response
        .writeHead(200, html)
        .end('<title>Tidewater</title><h1>We couldn’t find that page</h1><a href="/">Home</a>');
      return;
    case '/turns-bad':
      // Some seconds of the page's own time later: while it is filmed.
      response.writeHead(200, html).end(page.replace('</body>', `${turnsBad}</body>`));
      return;
    case '/broken':
      response.writeHead(500, html).end('<h1>Out of order</h1>');
      return;
    case '/report.pdf':
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4');
      return;
    case '/never':
      held.add(response);
      return;
    default:
      response.writeHead(404, html).end('<h1>Not here</h1>');
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}
