import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the run saw of the answers, whoever asked. */
export interface Seen {
  /** 2xx answers to requests that change something. */
  acknowledged: number;
  reads: number;
  /** Requests without an answer, since the API was killed. They are repeated. */
  unanswered: number;
  /** 503 answers. They are repeated too. */
  unavailable: number;
  slowestMs: number;
  /** Answers that nobody should get: a 500, or an error without the shape of errors. */
  wrong: string[];
}

export const nothingSeen = (): Seen => ({
  acknowledged: 0,
  reads: 0,
  unanswered: 0,
  unavailable: 0,
  slowestMs: 0,
  wrong: [],
});

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/** How long one request may take before it counts as one that hangs. */
const hangsAfterMs = 40_000;

/**
 * A caller that never gives up: a request without an answer, or with a 503, is repeated with the same `Idempotency-Key` until
 * something else comes back. So whatever was asked for has happened exactly once when this returns, or was refused.
 */
export function createClient(baseUrl: string, seen: Seen) {
  return async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Answer> => {
    const key = randomUUID();
    for (let attempt = 1; ; attempt++) {
      const answer = await once(method, path, { ...headers, 'idempotency-key': key }, body);
      if (answer && !isPassing(answer)) {
        if (answer.status < 300) seen[method === 'GET' ? 'reads' : 'acknowledged']++;
        return answer;
      }
      await sleep(Math.min(2000, 100 * attempt));
    }
  };

  async function once(method: string, path: string, headers: Record<string, string>, body?: object) {
    const sinceMs = performance.now();
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...headers, origin: baseUrl, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(hangsAfterMs),
      });
      const text = await response.text();
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - sinceMs);
      return note(method, path, { status: response.status, headers: response.headers, text });
    } catch (fault) {
      if ((fault as Error).name === 'TimeoutError')
        seen.wrong.push(`${method} ${path}: no answer within ${hangsAfterMs / 1000} s`);
      seen.unanswered++;
      return null;
    }
  }

  function note(
    method: string,
    path: string,
    given: { status: number; headers: Headers; text: string },
  ): Answer {
    const { status, headers, text } = given;
    const body = parsed(text);
    if (status === 503) {
      seen.unavailable++;
      if (!headers.get('retry-after')) seen.wrong.push(`${method} ${path}: a 503 without Retry-After`);
    } else if (status >= 500) seen.wrong.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    if (status >= 400 && (typeof body.error !== 'string' || typeof body.code !== 'string'))
      seen.wrong.push(`${method} ${path}: ${status} without the shape of errors: ${text.slice(0, 200)}`);
    return { status, headers, body };
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Whether the same request may be answered otherwise in a moment. */
const isPassing = ({ status, body }: Answer) =>
  status >= 500 || body.code === 'idempotency_in_progress' || body.code === 'conflict';
