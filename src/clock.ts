/** Wall-clock time as a dependency, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that shows `start` until `advance` moves it on. */
export function fixedClock(start: Date | string): Clock & { advance(ms: number): void } {
  let current = new Date(start);
  return {
    now: () => new Date(current),
    advance(ms) {
      current = new Date(current.getTime() + ms);
    },
  };
}
