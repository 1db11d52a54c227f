import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { html, serveSite, type TestSite } from './site.ts';

/**
 * An application that keeps its state on its server and writes to it in every way that a page can. The server counts what reaches it.
 */
export interface Greenhouse extends TestSite {
  /** How often each kind of write has reached the server. */
  writes: Record<Write, number>;
  state: { vent: boolean };
}

export const writeKinds = [
  'fetch POST',
  'fetch PUT',
  'xhr PATCH',
  'worker DELETE',
  'shared worker POST',
  'cross-origin POST',
  'frame POST',
  'beacon',
  'form',
  'socket',
  'socket of a worker',
] as const;
/** Writes of a page that finds in the browser what an earlier page has stored there. */
export const leftoverKinds = ['storage pushed on load', 'database pushed on load', 'cookie'] as const;
type Write = (typeof writeKinds)[number] | (typeof leftoverKinds)[number];

const kindsByRequest: Record<string, Write> = {
  'POST /plans': 'fetch POST',
  'PUT /vent': 'fetch PUT',
  'PATCH /notes': 'xhr PATCH',
  'DELETE /alarms': 'worker DELETE',
  'POST /shared': 'shared worker POST',
  'POST /abroad': 'cross-origin POST',
  'POST /framed': 'frame POST',
  'POST /left': 'beacon',
  'POST /sent': 'form',
  'POST /stored': 'storage pushed on load',
  'POST /outbox': 'database pushed on load',
};

export async function serveGreenhouse(): Promise<Greenhouse> {
  const state = { vent: false };
  const writes = Object.fromEntries([...writeKinds, ...leftoverKinds].map((kind) => [kind, 0])) as Record<
    Write,
    number
  >;
  const count = async (request: IncomingMessage, response: ServerResponse) => {
    const kind = kindsByRequest[`${request.method} ${request.url}`];
    if (kind) writes[kind]++;
    request.resume();
    await once(request, 'end');
    if (kind === 'fetch PUT') state.vent = true;
    response.setHeader('access-control-allow-origin', '*');
    if (kind === 'form') response.writeHead(303, { location: '/' });
    response.end('{}');
  };
  const routes: Parameters<typeof serveSite>[1] = {
    '/': (request, response) => {
      if (request.headers.cookie?.includes('vent=on')) writes.cookie++;
      html(page(state.vent, (site.server.address() as AddressInfo).port))(request, response);
    },
    '/log': html(
      '<!doctype html><html lang="en"><title>Log – Greenhouse</title><h1>Log</h1><p>All is calm.</p>',
    ),
    '/frame': html('<!doctype html><title>Frame</title><p>Weather</p>'),
    '/renewed': (_, response) => void response.writeHead(200, { 'set-cookie': 'session=renewed' }).end(),
    '/worker.js': script(worker),
    '/shared.js': script(sharedWorker),
  };
  for (const line of Object.keys(kindsByRequest))
    routes[line.split(' ')[1]!] = (...given) => void count(...given);
  const site = await serveSite('none', routes);
  const sockets = new WebSocketServer({ server: site.server });
  sockets.on('connection', (socket, { url }) =>
    socket.on('message', (data) => {
      if (String(data) === 'ping') return socket.send('pong');
      writes[url === '/worker' ? 'socket of a worker' : 'socket']++;
    }),
  );
  return {
    ...site,
    writes,
    state,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await site.close();
    },
  };
}

const script = (source: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/javascript' }).end(source);

const worker = `const socket = new WebSocket(location.origin.replace('http', 'ws') + '/worker');
onmessage = () => { fetch('/alarms', { method: 'DELETE' }); socket.send('{"vent":"on"}'); };`;
const sharedWorker = `onconnect = ({ ports: [port] }) => { port.onmessage = () => fetch('/shared', { method: 'POST' }); };`;

const page = (vent: boolean, port: number) => `<!doctype html><html lang="en"><title>Greenhouse</title>
<style>body{font:20px/1.6 sans-serif;margin:60px}button{font:inherit;padding:8px 20px}[aria-checked=true]{background:#bbf7d0}</style>
<header><nav><a href="/log">Log</a></nav></header><h1>Greenhouse</h1><p>Two beds of tomatoes, one of basil.</p>
<section><h2>Climate</h2><p>Night vent <button role="switch" aria-label="Night vent" aria-checked="${vent}" id="vent">Vent</button></p>
<button id="save">Save</button> <output id="answer"></output></section>
<section><h2>Gauges</h2><button aria-expanded="false" id="more">Gauges</button><p id="gauges" hidden>Moist and warm.</p></section>
<form method="post" action="/sent" id="order"><input type="hidden" name="seeds" value="12"></form>
<iframe src="/frame" width="200" height="60"></iframe>
<script>
const socket = new WebSocket(location.origin.replace('http', 'ws'));
setInterval(() => socket.readyState === 1 && socket.send('ping'), 50);
let pongs = 0; socket.onmessage = () => pongs++;
const worker = new Worker('/worker.js'), shared = new SharedWorker('/shared.js'); shared.port.start();
const stored = () => new Promise((done) => {
  const opening = indexedDB.open('greenhouse', 2);
  opening.onupgradeneeded = () => opening.result.createObjectStore('outbox', { autoIncrement: true });
  opening.onsuccess = () => done(opening.result);
});
const outbox = async (mode) => (await stored()).transaction('outbox', mode).objectStore('outbox');
if (localStorage.vent === 'on' || sessionStorage.vent === 'on') fetch('/stored', { method: 'POST' });
outbox('readonly').then((store) => { store.count().onsuccess = ({ target }) => target.result && fetch('/outbox', { method: 'POST' }); });
vent.onclick = async () => {
  vent.ariaChecked = 'true';
  localStorage.vent = sessionStorage.vent = 'on'; document.cookie = 'vent=on; path=/';
  (await outbox('readwrite')).add('vent on');
  fetch('/vent', { method: 'PUT', body: 'on' }).then(() => { answer.value = 'Saved'; }, () => { answer.value = 'Failed'; vent.ariaChecked = 'false'; });
};
save.onclick = () => {
  fetch('/plans', { method: 'POST', body: 'on' });
  const request = new XMLHttpRequest(); request.open('PATCH', '/notes'); request.send('on');
  worker.postMessage('on'); shared.port.postMessage('on');
  fetch('http://localhost:${port}/abroad', { method: 'POST', body: 'on' });
  frames[0].fetch('/framed', { method: 'POST', body: 'on' });
  navigator.sendBeacon('/left', 'on');
  socket.send('{"vent":"on"}');
  setTimeout(() => order.submit(), 600);
};
more.onclick = () => { gauges.hidden = false; more.ariaExpanded = 'true'; };
</script>`;
