/** The provider of the voice: any server that speaks OpenAI's `POST /audio/speech`. */
export interface SpeechSettings {
  /** The base address, up to and including the version. */
  url: string;
  /** null where the server asks for none. It is sent to that address only. */
  apiKey: string | null;
  model: string;
  /** The voice of films that name none. */
  voice: string;
  /** For each line. */
  timeoutMs: number;
}

/**
 * `failed` says in words what came in place of speech. It never holds the address, the key, or anything that the provider said.
 * @param isFinal asking again, or for another line, would not help
 */
export type Speech = { bytes: Buffer } | { failed: string; isFinal: boolean };

/** Thirty seconds of WAV at 48 kHz in stereo have 5.8 MB. */
const mostBytes = 8 * 2 ** 20;
/** How long a provider that asks for patience is waited for. */
const mostWaitMs = 5_000;
const refusals = new Set([400, 401, 402, 403, 404, 405, 422]);

/**
 * Has one line spoken. Where the provider is busy or fails, it is asked once more.
 * @throws the signal's reason where it aborts, and nothing else
 */
export async function speak(
  settings: SpeechSettings,
  line: { text: string; voice: string },
  signal: AbortSignal,
): Promise<Speech> {
  const first = await ask(settings, line, signal);
  if (!('failed' in first) || first.isFinal || first.againMs === null) return first;
  await pause(first.againMs, signal);
  return ask(settings, line, signal);
}

type Answer = { bytes: Buffer } | { failed: string; isFinal: boolean; againMs: number | null };

async function ask(
  { url, apiKey, model, timeoutMs }: SpeechSettings,
  { text, voice }: { text: string; voice: string },
  signal: AbortSignal,
): Promise<Answer> {
  const late = AbortSignal.timeout(timeoutMs);
  const failed = (why: string, againMs: number | null = 500) => ({ failed: why, isFinal: false, againMs });
  try {
    const answer = await fetch(`${url}/audio/speech`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: text, voice, response_format: 'mp3' }),
      // A redirect would take the key elsewhere.
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    });
    if (answer.status === 200) return await read(answer, failed);
    await answer.body?.cancel();
    if (refusals.has(answer.status))
      return { failed: `it answered with ${answer.status}`, isFinal: true, againMs: null };
    return failed(`it answered with ${answer.status}`, waitOf(answer.headers.get('retry-after')));
  } catch {
    signal.throwIfAborted();
    // The error's own text names the address, which may hold a key.
    return late.aborted
      ? failed(`it took longer than ${timeoutMs / 1000} s`, null)
      : failed('it could not be reached');
  }
}

async function read(answer: Response, failed: (why: string, againMs: null) => Answer): Promise<Answer> {
  const type = answer.headers.get('content-type') ?? '';
  if (/^(?:text\/|application\/(?:json|xml))/i.test(type)) {
    await answer.body?.cancel();
    return failed('it answered with something else than sound', null);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    if (size > mostBytes) return failed(`its answer was longer than ${mostBytes / 2 ** 20} MB`, null);
    parts.push(part);
  }
  return size === 0 ? failed('its answer was empty', null) : { bytes: Buffer.concat(parts) };
}

/** null where it is longer than a film may wait. */
function waitOf(retryAfter: string | null): number | null {
  const waitMs = retryAfter === null ? 500 : Number(retryAfter) * 1000;
  return waitMs >= 0 && waitMs <= mostWaitMs ? waitMs : null;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
