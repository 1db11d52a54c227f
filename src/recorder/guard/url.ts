import { RecordingFault } from '../contract/fault.ts';
import { parseAllowList } from './allow.ts';
import { DialFault, Refusal } from './outcome.ts';
import { checkedAddresses } from './policy.ts';
import { cachedResolve, type Resolve, systemResolve } from './resolve.ts';
import { targetOfUrl } from './target.ts';

/**
 * Checks whether the guard would let a browser open this address. It takes milliseconds and needs no browser. By itself it
 * protects nothing, since a name may resolve to another address a moment later: the guard checks again.
 * @throws RecordingFault `blocked` when the rules refuse it, `dns` when its name does not resolve (not worth a retry),
 *   `timeout` when the resolver does not answer within `timeoutMs` (default 5000; worth one).
 */
export async function assertAllowedUrl(
  url: string,
  options: { allowHosts: readonly string[]; allowLoopback: boolean; resolve?: Resolve; timeoutMs?: number },
): Promise<void> {
  const policy = {
    allowList: parseAllowList(options.allowHosts),
    allowLoopback: options.allowLoopback,
    resolve: cachedResolve(options.resolve ?? systemResolve, options.timeoutMs ?? 5_000),
  };
  try {
    await checkedAddresses(targetOfUrl(url), policy);
  } catch (cause) {
    if (cause instanceof Refusal) throw new RecordingFault('blocked', cause.message, { cause });
    if (cause instanceof DialFault) {
      throw new RecordingFault(cause.kind, cause.message, { cause, retryable: cause.kind === 'timeout' });
    }
    throw cause;
  }
}
