import { Agent } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../log.ts';
import { specialUse } from './address.ts';
import { type Dial, dialFirst } from './dial.ts';
import { DialFault, OutcomeLedger, Refusal } from './outcome.ts';
import { checkedAddresses, type Policy } from './policy.ts';
import type { Target } from './target.ts';

export interface GateOptions {
  policy: Policy;
  dial: Dial;
  connectTimeoutMs: number;
  /** A connection on which no data moves for this long is closed. */
  idleTimeoutMs: number;
  /** How much all sites may send, over all connections. */
  maxBytes: number;
  /** How many requests and connections may be asked for. */
  maxRequests: number;
  onOverLimit: (limit: 'receivedBytes' | 'requests') => void;
  log: Logger;
}

/** The only way out: resolves a name, checks its addresses, dials a checked one, and keeps track of the open connections. */
export class Gate {
  readonly ledger = new OutcomeLedger();
  /** The port on which the guard itself listens, set once it does. A page must not reach the guard through itself. */
  ownPort = 0;
  readonly #options: GateOptions;
  readonly #stopping = new AbortController();
  readonly #open = new Set<Socket>();
  #closedBytes = 0;
  #requests = 0;
  readonly #told = new Set<string>();
  readonly #meter: NodeJS.Timeout;

  constructor(options: GateOptions) {
    this.#options = options;
    // The sockets' own byte counters are read four times a second, so that the data itself passes without being counted.
    this.#meter = setInterval(() => this.#enforceBytes(), 250).unref();
  }

  /** Counts a request. @throws Refusal where there were too many; it is in no ledger, which would keep a line for each. */
  count(): void {
    const { maxRequests } = this.#options;
    if (++this.#requests <= maxRequests) return;
    this.#tell('requests');
    throw new Refusal('too_many_requests', `The page sent more than ${maxRequests} requests.`);
  }

  #tell(limit: 'receivedBytes' | 'requests'): void {
    if (this.#told.has(limit)) return;
    this.#told.add(limit);
    this.#options.log.warn({ limit }, 'the page is over a limit');
    this.#options.onOverLimit(limit);
  }

  /** @throws Refusal or DialFault, both noted in the ledger. */
  async connect(target: Target): Promise<Socket> {
    const { policy, dial, connectTimeoutMs: timeoutMs, idleTimeoutMs } = this.#options;
    try {
      if (this.receivedBytes() > this.#options.maxBytes) throw this.#tooMuchData();
      const addresses = await checkedAddresses(target, policy);
      if (target.port === this.ownPort && addresses.some((address) => specialUse(address) === 'loopback')) {
        throw new Refusal('own_proxy', 'A page must not reach the guard through itself.');
      }
      const { host, port } = target;
      const signal = this.#stopping.signal;
      const socket = await dialFirst(addresses, host, port, { dial, timeoutMs, signal });
      this.ledger.clear(host);
      this.#track(socket, idleTimeoutMs);
      return socket;
    } catch (error) {
      throw this.note(error, target.host, target.port);
    }
  }

  /** Remembers and logs why something was not reached. @returns the error, always as one of the two known kinds. */
  note(error: unknown, host: string, port: number | null): Refusal | DialFault {
    const known =
      error instanceof Refusal || error instanceof DialFault
        ? error
        : new DialFault('network', `The connection to ${host} broke.`, { cause: error });
    // Only a host's first fault is a warning, because a page may poll a blocked host all day.
    const level = this.ledger.latest(host) === undefined ? 'warn' : 'debug';
    this.#options.log[level]({ host, port, kind: known.kind, reason: known.message }, 'not reached');
    this.ledger.note(known, host, port);
    return known;
  }

  receivedBytes(): number {
    let bytes = this.#closedBytes;
    for (const socket of this.#open) bytes += socket.bytesRead;
    return bytes;
  }

  stop(): void {
    this.#stopping.abort();
    clearInterval(this.#meter);
    for (const socket of this.#open) socket.destroy();
  }

  #track(socket: Socket, idleTimeoutMs: number): void {
    this.#open.add(socket);
    socket.setTimeout(idleTimeoutMs);
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => {}); // the socket's user gets the error too, but an idle socket has no other listener
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#closedBytes += socket.bytesRead;
    });
    if (this.#stopping.signal.aborted) socket.destroy();
  }

  #enforceBytes(): void {
    if (this.receivedBytes() <= this.#options.maxBytes) return;
    this.#tell('receivedBytes');
    for (const socket of this.#open) socket.destroy(this.#tooMuchData());
  }

  #tooMuchData(): Refusal {
    const limitMb = Math.round(this.#options.maxBytes / 2 ** 20);
    return new Refusal('too_much_data', `The page loaded more than ${limitMb} MB.`);
  }
}

/** Keeps plain-http connections open between requests; every new one goes through the gate. */
export class GateAgent extends Agent {
  readonly #gate: Gate;
  constructor(gate: Gate, idleTimeoutMs: number) {
    super({ keepAlive: true, maxSockets: 32, maxFreeSockets: 32, timeout: idleTimeoutMs });
    this.#gate = gate;
  }

  override createConnection(
    options: { host?: string | null; port?: number | string | null },
    done?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const host = options.host ?? '';
    this.#gate.connect({ host, port: Number(options.port), literal: isIP(host) !== 0 }).then(
      (socket) => {
        socket.allowHalfOpen = false; // otherwise a pooled connection does not notice that its server has ended it
        done?.(null, socket);
      },
      (error: Error) => done?.(error, undefined as never),
    );
  }
}
