/**
 * How long whoever changes the look of a film waits for its stills: of a film of ten seconds at 1080p, three stills over HTTP, after a
 * change of each kind. The first answer starts a process and brings the take.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figuresOf } from '../figure.ts';
import { median, quantile } from '../race.ts';
import { withWholeService } from './whole-service.ts';

const rounds = 12;
/** As the dashboard asks. */
const width = 1280;
const figure = figuresOf('looks');

/** A change of each kind. No two rounds have the same, since what was painted once is kept. */
const changes: Record<string, (round: number) => object> = {
  cursor: (round) => ({ cursor: { color: '#e11d48', size: 20 + round } }),
  padding: (round) => ({ padding: 0.02 + round / 100 }),
  background: (round) => ({ background: { from: '#1b1f3b', to: '#53389e', angle: 10 * round } }),
  'preset as a background': (round) => ({ background: ['aurora', 'ocean', 'sunset'][round % 3] }),
};

export async function benchLooks(): Promise<Figure[]> {
  return withWholeService(async ({ service, siteUrl, liveKey }) => {
    const call = callerOf(service.baseUrl, liveKey);
    const { id } = await film(call, siteUrl);
    const ask = async (presentation: object) => {
      const startedMs = performance.now();
      await call('POST', `demos/${id}/stills`, { presentation, width });
      return performance.now() - startedMs;
    };
    const firstMs = await ask({});
    const tookMs: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round++)
      for (const [kind, change] of Object.entries(changes)) {
        tookMs[kind] ??= [];
        tookMs[kind].push(await ask(change(round)));
      }
    return [
      figure('three stills of a film at 1080p, the first time', firstMs, 'ms'),
      ...Object.entries(tookMs).map(([kind, ms]) => figure(`after another ${kind}, p50`, median(ms), 'ms')),
      figure('after any change, p95 (at most 300)', quantile(Object.values(tookMs).flat(), 0.95), 'ms'),
    ];
  });
}

type Call = ReturnType<typeof callerOf>;

function callerOf(baseUrl: string, liveKey: string) {
  const headers = { 'X-API-Key': liveKey, 'Content-Type': 'application/json' };
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${baseUrl}/api/v1/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; status: string; error: string | null };
  };
}

async function film(call: Call, url: string): Promise<{ id: string }> {
  const project = await call('POST', 'projects', { name: 'Bench', url });
  const wish = { project_id: project.id, prompt: 'Show the features and the pricing' };
  const { id } = await call('POST', 'demos', wish);
  for (;;) {
    const { status, error } = await call('GET', `demos/${id}`);
    if (status === 'failed') throw new Error(`The film failed: ${error}`);
    if (status === 'ready') return { id };
    await delay(200);
  }
}
