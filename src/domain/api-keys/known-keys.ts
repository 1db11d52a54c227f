import { hashKey } from '../../secrets.ts';
import type { KnownKey } from './keys.ts';

/**
 * For how long an answer about a key may be used, counted from the moment it was asked for. Whoever revokes a key answers
 * only after this time, so when they hear that it is revoked, no process believes an older answer any more: without a message that
 * could be late, and whatever the clocks of other machines say.
 */
export const keyMemoryMs = 250;
const mostKeys = 10_000;

interface Memory {
  askedAtMs: number;
  key: Promise<KnownKey | null>;
}

/**
 * Spares a busy key its look-up with every request; requests at once share one. Unknown keys are not remembered, so that a
 * new one works at once.
 */
export function rememberKeys(
  find: (presentedKey: string) => Promise<KnownKey | null>,
): (presentedKey: string) => Promise<KnownKey | null> {
  const memories = new Map<string, Memory>();
  return (presentedKey) => {
    const hash = hashKey(presentedKey);
    const nowMs = performance.now();
    const known = memories.get(hash);
    if (known && nowMs - known.askedAtMs < keyMemoryMs) return known.key;
    const memory = { askedAtMs: nowMs, key: find(presentedKey) };
    // Behind the younger ones: the first in the map is the oldest.
    memories.delete(hash);
    memories.set(hash, memory);
    const forget = () => void (memories.get(hash) === memory && memories.delete(hash));
    memory.key.then((key) => key ?? forget(), forget);
    if (memories.size > mostKeys) memories.delete(memories.keys().next().value!);
    return memory.key;
  };
}
