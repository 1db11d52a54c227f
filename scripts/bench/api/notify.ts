/**
 * From commit to message: how long after this process has committed a command, the watcher of its demo hears of it from the API. The
 * API is the service's own, in a process of its own.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { demoDecider } from '../../../src/domain/demos/decide.ts';
import { demoStream } from '../../../src/domain/demos/events.ts';
import { issueTicket } from '../../../src/domain/demos/jobs/ticket.ts';
import type { DomainServices } from '../../../src/domain/services.ts';
import { newId } from '../../../src/ids.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { quantile } from '../race.ts';
import { type BenchServer, withServer } from '../server.ts';
import {
  type Film as BenchFilm,
  context,
  openBenchDomain,
  queueFilm,
  benchUserId as userId,
} from './films.ts';
import { serveApi } from './process.ts';

const sockets = 500;
const commitsPerSec = 200;
const runMs = 10_000;

export const benchNotify = (): Promise<Figure[]> =>
  withServer(16, async (server) => {
    const api = await serveApi(server);
    try {
      return figures(await measureLatencies(server, api.baseUrl));
    } finally {
      await api.stop();
    }
  });

async function measureLatencies(server: BenchServer, baseUrl: string): Promise<number[]> {
  const services = await openBenchDomain(server);
  try {
    const films = await Promise.all(Array.from({ length: sockets }, () => createFilm(services)));
    const watched = await Promise.all(films.map((film) => watch(services, baseUrl, film)));
    const latenciesMs = await commitAndListen(services, watched);
    for (const { socket } of watched) socket.terminate();
    return latenciesMs;
  } finally {
    await services.doorbell.stop();
  }
}

/** A demo that is generated again and again: queued, planned, recorded, cancelled and queued. */
interface Film extends BenchFilm {
  next: 'start' | 'startRecording' | 'queue';
}

const createFilm = async (services: DomainServices): Promise<Film> => ({
  ...(await queueFilm(services)),
  next: 'start',
});

/** Commits the next command of a demo. @returns the job and step that its watcher must hear of. */
async function advance({ store }: DomainServices, film: Film): Promise<string> {
  const { next } = film;
  const jobId = next === 'queue' ? newId('job') : film.jobId;
  await store.execute(context(), async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(film.demoId));
    if (next !== 'queue') return demo.decide({ type: next, jobId });
    demo.decide({ type: 'cancel', by: userId });
    demo.decide({ type: 'queueGeneration', by: userId, jobId, triggeredBy: 'api' });
  });
  film.jobId = jobId;
  film.next = next === 'start' ? 'startRecording' : next === 'startRecording' ? 'queue' : 'start';
  return `${jobId} ${stepAfter[next]}`;
}
const stepAfter = { start: 'planning', startRecording: 'recording', queue: null };

interface Watched {
  film: Film;
  socket: WebSocket;
  /** When the watcher heard of a job's step for the first time, by job and step. */
  heardAt: Map<string, number>;
}

async function watch({ secrets, clock }: DomainServices, baseUrl: string, film: Film): Promise<Watched> {
  const ticket = issueTicket(secrets, clock, film.demoId);
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/api/ws/${film.demoId}?ticket=${ticket}`);
  const heardAt = new Map<string, number>();
  socket.on('message', (data) => {
    const { jobId, step } = JSON.parse(String(data));
    const what = `${jobId} ${step}`;
    if (!heardAt.has(what)) heardAt.set(what, performance.now());
  });
  await once(socket, 'message');
  return { film, socket, heardAt };
}

/** Commits at a steady pace, however late the messages are, and waits for the last of them. */
async function commitAndListen(services: DomainServices, watched: Watched[]): Promise<number[]> {
  const begun = performance.now();
  const commits: Promise<{ to: Watched; what: string; at: number }>[] = [];
  const count = (runMs / 1000) * commitsPerSec;
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / commitsPerSec - performance.now()));
    const to = watched[n % watched.length]!;
    commits.push(advance(services, to.film).then((what) => ({ to, what, at: performance.now() })));
  }
  const done = await Promise.all(commits);
  await sleep(2_500);
  const deaf = done.filter(({ to, what }) => !to.heardAt.has(what));
  if (deaf.length > 0) throw new Error(`${deaf.length} of ${count} commits were never heard of.`);
  return done.map(({ to, what, at }) => Math.max(0, to.heardAt.get(what)! - at));
}

const figures = (latenciesMs: number[]): Figure[] =>
  (
    [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const
  ).map(([label, share]) =>
    figuresOf('notify')(
      `commit to message, ${sockets} sockets, ${commitsPerSec} commits a second, ${label}`,
      quantile(latenciesMs, share),
      'ms',
    ),
  );
