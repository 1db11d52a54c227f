import { lookup } from 'node:dns/promises';
import { DialFault } from './outcome.ts';

/**
 * Finds the addresses of a name, in the order in which they should be tried. Where there are none, it rejects or returns none.
 */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The machine's own resolver, hosts file included. */
export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};

/** Long enough for a page and its resources, and short enough for a site that moves to another address. */
const cachedMs = 60_000;
const maxCachedNames = 1_000;

/**
 * Resolves a name once and keeps the answer for a minute, even when forty connections ask at the same moment. An answer is checked
 * and dialled as it is, so a name server cannot change it in between. A new answer is checked anew.
 * @returns a resolver that rejects with DialFault `dns` or `timeout`.
 */
export function cachedResolve(resolve: Resolve, timeoutMs: number): Resolve {
  const answers = new Map<string, { addresses: Promise<readonly string[]>; untilMs: number }>();
  return (host) => {
    const cached = answers.get(host);
    if (cached && cached.untilMs > performance.now()) return cached.addresses;
    answers.delete(host);
    const oldest = answers.keys().next();
    if (answers.size >= maxCachedNames && !oldest.done) answers.delete(oldest.value);
    const addresses = resolveInTime(resolve, host, timeoutMs);
    answers.set(host, { addresses, untilMs: performance.now() + cachedMs });
    addresses.catch(() => answers.delete(host));
    return addresses;
  };
}

async function resolveInTime(resolve: Resolve, host: string, timeoutMs: number): Promise<readonly string[]> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      tooLate.reject(new DialFault('timeout', `The name ${host} was not resolved within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  try {
    const addresses = await Promise.race([resolve(host), tooLate.promise]);
    if (addresses.length === 0) throw new Error('no addresses');
    return addresses;
  } catch (cause) {
    if (cause instanceof DialFault) throw cause;
    throw new DialFault('dns', `The name ${host} does not exist or could not be resolved.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
