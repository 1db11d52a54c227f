import { hashKey } from '../../secrets.ts';
import type { KnownKey } from './keys.ts';

/**
 * How long the result of a look-up of a key may be used, counted from when the look-up began. The request that
 * revokes a key is answered only after this time. So once its caller hears that the key is revoked, no process uses
 * an older result any more. This needs no message between processes, which could be late, and no agreement of their
 * clocks.
 */
export const keyMemoryMs = 250;
const mostKeys = 10_000;

/** From this age on the next look-up is made in advance, so that requests with a busy key never wait for one. */
const renewAfterMs = keyMemoryMs / 2;

interface Memory {
  askedAtMs: number;
  key: Promise<KnownKey | null>;
}

/**
 * Remembers results, so that a busy key is not looked up with every request; simultaneous requests share one look-up.
 * Unknown keys are not remembered, so that a new key works at once.
 */
export function rememberKeys(
  find: (presentedKey: string) => Promise<KnownKey | null>,
): (presentedKey: string) => Promise<KnownKey | null> {
  const memories = new Map<string, Memory>();
  const asked = new Map<string, Memory>();

  function ask(presentedKey: string, hash: string, askedAtMs: number): Memory {
    const memory: Memory = { askedAtMs, key: find(presentedKey) };
    asked.set(hash, memory);
    const isOver = () => void (asked.get(hash) === memory && asked.delete(hash));
    memory.key.then((key) => {
      isOver();
      if (isYounger(memories.get(hash), memory)) return;
      // Deleted first, so that it goes behind the younger ones: the first entry of the map is the oldest.
      memories.delete(hash);
      if (key) memories.set(hash, memory);
      if (memories.size > mostKeys) memories.delete(memories.keys().next().value!);
    }, isOver);
    return memory;
  }

  return (presentedKey) => {
    const hash = hashKey(presentedKey);
    const nowMs = performance.now();
    const isGood = (memory: Memory | undefined, forMs: number): memory is Memory =>
      memory !== undefined && nowMs - memory.askedAtMs < forMs;
    const known = memories.get(hash);
    const coming = asked.get(hash);
    if (!isGood(known, keyMemoryMs))
      return (isGood(coming, keyMemoryMs) ? coming : ask(presentedKey, hash, nowMs)).key;
    if (!isGood(known, renewAfterMs) && !coming) ask(presentedKey, hash, nowMs);
    return known.key;
  };
}

const isYounger = (one: Memory | undefined, other: Memory) =>
  one !== undefined && one.askedAtMs > other.askedAtMs;
