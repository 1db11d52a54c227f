/** Numbers that look random and are the same for the same seed, so that a run can be repeated in its choices. */
export interface Random {
  /** From 0 up to, but without, 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(from: readonly T[]): T[];
}

/** Mulberry32: 32 bits of state are enough to choose victims and moments. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  return {
    next,
    pick,
    between: (low, high) => low + next() * (high - low),
    shuffled(from) {
      const rest = [...from];
      return Array.from(from, () => rest.splice(Math.floor(next() * rest.length), 1)[0]!);
    },
  };
}
