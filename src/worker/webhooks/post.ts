import type { IncomingMessage } from 'node:http';
import type { Attempt } from '../../domain/webhooks/sending.ts';
import type { Guard } from '../../recorder/index.ts';
import { shorten, wellFormed } from '../../text.ts';
import { type GuardedAgents, isOfGuard, sendGuarded } from '../film/page/guarded-agents.ts';

/** Characters of an answer that are kept. */
const mostKept = 4_000;

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** What a receiver may repeat and nobody should read in the log. */
  hidden: readonly string[];
}

/**
 * Sends a body through the guard. Redirects are not followed: the owner gave one address, and that one is signed for.
 * @throws the signal's reason when it aborts; any other fault is a result
 */
export async function post(
  { url, headers, body, hidden }: Post,
  { guard, agents }: { guard: Guard; agents: GuardedAgents },
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Attempt> {
  const inTime = AbortSignal.timeout(timeoutMs);
  const startedMs = performance.now();
  const ended = (what: Omit<Attempt, 'durationMs'>): Attempt => ({
    ...what,
    durationMs: Math.round(performance.now() - startedMs),
  });
  const fault = (why: string) => ended({ statusCode: null, answer: null, fault: why });
  try {
    const message = await sendGuarded(agents, url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.any([signal, inTime]),
    });
    if (isOfGuard(message)) {
      message.destroy();
      return fault(refusal(url, guard));
    }
    const answer = hidden.reduce((text, one) => text.replaceAll(one, '…'), await beginningOf(message));
    return ended({
      statusCode: message.statusCode ?? 0,
      answer: shorten(wellFormed(answer), mostKept),
      fault: null,
    });
  } catch {
    signal.throwIfAborted();
    if (inTime.aborted) return fault(`There was no answer within ${Math.round(timeoutMs / 1000)} seconds.`);
    return fault(refusal(url, guard));
  }
}

/** Without the error's own text, which is not ours. */
const refusal = (url: string, guard: Guard) =>
  guard.explain(new URL(url).hostname)?.reason ?? 'The connection broke.';

/** The status has arrived and decides. Where the rest of the answer does not come, what has come is kept. */
async function beginningOf(message: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of message.setEncoding('utf8') as AsyncIterable<string>) {
      text += chunk;
      if (text.length > mostKept) break;
    }
  } catch {
    // The signal or the receiver has cut it off.
  }
  message.destroy();
  return text;
}
