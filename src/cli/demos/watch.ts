/** Follows the film of a demo to its end: over the WebSocket where Node has one (from version 22), else by polling. */
import { type DemoDetail, unwrap } from '../../client/index.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Session } from '../session/session.ts';
import { type FilmProgress, filmDisplay } from '../terminal/film-display.ts';
import { oneLine } from '../terminal/output.ts';

type Service = Pick<Session, 'baseUrl' | 'apiKey' | 'client'>;

export interface WatchOptions {
  /** Ends the wait. The film goes on. */
  signal: AbortSignal;
  onProgress(progress: FilmProgress): void;
}

/** A film may wait in a line. */
const timeoutMs = 30 * 60_000;

/** @returns the demo as it is after the film, `ready` or `failed`. */
export async function watchDemo(
  service: Service,
  demoId: string,
  { signal, onProgress }: WatchOptions,
): Promise<DemoDetail> {
  const isOver = await follow(service, demoId, { signal, onProgress });
  signal.throwIfAborted();
  if (isOver) return readDemo(service, demoId);
  const onChange = ({ status, latestJob }: DemoDetail) => {
    const { step = null, progress = 0, message = null } = latestJob ?? {};
    onProgress({ status, step, progress, message });
  };
  return service.client.waitForDemo(demoId, { timeoutMs, signal, onChange });
}

export const readDemo = ({ client }: Pick<Service, 'client'>, id: string): Promise<DemoDetail> =>
  unwrap(client.GET('/api/v1/demos/{id}', { params: { path: { id } } }));

/** @returns whether the film has ended: false where there is no channel, or where it broke off. */
function follow({ baseUrl, apiKey }: Service, demoId: string, options: WatchOptions): Promise<boolean> {
  const { signal, onProgress } = options;
  if (typeof WebSocket === 'undefined' || signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const address = `${baseUrl.replace(/^http/, 'ws')}/api/ws/${encodeURIComponent(demoId)}`;
    // Node's WebSocket sends headers, which browsers cannot, so the key need not be in the address.
    const withKey = { headers: { 'X-API-Key': apiKey } } as unknown as string[];
    const socket = new WebSocket(address, withKey);
    const stop = () => socket.close();
    const timer = setTimeout(stop, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    socket.addEventListener('message', ({ data }) => onProgress(JSON.parse(String(data)) as FilmProgress));
    socket.addEventListener('close', ({ code }) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(code === 1000 && !signal.aborted);
    });
  });
}

/**
 * Shows the film of a demo while it is made. Ctrl-C ends the watching and not the film.
 * @throws CommandFailure where the demo has failed.
 */
export async function showFilm(session: Session, demoId: string): Promise<DemoDetail> {
  const { baseUrl, printer } = session;
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  const display = filmDisplay(printer.stderr, async (path) => {
    const answer = await fetch(new URL(path, baseUrl), { signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`The frame was answered with ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  });
  try {
    const { signal } = interruption;
    const demo = await watchDemo(session, demoId, { signal, onProgress: display.show });
    display.close();
    return succeeded(demo);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    throw new CommandFailure(exitCodes.interrupted, 'Stopped watching. The film goes on.', {
      code: 'interrupted',
      hint: `See it with \`showreel demos watch ${demoId}\`, or stop it with \`showreel demos cancel ${demoId}\`.`,
    });
  } finally {
    display.close();
    process.removeListener('SIGINT', interrupt);
  }
}

/** A refresh or a restyle that fails leaves the last version in place, and the demo is ready with an error. */
function succeeded(demo: DemoDetail): DemoDetail {
  const isKept = demo.status === 'ready';
  if (isKept && !demo.error) return demo;
  throw new CommandFailure(
    exitCodes.failed,
    isKept
      ? `The film failed, and the demo shows its last version: ${oneLine(demo.error!)}`
      : `The demo failed: ${oneLine(demo.error ?? '')}`,
    { code: 'demo_failed', hint: `\`showreel demos logs ${demo.id}\` says what happened.` },
  );
}
