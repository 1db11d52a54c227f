import { expect, vi } from 'vitest';
import { plans } from '../../../src/domain/accounts/plans.ts';
import { chargeForJob } from '../../../src/domain/credits/charges/charge.ts';
import { executeCharged } from '../../../src/domain/credits/charges/execute-charged.ts';
import { receiveNotice } from '../../../src/domain/credits/charges/settle.ts';
import { grantCredits } from '../../../src/domain/credits/grant.ts';
import type { PackId } from '../../../src/domain/credits/packs.ts';
import { purchasePack } from '../../../src/domain/credits/purchases/purchase.ts';
import { setTopoff } from '../../../src/domain/credits/purchases/set-topoff.ts';
import { readCreditState } from '../../../src/domain/credits/purchases/topoff.ts';
import { listTransactions } from '../../../src/domain/credits/transactions.ts';
import type { DomainServices } from '../../../src/domain/services.ts';
import { newId } from '../../../src/ids.ts';
import { paymentTasks } from '../../../src/worker/chores/payment-tasks.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { setUpPayments } from '../../support/payments.ts';
import { freshCommand, openUser } from '../../support/services.ts';

export const { stripe, atOnce, byStripe } = await setUpPayments();

/** No allowance: every charge wants a credit. */
export const terms = { ...plans.free, monthlyDemos: 0 };

export const charge = (services: DomainServices, userId: string, run = executeCharged) =>
  run(services, freshCommand(userId), userId, (unit) =>
    chargeForJob(unit, services, terms, { userId, jobId: newId('job'), demoId: 'demo_1' }),
  );

/** What another process has: the same code, with a memory of its own of the top-offs that are under way. */
export async function executeChargedElsewhere(): Promise<typeof executeCharged> {
  const memory = '../../../src/domain/credits/purchases/topoff.ts?elsewhere';
  vi.doMock('../../../src/domain/credits/purchases/topoff.ts', () => import(memory));
  const elsewhere = '../../../src/domain/credits/charges/execute-charged.ts?elsewhere';
  const copy = (await import(elsewhere)) as { executeCharged: typeof executeCharged };
  vi.doUnmock('../../../src/domain/credits/purchases/topoff.ts');
  return copy.executeCharged;
}

/** How many of `n` charges at once succeed; the others are refused with 429. */
export async function chargeAtOnce(
  services: DomainServices,
  userId: string,
  n: number,
  runs = [executeCharged],
): Promise<number> {
  const charges = Array.from({ length: n }, (_, at) => charge(services, userId, runs[at % runs.length]));
  const outcomes = await Promise.allSettled(charges);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'quota_exceeded', status: 429 });
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

export const topoff = (services: DomainServices, userId: string, packId: PackId = '20', threshold = 3) =>
  setTopoff(services, freshCommand(userId), { userId, enabled: true, packId, threshold });

export const grant = (userId: string, amount: number) =>
  grantCredits(atOnce, freshCommand(), { userId, amount, description: 'Bonus' });

export const linesOf = async (userId: string) =>
  (await listTransactions(atOnce.sql, userId, { limit: 100 })).transactions.reverse();
export const countOf = async (userId: string, type: string) =>
  (await linesOf(userId)).filter((line) => line.type === type).length;
export const balanceOf = async (userId: string) => (await readCreditState(atOnce, userId)).balance;

/** A user who has bought a pack by Stripe and spent it: a card is saved, nothing is left. */
export async function cardHolder(left = 0): Promise<string> {
  const userId = await openUser(byStripe, { plan: 'free' });
  const order = { userId, packId: '5' as const, baseUrl: 'https://showreel.test' };
  const outcome = await purchasePack(byStripe, freshCommand(userId), order);
  if (outcome.kind !== 'checkout') throw new Error('no checkout');
  const intent = stripe.payCheckout(outcome.checkoutUrl);
  const { body, signature } = stripe.event('checkout.session.completed', intent.id);
  await receiveNotice(byStripe, stripe.payment, { body: Buffer.from(body), signature });
  for (let at = left; at < 5; at++) await charge(byStripe, userId);
  await byStripe.sql`delete from graphile_worker._private_jobs`;
  return userId;
}

export const chargedFor = (userId: string) =>
  stripe.charged().filter(({ metadata }) => metadata.user_id === userId);
export const declined = {
  says: 'no',
  code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
} as const;
export const performTopoff = async () => {
  const jobs = await queuedJobs(byStripe, 'credits.topoff');
  await byStripe.sql`delete from graphile_worker._private_jobs`;
  for (const job of jobs) await perform(paymentTasks(byStripe), job);
  return jobs;
};
