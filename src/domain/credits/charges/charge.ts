import { notFound } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import type { UnitOfWork } from '../../../store/types.ts';
import { accountDecider } from '../../accounts/decide.ts';
import { accountStream } from '../../accounts/events.ts';
import { type PlanTerms, plans, testTerms } from '../../accounts/plans.ts';
import { isTestUser, ownerOf } from '../../accounts/test-mode.ts';
import type { DomainServices } from '../../services.ts';
import { creditDecider } from '../decide.ts';
import { creditStream } from '../events.ts';
import { enqueueStarted } from '../purchases/topoff.ts';
import { monthOf, secondsToNextMonth } from './month.ts';

/**
 * The terms of the plan a user is on, read inside a unit of work.
 * @throws AppError 404 where the account was deleted, as by a request that began before.
 */
export async function termsOf(unit: UnitOfWork, userId: string): Promise<PlanTerms> {
  const { state } = await unit.load(accountDecider, accountStream(ownerOf(userId)));
  if (state.isDeleted) throw notFound('account');
  return isTestUser(userId) ? testTerms : plans[state.plan];
}

/**
 * Takes what a generation, refresh or restyle costs: one of the plan's demos of the month, else one credit. The unit of work
 * has to be run by `executeCharged`, which tops off where neither is left. In test mode nothing is taken.
 * @throws AppError `quota_exceeded` (429, with the seconds to the next month) where neither is left.
 */
export async function chargeForJob(
  unit: UnitOfWork,
  { clock, payment }: DomainServices,
  { monthlyDemos }: PlanTerms,
  job: { userId: string; jobId: string; demoId: string },
): Promise<void> {
  if (isTestUser(job.userId)) return;
  const credits = await unit.load(creditDecider, creditStream(job.userId));
  const before = credits.state.topoff;
  const at = clock.now();
  credits.decide({
    type: 'charge',
    ...job,
    transactionId: newId('txn'),
    month: monthOf(at),
    monthlyDemos,
    secondsToNextMonth: secondsToNextMonth(at),
    topoff: { purchaseId: newId('pay'), transactionId: newId('txn'), atOnce: payment.atOnce },
  });
  enqueueStarted(unit, job.userId, { before, after: credits.state.topoff });
}

/** Gives back what jobs cost, each once and exactly what was taken; a job that cost nothing is left alone. */
export async function giveBackForJobs(
  unit: UnitOfWork,
  userId: string,
  jobIds: readonly string[],
  why: string,
): Promise<void> {
  if (jobIds.length === 0 || isTestUser(userId)) return;
  const credits = await unit.load(creditDecider, creditStream(userId));
  for (const jobId of jobIds) credits.decide({ type: 'giveBack', jobId, transactionId: newId('txn'), why });
}
