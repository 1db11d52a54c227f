import { AppError } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { UploadEvent } from './events.ts';

export interface CountUpload {
  type: 'count';
  userId: string;
  demoId: string;
  month: string;
  /** null: no limit. */
  monthlyUploads: number | null;
  secondsToNextMonth: number;
}

/** The number of uploads in each month. */
export type UploadState = Readonly<Record<string, number>>;

export const uploadDecider: Decider<CountUpload, UploadEvent, UploadState> = {
  initial: {},
  evolve: (state, { data: { month } }) => ({ ...state, [month]: (state[month] ?? 0) + 1 }),
  decide(command, state) {
    demandRoom(command, state);
    const { userId, demoId, month } = command;
    return [{ type: 'UploadCounted', data: { userId, demoId, month } }];
  },
};

/** @throws AppError 429 `quota_exceeded`, with the seconds to the next month, where the month's uploads are used up. */
export function demandRoom(
  { month, monthlyUploads, secondsToNextMonth }: Omit<CountUpload, 'type' | 'userId' | 'demoId'>,
  state: UploadState,
): void {
  if (monthlyUploads === null || (state[month] ?? 0) < monthlyUploads) return;
  throw new AppError(
    'quota_exceeded',
    429,
    `This month's ${monthlyUploads} uploads of the plan are used up; wait for the next month or change the plan.`,
    { retryAfterSec: secondsToNextMonth },
  );
}
