import { isIP } from 'node:net';
import { inWords, metadataNames, specialUse } from './address.ts';
import type { AllowList } from './allow.ts';
import { Refusal } from './outcome.ts';
import { badPorts } from './ports.ts';
import type { Resolve } from './resolve.ts';
import type { Target } from './target.ts';

export interface Policy {
  allowList: AllowList;
  /** Opens 127.0.0.0/8 and ::1 when they are asked for by address or as `localhost`. Other names that lead there stay closed. */
  allowLoopback: boolean;
  resolve: Resolve;
}

/**
 * The guard's one decision: which addresses may be dialled for a target. Code that dials any other address bypasses the guard. Of
 * a name with a public and a private address the public one is kept, so that DNS64 networks work.
 * @throws Refusal when the rules say no; DialFault `dns` or `timeout` when the name has no address.
 */
export async function checkedAddresses(target: Target, policy: Policy): Promise<readonly string[]> {
  if (badPorts.has(target.port)) {
    throw new Refusal('port', `Port ${target.port} is not one that web pages are served on.`);
  }
  const allowed = policy.allowList.allows(target);
  if (metadataNames.has(target.host) && !allowed) throw refusal('metadata', target.host);
  const local = target.literal || isLocalhost(target.host);
  const addresses = target.literal
    ? [target.host]
    : isLocalhost(target.host)
      ? ['127.0.0.1', '::1'] // RFC 6761: no name server is asked, since it could answer anything
      : await policy.resolve(target.host);
  const judged = addresses.map((address) => {
    const code = isIP(address) === 0 ? 'reserved' : specialUse(address);
    const open =
      code === undefined ||
      (code === 'loopback' && local && policy.allowLoopback) ||
      (allowed && (target.literal || canBeOpenedByName(code)));
    return { address, code, open };
  });
  const open = judged.filter((one) => one.open).map((one) => one.address);
  if (open.length > 0) return open;
  const code = judged[0]?.code ?? 'reserved';
  throw refusal(code, target.host, target.literal ? undefined : judged[0]?.address);
}

const isLocalhost = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/**
 * An operator who opens a name means a machine of their own, and not whatever its DNS may answer next. Metadata services, which
 * hand out credentials, and addresses of groups stay closed.
 */
const canBeOpenedByName = (code: string) =>
  !['metadata', 'multicast', 'broadcast', 'unspecified'].includes(code);

function refusal(code: Refusal['code'], host: string, address?: string): Refusal {
  const what = inWords[code] ?? 'not a public address';
  const subject = address === undefined ? host : `${host} (${address})`;
  return new Refusal(
    code,
    `${subject} is ${what}. Only public addresses are visited, and hosts that were allowed.`,
  );
}
