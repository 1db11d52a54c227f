import { AppError } from '../../errors.ts';

/** 429 `quota_exceeded`: neither the plan's allowance nor a credit is left. A class of its own, since a top-off may help. */
export class OutOfCredits extends AppError {
  /** @param retryAfterSec to the next month, when the allowance begins anew. */
  constructor(monthlyDemos: number, retryAfterSec: number) {
    super('quota_exceeded', 429, `${usedUp(monthlyDemos)}; buy credits or wait for the next month.`, {
      retryAfterSec,
    });
    this.monthlyDemos = monthlyDemos;
  }

  private readonly monthlyDemos: number;

  /** The same refusal where a top-off was tried and did not help. @param why a whole sentence. */
  although(why: string): AppError {
    const { code, status, retryAfterSec } = this;
    const message = `${usedUp(this.monthlyDemos)}, and the automatic top-off brought none: ${why}`;
    return new AppError(code, status, message, retryAfterSec === undefined ? {} : { retryAfterSec });
  }
}

const usedUp = (monthlyDemos: number) =>
  `This month's ${monthlyDemos} demos of the plan are used up and the credit balance is 0`;
