const minuteMs = 60_000;
/** After the first failure, the second, and each later one. */
const waitsMs = [10 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs];

export interface Failures {
  /** Failures of this demo; none of them was followed by a success. */
  count: number;
  lastAt: Date;
}

/**
 * Whether a demo that could not be made is made again because somebody looks at it. Without the waiting times a page
 * that cannot be recorded would be tried for each of its visitors; without another try a single failure would leave
 * it without a film for ever. A person who presses the button is one step ahead: after the first failure they need
 * not wait.
 */
export function mayTryAgain({ count, lastAt }: Failures, now: Date, asked: boolean): boolean {
  const step = Math.min(count - (asked ? 2 : 1), waitsMs.length - 1);
  return step < 0 || now.getTime() >= lastAt.getTime() + waitsMs[step]!;
}
