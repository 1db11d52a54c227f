import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RecordingFault } from '../../recorder/contract/fault.ts';
import type { Guard } from '../../recorder/index.ts';
import { shorten } from '../../text.ts';
import { guardedAgents, isOfGuard, sendGuarded } from './page/guarded-agents.ts';

/** What a project calls to put its application back. The secret signs the call. */
export interface Reset {
  url: string;
  method: 'POST' | 'PUT' | 'DELETE' | 'GET';
  secret: string;
}

interface Film {
  projectId: string;
  demoId: string;
  jobId: string;
}

// Characters of a failed answer that are read, and that the fault repeats.
const mostRead = 4_000;
const mostSaid = 200;

/**
 * Calls the project's reset and waits for its answer, so that the film does its deed in an application that holds nothing of earlier
 * films. Redirects are not followed.
 * @throws RecordingFault `reset` where there is no 2xx answer in time; the signal's reason when it aborts
 */
export async function resetApplication(
  reset: Reset,
  film: Film,
  guard: Guard,
  { signal, timeoutMs, now = new Date() }: { signal: AbortSignal; timeoutMs: number; now?: Date },
): Promise<void> {
  using agents = guardedAgents(guard);
  const inTime = AbortSignal.timeout(timeoutMs);
  try {
    const call = signed(reset, film, now);
    const answer = await sendGuarded(agents, reset.url, {
      method: reset.method,
      headers: call.headers,
      body: call.body,
      signal: AbortSignal.any([signal, inTime]),
    });
    if (isOfGuard(answer)) throw unreached(reset, guard);
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) answer.destroy();
    else throw fault(reset, `it answered with status ${status}${await said(answer, call)}`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RecordingFault) throw error;
    if (inTime.aborted)
      throw fault(reset, `it did not answer within ${Math.round(timeoutMs / 1000)} seconds`);
    throw unreached(reset, guard);
  }
}

interface SignedCall {
  headers: Record<string, string>;
  /** A `GET` has none: what lies between may refuse or drop it. */
  body: string;
  signature: string;
}

function signed({ method, secret }: Reset, { projectId, demoId, jobId }: Film, now: Date): SignedCall {
  const body = method === 'GET' ? '' : JSON.stringify({ projectId, demoId, jobId, at: now.toISOString() });
  const seconds = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return {
    body,
    signature,
    headers: {
      'X-Showreel-Signature': `t=${seconds},v1=${signature}`,
      'X-Showreel-Demo': demoId,
      'User-Agent': 'Showreel',
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(body)}` }),
    },
  };
}

/** Without the error's own text, since that goes to the log and is not ours. */
function unreached(reset: Reset, guard: Guard): RecordingFault {
  const known = guard.explain(new URL(reset.url).hostname);
  const why = known?.reason.replace(/\.$/, '') ?? 'the connection broke';
  return fault(reset, why, { retryable: known?.kind !== 'blocked' });
}

/** The beginning of an answer in words. It may repeat what it was sent, so the signature is taken out. */
async function said(answer: IncomingMessage, { signature }: SignedCall): Promise<string> {
  if (answer.headers.location !== undefined) return '; redirects are not followed';
  let text = '';
  for await (const chunk of answer.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > mostRead) break;
  }
  const words = text.replaceAll(signature, '…').replace(/\s+/g, ' ').trim();
  return words && `: “${shorten(words, mostSaid)}”`;
}

/** The address without its query, which may hold a key. */
function fault({ url, method }: Reset, why: string, { retryable = true } = {}): RecordingFault {
  const { origin, pathname } = new URL(url);
  return new RecordingFault(
    'reset',
    `The application was not reset by ${method} ${origin}${pathname}: ${why}.`,
    {
      retryable,
    },
  );
}
