import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { type Guard, startGuard } from '../../../src/recorder/guard/index.ts';
import { fetchPicture } from '../../../src/worker/film/pictures/fetch-picture.ts';

const picture = Buffer.from('89504e470d0a1a0a', 'hex');
let server: Server;
let url: string;
let guard: Guard;
const signal = () => new AbortController().signal;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/picture.png') response.writeHead(200).end(picture);
    else if (request.url === '/moved') response.writeHead(302, { location: '/picture.png' }).end();
    else if (request.url === '/inward') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (request.url === '/huge') response.writeHead(200).end(Buffer.alloc(21 * 2 ** 20));
    else if (request.url === '/never') return;
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  guard = await startGuard({ allowHosts: [], allowLoopback: true, log: createLogger('silent') });
});
afterAll(async () => {
  await guard?.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a background picture comes through the guard, also after a redirect', async () => {
  expect(await fetchPicture(`${url}/picture.png`, guard, signal())).toEqual(picture);
  expect(await fetchPicture(`${url}/moved`, guard, signal())).toEqual(picture);
});

test('a picture on a private address is refused, also where a redirect leads to it', async () => {
  await expect(fetchPicture('http://10.0.0.1/a.png', guard, signal())).rejects.toThrow(
    /cannot be used: .*private/,
  );
  await expect(fetchPicture(`${url}/inward`, guard, signal())).rejects.toThrow(/cannot be used: .*private/);
  expect(guard.refusals().map((refusal) => refusal.host)).toContain('10.0.0.1');
});

test('an https picture is fetched through the tunnel of the guard, never past it', async () => {
  await expect(fetchPicture('https://10.0.0.2/a.png', guard, signal())).rejects.toThrow(/cannot be used/);
  expect(guard.refusals().map((refusal) => refusal.host)).toContain('10.0.0.2');
});

test('a picture that is missing, endless or too large is refused with a sentence that says so', async () => {
  await expect(fetchPicture(`${url}/gone`, guard, signal())).rejects.toThrow(/status 404/);
  await expect(fetchPicture(`${url}/round`, guard, signal())).rejects.toThrow(/without end/);
  await expect(fetchPicture(`${url}/huge`, guard, signal())).rejects.toThrow(/larger than 20 MB/);
});

test('a fetch ends with the reason of its signal', async () => {
  const abort = new AbortController();
  const fetching = fetchPicture(`${url}/never`, guard, abort.signal);
  setTimeout(() => abort.abort(new Error('enough')), 50);
  await expect(fetching).rejects.toThrow('enough');
});
