import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tidewater</title><style>
body{margin:0;font:18px/1.6 sans-serif;color:#123}header,section{padding:96px 12%;min-height:300px}
header{background:#dff1ff}#features{background:#f5f9fc}#pricing{background:#fff8ef}h1{font-size:56px;line-height:1.1}
</style></head><body>
<header><h1>Know the tide before you sail</h1><p>Tidewater tells small harbours what the sea will do today.</p></header>
<section id="features"><h2>Features</h2><ul><li>Tide tables</li><li>Wind warnings</li><li>Berth planning</li></ul></section>
<section id="pricing"><h2>Pricing</h2><p>Nine pounds a month for each harbour, and the first month is free.</p></section>
</body></html>`;

/** The page that all demos of a run show. It is small and still, so that a film of it takes little time. */
export async function servePage(): Promise<{ url: string; close(): Promise<unknown> }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
