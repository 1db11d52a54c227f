import { lookup } from 'node:dns/promises';
import { DialFault } from './outcome.ts';

/** The addresses of a name, in the order in which they should be tried. Rejects, or gives none, when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The machine's own resolver, hosts file included. */
export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};

/** Long enough for a page and its resources, short enough for a site that moves. */
const rememberedMs = 60_000;
const rememberedNames = 1_000;

/**
 * Asks once a name, also when forty connections want it at the same moment. What was never asked again cannot change
 * its answer between check and dial; what is asked again a minute later is checked again.
 * @returns a resolver that rejects with DialFault `dns` or `timeout`.
 */
export function remembering(resolve: Resolve, timeoutMs: number): Resolve {
  const answers = new Map<string, { addresses: Promise<readonly string[]>; untilMs: number }>();
  return (host) => {
    const known = answers.get(host);
    if (known && known.untilMs > performance.now()) return known.addresses;
    answers.delete(host);
    const oldest = answers.keys().next();
    if (answers.size >= rememberedNames && !oldest.done) answers.delete(oldest.value);
    const addresses = resolveInTime(resolve, host, timeoutMs);
    answers.set(host, { addresses, untilMs: performance.now() + rememberedMs });
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
