/**
 * Watchers of demos: BENCH_SOCKETS (5,000) WebSockets on one process of the API. How fast they are let in, what they cost while
 * nothing happens, and how long the progress of one demo takes to reach all of them, and that of each demo its own. Beside it stands a bare
 * WebSocket server, which knows no ticket, no demo and no database: the rest of each figure is the library's and the kernel's.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { reportProgress } from '../../../src/domain/demos/jobs/progress.ts';
import { issueTicket } from '../../../src/domain/demos/jobs/ticket.ts';
import type { DomainServices } from '../../../src/domain/services.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { treeOf } from '../processes.ts';
import { quantile } from '../race.ts';
import { withServer } from '../server.ts';
import { createFilms, type Film, openBenchDomain } from './films.ts';
import { type Served, serve, serveApi } from './process.ts';

const count = Number(process.env.BENCH_SOCKETS ?? 5_000);
/** More connections at a time than this make the client wait, not the server. */
const dialling = 50;
const idleMs = 10_000;
/** 200 a second are what 50 films at a time report. */
const tickEveryMs = 5;

export const benchSockets = (): Promise<Figure[]> =>
  withServer(16, async (server) => {
    const api = await serveApi(server, { SHOWREEL_RATE_LIMITS: 'false' });
    const services = await openBenchDomain(server);
    try {
      const bare = await measureBare();
      return await measure(services, api, bare);
    } finally {
      await services.doorbell.stop();
      await api.stop();
    }
  });

interface Load {
  acceptedPerSec: number;
  kbEach: number;
  idleCpuPercent: number;
}

interface Bare extends Load {
  toAllMs: number;
}

async function measureBare(): Promise<Bare> {
  const bare = await serve(join(import.meta.dirname, 'bare-sockets.ts'), {});
  try {
    const { sockets, ...load } = await fillUp(bare, () => bare.baseUrl.replace('http', 'ws'));
    const heard = sockets.map((socket) => new Promise((resolve) => socket.once('message', resolve)));
    const sinceMs = performance.now();
    await fetch(bare.baseUrl, { method: 'POST', body: `${JSON.stringify({ progress: 0.5 })}\n` });
    await Promise.all(heard);
    const toAllMs = performance.now() - sinceMs;
    for (const socket of sockets) socket.terminate();
    return { ...load, toAllMs };
  } finally {
    await bare.stop();
  }
}

async function measure(services: DomainServices, api: Served, bare: Bare): Promise<Figure[]> {
  const [shared, ...films] = await createFilms(services, count + 1);
  const address = ({ demoId }: Film) =>
    `${api.baseUrl.replace('http', 'ws')}/api/ws/${demoId}?ticket=${issueTicket(services.secrets, services.clock, demoId)}`;

  const own = await fillUp(api, (index) => address(films[index]!));
  const ownMs = await eachItsOwn(services, films, own.sockets);
  for (const socket of own.sockets) socket.terminate();
  await sleep(1_000);
  const all = await fillUp(api, () => address(shared!));
  const allMs = await oneToAll(services, shared!, all.sockets);
  for (const socket of all.sockets) socket.terminate();

  const figure = figuresOf('sockets');
  const beside = (value: number, peerValue: number) => ({
    peer: 'bare ws',
    peerValue,
    ratio: peerValue > 0 ? value / peerValue : null,
  });
  const named = `${count} sockets`;
  return [
    figure(
      `${named}: let in, a look-up of the demo each`,
      own.acceptedPerSec,
      '/s',
      beside(own.acceptedPerSec, bare.acceptedPerSec),
    ),
    figure(`${named}: memory of the API for each`, own.kbEach, 'KB', beside(own.kbEach, bare.kbEach)),
    figure(
      `${named}: processor while nothing happens`,
      own.idleCpuPercent,
      '%',
      beside(own.idleCpuPercent, bare.idleCpuPercent),
    ),
    figure(
      `${named}: one demo's progress to the last of all`,
      quantile(allMs, 1),
      'ms',
      beside(quantile(allMs, 1), bare.toAllMs),
    ),
    figure(`${named}: one demo's progress to half of all`, quantile(allMs, 0.5), 'ms'),
    figure(
      `${named}: each demo's progress to its own, ${1000 / tickEveryMs} a second, p50`,
      quantile(ownMs, 0.5),
      'ms',
    ),
    figure(
      `${named}: each demo's progress to its own, ${1000 / tickEveryMs} a second, p99`,
      quantile(ownMs, 0.99),
      'ms',
    ),
  ];
}

/** Opens all sockets, each of which has had its first message, and looks at what they cost. */
async function fillUp(
  served: Served,
  addressOf: (index: number) => string,
): Promise<Load & { sockets: WebSocket[] }> {
  const before = await residentKb(served.pid);
  const sockets: WebSocket[] = [];
  const sinceMs = performance.now();
  let next = 0;
  const dial = async () => {
    while (next < count) {
      const index = next++;
      sockets[index] = await open(addressOf(index));
    }
  };
  await Promise.all(Array.from({ length: dialling }, dial));
  const acceptedPerSec = count / ((performance.now() - sinceMs) / 1000);
  await sleep(2_000);
  const kbEach = ((await residentKb(served.pid)) - before) / count;
  const usedSec = treeOf(served.pid).get(served.pid)!;
  await sleep(idleMs);
  const idleCpuPercent = (100 * (treeOf(served.pid).get(served.pid)! - usedSec)) / (idleMs / 1000);
  return { sockets, acceptedPerSec, kbEach, idleCpuPercent };
}

const open = (url: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.once('message', () => resolve(socket));
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, { statusCode }) =>
      reject(new Error(`a watcher was refused with ${statusCode}`)),
    );
  });

async function residentKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
}

const half = (film: Film) =>
  ({
    demoId: film.demoId,
    jobId: film.jobId,
    step: 'recording',
    progress: 0.5,
    message: 'Half of it',
  }) as const;

/** @returns for each watcher, how long after the report it heard of it */
async function oneToAll(services: DomainServices, film: Film, sockets: WebSocket[]): Promise<number[]> {
  const heard = sockets.map(
    (socket) => new Promise<number>((resolve) => socket.once('message', () => resolve(performance.now()))),
  );
  const sinceMs = performance.now();
  await reportProgress(services, half(film));
  return (await Promise.all(heard)).map((at) => at - sinceMs);
}

/** Reports at a steady pace, however late the messages are. */
async function eachItsOwn(services: DomainServices, films: Film[], sockets: WebSocket[]): Promise<number[]> {
  const heard = sockets.map(
    (socket) => new Promise<number>((resolve) => socket.once('message', () => resolve(performance.now()))),
  );
  const reportedMs: number[] = [];
  const begunMs = performance.now();
  const reports = films.map(async (film, index) => {
    await sleep(Math.max(0, begunMs + index * tickEveryMs - performance.now()));
    reportedMs[index] = performance.now();
    await reportProgress(services, half(film));
  });
  await Promise.all(reports);
  return (await Promise.all(heard)).map((at, index) => at - reportedMs[index]!);
}
