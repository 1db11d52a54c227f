import type { ModelAnswer, ModelSettings } from './settings.ts';

/** The headers of an answer that matter to the client. */
const kept = ['content-type', 'retry-after', 'retry-after-ms'];

/**
 * Makes a request for a planner that runs elsewhere and does not have the key: it gives the body alone, and learns nothing but the answer.
 */
export async function requestModel(
  settings: ModelSettings,
  body: string,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  try {
    const answer = await fetch(`${settings.url}${paths[settings.provider]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentials(settings) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]),
    });
    const headers = kept.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return { status: answer.status, headers: Object.fromEntries(headers), body: await answer.text() };
  } catch (error) {
    // The error's own text names the address, which may hold a key.
    return { failed: error instanceof Error ? error.name : 'Error' };
  }
}

const paths = { anthropic: '/messages', 'openai-compatible': '/chat/completions' };

function credentials({ provider, apiKey }: ModelSettings): Record<string, string> {
  if (provider === 'anthropic') return { 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' };
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}

/** `fetch` for the provider's library, over such requests. */
export const fetchOver =
  (request: (body: string) => Promise<ModelAnswer>): typeof fetch =>
  async (_address, { body, signal } = {}) => {
    const answer = await Promise.race([request(String(body)), aborted(signal)]);
    // What `fetch` throws where nothing answers.
    if ('failed' in answer) throw new TypeError('fetch failed', { cause: new Error(answer.failed) });
    const { status, headers } = answer;
    return new Response(answer.body === '' ? null : answer.body, { status, headers });
  };

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
