import type { Client } from 'openapi-fetch';
import { ShowreelError } from './refusal.ts';
import type { components, paths } from './schema.ts';

type DemoDetail = components['schemas']['DemoDetail'];

export interface WaitOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Called whenever the demo has changed. */
  onChange?(demo: DemoDetail): void;
}

const firstPauseMs = 250;
const longestPauseMs = 5_000;

export async function waitForDemo(
  client: Client<paths>,
  demoId: string,
  { timeoutMs = 600_000, signal, onChange }: WaitOptions = {},
): Promise<DemoDetail> {
  const giveUpAtMs = Date.now() + timeoutMs;
  let etag: string | null = null;
  let pauseMs = firstPauseMs;
  for (;;) {
    const header: { 'If-None-Match'?: string } = etag === null ? {} : { 'If-None-Match': etag };
    const { data, error, response } = await client.GET('/api/v1/demos/{id}', {
      params: { path: { id: demoId }, header },
      ...(signal && { signal }),
    });
    if (data) {
      if (data.status === 'ready' || data.status === 'failed') return data;
      etag = response.headers.get('ETag');
      onChange?.(data);
      // The demo has changed, so the next change may come soon.
      pauseMs = firstPauseMs;
    } else if (response.status === 429) {
      pauseMs = Number(response.headers.get('Retry-After') ?? 1) * 1000;
    } else if (response.status !== 304) {
      throw new ShowreelError(response.status, error);
    }
    if (Date.now() + pauseMs > giveUpAtMs)
      throw new Error(`The demo ${demoId} was not ready after ${Math.round(timeoutMs / 1000)} s.`);
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    function done() {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}
