import { RecordingFault } from '../contract/fault.ts';
import { parseAllowList } from './allow.ts';
import { DialFault, Refusal } from './outcome.ts';
import { checkedAddresses } from './policy.ts';
import { type Resolve, remembering, systemResolve } from './resolve.ts';
import { targetOfUrl } from './target.ts';

/**
 * Whether the guard would let a browser open this address: says no in milliseconds, before a browser is launched.
 * It protects nothing by itself, since a name may resolve to something else a moment later; the guard does.
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
    resolve: remembering(options.resolve ?? systemResolve, options.timeoutMs ?? 5_000),
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
