/**
 * Why a connection was not made: the rules refused it, or the attempt failed. Both errors have a message that a user can act on.
 */
export type RefusalCode =
  | 'loopback'
  | 'private'
  | 'link_local'
  | 'carrier_grade_nat'
  | 'multicast'
  | 'broadcast'
  | 'unspecified'
  | 'reserved'
  | 'documentation'
  | 'benchmarking'
  | 'unique_local'
  | 'site_local'
  | 'ipv4_mapped'
  | 'ipv4_compatible'
  | '6to4'
  | 'teredo'
  | 'nat64'
  | 'metadata'
  | 'port'
  | 'scheme'
  | 'spelling'
  | 'own_proxy'
  | 'too_much_data'
  | 'too_many_requests';

/** `blocked`: the rules refuse it. The others: the address is allowed, but could not be reached. */
export type OutcomeKind = 'blocked' | 'dns' | 'refused' | 'timeout' | 'network';

export class Refusal extends Error {
  readonly kind = 'blocked';
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

export class DialFault extends Error {
  readonly kind: Exclude<OutcomeKind, 'blocked'>;
  constructor(kind: Exclude<OutcomeKind, 'blocked'>, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'DialFault';
    this.kind = kind;
  }
}

export interface Explanation {
  kind: OutcomeKind;
  /** A sentence that names the host and what is wrong with it. */
  reason: string;
  /** Stable: the refusal's code (`loopback`, `metadata`, `port`…), or the kind of the fault. */
  code: string;
}
export interface RefusalRecord extends Explanation {
  host: string;
  port: number | null;
  at: Date;
}

/** A page can ask for thousands of hosts, so only the latest entries are kept. */
const maxEntries = 500;

/**
 * Remembers refusals and faults, so that the recorder can tell a blocked page from a dead one. The browser itself reports
 * neither.
 */
export class OutcomeLedger {
  readonly #latest = new Map<string, Explanation>();
  readonly #refusals: RefusalRecord[] = [];

  note(error: Refusal | DialFault, host: string, port: number | null): void {
    const code = error instanceof Refusal ? error.code : error.kind;
    const explanation: Explanation = { kind: error.kind, reason: error.message, code };
    this.#latest.delete(host);
    this.#latest.set(host, explanation);
    const oldest = this.#latest.keys().next();
    if (this.#latest.size > maxEntries && !oldest.done) this.#latest.delete(oldest.value);
    if (error.kind !== 'blocked') return;
    this.#refusals.push({ ...explanation, host, port, at: new Date() });
    if (this.#refusals.length > maxEntries) this.#refusals.shift();
  }

  /** Forgets the last fault of a host that has answered. */
  clear(host: string): void {
    this.#latest.delete(host);
  }

  latest(host: string): Explanation | undefined {
    return this.#latest.get(host);
  }

  refusals(): RefusalRecord[] {
    return [...this.#refusals];
  }
}
