import { connect, type Socket } from 'node:net';
import { DialFault } from './outcome.ts';

/** Opens a TCP connection to an address, never to a name. Emits `connect` or `error`. */
export type Dial = (address: string, port: number) => Socket;

/** Connections may be half-open, as TCP allows: a client may end its side and still receive. */
export const tcpDial: Dial = (address, port) =>
  connect({ host: address, port, allowHalfOpen: true, autoSelectFamily: false, noDelay: true });

export interface DialOptions {
  dial: Dial;
  /** For all attempts together. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Tries the addresses in order until one answers. Every attempt but the last gets at most a third of the time, so that a dead
 * IPv6 route does not use all of it.
 * @throws DialFault of the last attempt.
 */
export async function dialFirst(
  addresses: readonly string[],
  host: string,
  port: number,
  options: DialOptions,
): Promise<Socket> {
  const deadlineMs = performance.now() + options.timeoutMs;
  let last: unknown;
  for (const [index, address] of addresses.slice(0, 8).entries()) {
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) break;
    const attemptMs = index === addresses.length - 1 ? leftMs : Math.min(leftMs, options.timeoutMs / 3);
    try {
      return await attempt(options.dial(address, port), attemptMs, options.signal);
    } catch (error) {
      last = error;
      if (options.signal.aborted) break;
    }
  }
  throw dialFault(last, host, port);
}

function attempt(socket: Socket, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const fail = (error: Error) => {
    settle();
    socket.on('error', () => {}); // a socket that is being destroyed may still report an error
    socket.destroy();
    reject(error);
  };
  const onConnect = () => {
    settle();
    resolve(socket);
  };
  const onAbort = () => fail(new Error('stopped'));
  const timer = setTimeout(
    () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  );
  const settle = () => {
    clearTimeout(timer);
    socket.off('connect', onConnect);
    socket.off('error', fail);
    signal.removeEventListener('abort', onAbort);
  };
  socket.once('connect', onConnect);
  socket.once('error', fail);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return promise;
}

function dialFault(cause: unknown, host: string, port: number): DialFault {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ECONNREFUSED') {
    return new DialFault('refused', `${host} refused the connection on port ${port}.`, { cause });
  }
  if (code === 'ETIMEDOUT' || cause === undefined) {
    return new DialFault('timeout', `${host} did not answer on port ${port} in time.`, { cause });
  }
  return new DialFault(
    'network',
    `${host} could not be reached on port ${port} (${code ?? 'network fault'}).`,
    {
      cause,
    },
  );
}
