import { z } from 'zod';
import { newId } from '../../ids.ts';
import type { JobRequest } from '../../store/types.ts';
import type { DomainServices } from '../services.ts';

/**
 * The queue's tasks that send mail. A job names the reader and carries no token: the worker makes the link when it sends, so
 * that no token lies in the queue. A request for a reset carries what was typed, and does the same whether or not there is such
 * an account: nobody learns that from its answer or from its time.
 */
export const resetMailTask = 'account.mail-reset';
export const resetMailPayload = z.object({ email: z.string() });

export const verifyMailTask = 'account.mail-verify';
export const verifyMailPayload = z.object({ userId: z.string() });

export const noticeMailTask = 'account.mail-notice';
export const noticeMailPayload = z.object({ userId: z.string(), at: z.iso.datetime() });

export const askForResetMail = (services: DomainServices, email: string) =>
  enqueue(services, { task: resetMailTask, payload: { email } });

export const askForVerifyMail = (services: DomainServices, userId: string) =>
  enqueue(services, { task: verifyMailTask, payload: { userId } });

/** Tells the owner that the password was changed. */
export const askForNotice = (services: DomainServices, userId: string) =>
  enqueue(services, {
    task: noticeMailTask,
    payload: { userId, at: services.clock.now().toISOString() },
  });

/** The tasks give up by themselves: the queue would keep a job that reached its limit, and the address in it, for ever. */
async function enqueue({ store }: DomainServices, job: JobRequest): Promise<void> {
  const context = { commandId: newId('cmd'), metadata: { actor: 'system' } };
  await store.execute(context, (unit) => unit.enqueue({ ...job, maxAttempts: 25 }));
}
