import { hashKey } from '../../secrets.ts';
import type { KnownKey } from './keys.ts';

/**
 * For how long an answer about a key may be used, counted from the moment it was asked for. Whoever revokes a key answers
 * only after this time, so when they hear that it is revoked, no process believes an older answer any more: without a message that
 * could be late, and whatever the clocks of other machines say.
 */
export const keyMemoryMs = 250;
const mostKeys = 10_000;

/** From this age on the next answer is fetched beforehand: a busy key's requests never wait for it. */
const renewAfterMs = keyMemoryMs / 2;

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
  const asked = new Map<string, Memory>();

  function ask(presentedKey: string, hash: string, askedAtMs: number): Memory {
    const memory: Memory = { askedAtMs, key: find(presentedKey) };
    asked.set(hash, memory);
    const isOver = () => void (asked.get(hash) === memory && asked.delete(hash));
    memory.key.then((key) => {
      isOver();
      if (isYounger(memories.get(hash), memory)) return;
      // Behind the younger ones: the first in the map is the oldest.
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
