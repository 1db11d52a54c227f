import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { RecordingFault } from '../../../recorder/contract/fault.ts';
import type { Guard } from '../../../recorder/index.ts';
import { type GuardedAgents, guardedAgents } from '../page/guarded-agents.ts';

const sizeLimitBytes = 20 * 1024 * 1024;
const timeoutMs = 15_000;
const redirectLimit = 3;

/**
 * Fetches a picture from the web, such as a stage's background, through the same guard as the browser.
 * @throws RecordingFault where the picture cannot be fetched; the signal's reason when it aborts
 */
export async function fetchPicture(url: string, guard: Guard, signal: AbortSignal): Promise<Uint8Array> {
  using agents = guardedAgents(guard);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await follow(url, agents, limited);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof RecordingFault) throw cause;
    throw fault(url, 'it could not be loaded', { retryable: true, cause });
  }
}

async function follow(first: string, agents: GuardedAgents, signal: AbortSignal): Promise<Uint8Array> {
  let url = first;
  for (let hop = 0; hop <= redirectLimit; hop++) {
    const answer = await request(url, agents, signal);
    const { location } = answer.headers;
    const status = answer.statusCode ?? 0;
    if (status >= 300 && status < 400 && location) {
      answer.resume();
      url = new URL(location, url).href;
      continue;
    }
    const refusal = answer.headers['x-showreel-blocked'];
    if (typeof refusal === 'string') {
      answer.destroy();
      throw fault(first, refusal.replace(/\.$/, ''));
    }
    if (status !== 200) {
      answer.destroy();
      throw fault(first, `its address answered with status ${status}`);
    }
    return read(first, answer);
  }
  throw fault(first, 'its address leads from one to the next without end');
}

function request(url: string, agents: GuardedAgents, signal: AbortSignal): Promise<IncomingMessage> {
  const options = { signal, headers: { accept: 'image/*' } };
  return new Promise((resolve, reject) => {
    const sent = url.startsWith('https:')
      ? httpsGet(url, { ...options, agent: agents.https }, resolve)
      : httpGet(url, { ...options, agent: agents.http }, resolve);
    sent.on('error', reject);
  });
}

async function read(url: string, answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > sizeLimitBytes) {
      answer.destroy();
      throw fault(url, 'it is larger than 20 MB');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const fault = (url: string, why: string, options: { retryable?: boolean; cause?: unknown } = {}) =>
  new RecordingFault('network', `The background image ${url} cannot be used: ${why}.`, options);
