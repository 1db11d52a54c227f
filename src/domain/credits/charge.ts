import { newId } from '../../ids.ts';
import type { UnitOfWork } from '../../store/types.ts';
import { accountDecider } from '../accounts/decide.ts';
import { accountStream } from '../accounts/events.ts';
import { type PlanTerms, plans } from '../accounts/plans.ts';
import { creditDecider } from './decide.ts';
import { creditStream } from './events.ts';
import { monthOf, secondsToNextMonth } from './month.ts';

/** The terms of the plan a user is on, read inside a unit of work. */
export async function termsOf(unit: UnitOfWork, userId: string): Promise<PlanTerms> {
  return plans[(await unit.load(accountDecider, accountStream(userId))).state.plan];
}

/**
 * Takes what a generation, refresh or restyle costs: one of the plan's demos of the month, else one credit.
 * @throws AppError `quota_exceeded` (429, with the seconds to the next month) where neither is left.
 */
export async function chargeForJob(
  unit: UnitOfWork,
  { monthlyDemos }: PlanTerms,
  job: { userId: string; jobId: string; demoId: string },
  at: Date,
): Promise<void> {
  const credits = await unit.load(creditDecider, creditStream(job.userId));
  credits.decide({
    type: 'charge',
    ...job,
    transactionId: newId('txn'),
    month: monthOf(at),
    monthlyDemos,
    secondsToNextMonth: secondsToNextMonth(at),
  });
}

/** Gives back what jobs cost, each once and exactly what was taken; a job that cost nothing is left alone. */
export async function giveBackForJobs(
  unit: UnitOfWork,
  userId: string,
  jobIds: readonly string[],
  why: string,
): Promise<void> {
  if (jobIds.length === 0) return;
  const credits = await unit.load(creditDecider, creditStream(userId));
  for (const jobId of jobIds) credits.decide({ type: 'giveBack', jobId, transactionId: newId('txn'), why });
}
