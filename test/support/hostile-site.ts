import { serveSite, type TestSite } from './site.ts';

const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>Hostile</title>
<h1>Welcome</h1><h2>Features</h2><p>Quick and quiet.</p><h2>Pricing</h2><p>Nine pounds a month.</p>${body}`;
/** Does `deed` again and again. The page stays able to answer in between. */
const again = (deed: string) => page(`<script>const kept = []; setInterval(() => { ${deed} }, 0);</script>`);

/** Each page takes as much as it can of something. */
export const hostilePages = {
  '/canvases': again(`const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 4096;
    const paint = canvas.getContext('2d'); paint.fillRect(0, 0, 4096, 4096); paint.getImageData(0, 0, 1, 1);
    document.body.append(canvas); kept.push(canvas);`),
  '/allocations': again('kept.push(new Uint8Array(16 << 20).fill(7));'),
  '/workers': again(`const code = URL.createObjectURL(new Blob(['setInterval(() => {}, 1000)']));
    for (let i = 0; i < 10; i++) kept.push(new Worker(code));`),
  '/processor': page(`<script>const code = URL.createObjectURL(new Blob(['for (;;);']));
    new Worker(code); new Worker(code);</script>`),
  '/requests': page(`<script>let number = 0;
    const next = () => fetch('/nothing?' + number++).then(next, next); for (let i = 0; i < 6; i++) next();</script>`),
  '/bytes': page(`<script>fetch('/endless').then(async (answer) => {
    for await (const part of answer.body) kept = part.length; });</script>`),
  '/files': page(`<script>const code = URL.createObjectURL(new Blob([\`(async () => {
    const folder = await navigator.storage.getDirectory(), part = new Uint8Array(4 << 20).fill(7);
    for (let number = 0; ; number++) {
      const file = await (await folder.getFileHandle('file' + number, { create: true })).createSyncAccessHandle();
      file.write(part); file.close();
    } })()\`])); new Worker(code);</script>`),
  '/height': page(`<script>setInterval(() => { for (let i = 0; i < 20; i++) {
    const more = document.createElement('p'); more.textContent = 'More and more of it'; more.style.height = '900px';
    document.body.append(more); } }, 30);</script>`),
  '/rows': page(
    `<table>${'<tr><td>A row</td><td>of very</td><td>many</td><td>rows</td></tr>'.repeat(100_000)}</table>`,
  ),
  '/busy': page('<script>setTimeout(() => { for (;;); }, 0)</script>'),
  '/silent-script': page('<p>Above</p><script src="/never"></script><p id="below">Below</p>'),
  '/dialogs': page('<script>setTimeout(() => { for (;;) alert("Again"); }, 0)</script>'),
  '/tabs': page(`<iframe srcdoc="<script>setInterval(() => open('/'), 20)</script>"></iframe>`),
};

/** Serves `hostilePages`. What they load in turn: `/nothing`, `/endless`, which sends without end, and `/never`, which sends nothing. */
export async function serveHostileSite(): Promise<TestSite & { requests: string[] }> {
  const requests: string[] = [];
  const pages = Object.fromEntries(
    Object.entries(hostilePages).map(([path, body]) => [
      path,
      (_: unknown, response: import('node:http').ServerResponse) => {
        requests.push(path);
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
      },
    ]),
  );
  const chunk = Buffer.alloc(256 * 1024);
  const site = await serveSite('drive-shop', {
    ...pages,
    '/nothing': (_, response) => response.end(),
    '/endless': (_, response) => {
      const more = () => response.write(chunk, () => !response.destroyed && more());
      more();
    },
  });
  return { ...site, requests };
}
