/**
 * What films cost the service that makes them: its memory after several of them, and how long a read takes while one is made, beside one
 * while none is. The service runs in role `all`, so API and films share this machine. Then, how long a process for a film takes to get ready.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { mayHaveOwnUsers } from '../../../src/worker/cell/own-user.ts';
import { startCellProcess } from '../../../src/worker/cell/process.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { median, quantile } from '../race.ts';
import { withWholeService } from './whole-service.ts';

const films = 5;
const starts = 3;
const pauseMs = 10;
const idleMs = 8_000;
const figure = figuresOf('cell');

export async function benchCell(): Promise<Figure[]> {
  return withWholeService(async ({ service, siteUrl, liveKey }) => {
    const caller = callerOf(service.baseUrl, liveKey);
    const project = await caller.post('projects', { name: 'Bench', url: siteUrl });
    const before = await residentMb(service.pid);
    const first = await caller.film(project.id);
    const one = await residentMb(service.pid);
    const idle: number[] = [];
    for (const until = performance.now() + idleMs; performance.now() < until; )
      idle.push(await caller.read(first.id));
    const busy: number[] = [];
    const walls: number[] = [];
    for (let count = 1; count < films; count++) {
      const made = await caller.film(project.id);
      busy.push(...made.readsMs);
      walls.push(made.wallMs);
    }
    const after = await residentMb(service.pid);
    const peer = 'while no film is made';
    const p99 = (readsMs: number[]) => quantile(readsMs, 0.99);
    return [
      figure('memory of the service before its first film', before, 'MB'),
      figure('memory of the service after one film', one, 'MB'),
      figure(`memory of the service after ${films} films`, after, 'MB'),
      figure('film of 5 s at 720p, request to ready', median(walls), 'ms'),
      figure('GET /demos/{id} while a film is made, p50', median(busy), 'ms', {
        ...{ peer, peerValue: median(idle), ratio: median(busy) / median(idle) },
      }),
      figure('GET /demos/{id} while a film is made, p99', p99(busy), 'ms', {
        ...{ peer, peerValue: p99(idle), ratio: p99(busy) / p99(idle) },
      }),
      figure('process for a film, start to ready', await startMs(), 'ms'),
    ];
  });
}

function callerOf(baseUrl: string, liveKey: string) {
  const headers = { 'X-API-Key': liveKey, 'Content-Type': 'application/json' };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${baseUrl}/api/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  const detail = async (id: string) => {
    const startedMs = performance.now();
    const answer = await fetch(`${baseUrl}/api/v1/demos/${id}`, { headers });
    const { status, error } = (await answer.json()) as { status: string; error: string | null };
    return { status, error, tookMs: performance.now() - startedMs };
  };
  return {
    post,
    async read(id: string): Promise<number> {
      await delay(pauseMs);
      return (await detail(id)).tookMs;
    },
    /** Makes a demo, and reads it until it is ready. */
    async film(projectId: string) {
      const startedMs = performance.now();
      const { id } = await post('demos', {
        project_id: projectId,
        prompt: 'Show the features and the pricing',
        resolution: '720p',
        duration_target: '5s',
      });
      const readsMs: number[] = [];
      for (;;) {
        const { status, error, tookMs } = await detail(id);
        if (status === 'failed') throw new Error(`The film failed: ${error}`);
        if (status === 'ready') return { id, readsMs, wallMs: performance.now() - startedMs };
        readsMs.push(tookMs);
        await delay(pauseMs);
      }
    },
  };
}

async function startMs(): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < starts; count++) {
    const cell = await startCellProcess({ asOwnUser: mayHaveOwnUsers() });
    took.push(cell.readyMs);
    await cell.end();
  }
  return median(took);
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
