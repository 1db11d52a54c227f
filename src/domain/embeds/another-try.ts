const minuteMs = 60_000;
/** After the first failure, the second, and each later one. */
const waitsMs = [10 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs];

export interface Failures {
  /** Of this demo, none of them followed by a success. */
  count: number;
  lastAt: Date;
}

/**
 * Whether a demo that could not be made is made again because somebody looks at it. A page that fails would otherwise be
 * recorded for each of its visitors, and one that failed once would never have a film. A person who presses the button is one
 * step ahead: the first time they need not wait.
 */
export function mayTryAgain({ count, lastAt }: Failures, now: Date, asked: boolean): boolean {
  const step = Math.min(count - (asked ? 2 : 1), waitsMs.length - 1);
  return step < 0 || now.getTime() >= lastAt.getTime() + waitsMs[step]!;
}
