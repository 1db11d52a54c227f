/**
 * Account deletion: everything that a user has, taken away for good. The API and the worker come in. It stands above all slices
 * whose records it deletes, and deletes them by their own commands. The ledger of credits stays, and so does the log, in which nobody can
 * read any more what the user has said: the key that it is sealed with is destroyed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { CommandContext, UnitOfWork } from '../../store/types.ts';
import { accountDecider } from '../accounts/decide.ts';
import { accountStream } from '../accounts/events.ts';
import { testUserOf } from '../accounts/test-mode.ts';
import { apiKeyDecider } from '../api-keys/decide.ts';
import { apiKeyStream } from '../api-keys/events.ts';
import { keyMemoryMs } from '../api-keys/known-keys.ts';
import { backgroundDecider } from '../backgrounds/decide.ts';
import { backgroundStream } from '../backgrounds/events.ts';
import { backgroundPrefix } from '../backgrounds/upload.ts';
import { partOf } from '../context.ts';
import { creditDecider } from '../credits/decide.ts';
import { creditStream } from '../credits/events.ts';
import { forgetPreviewsOf } from '../demos/preview/previews.ts';
import { enqueueMediaRemoval } from '../media-removal.ts';
import { deleteProject } from '../project-demos/delete-project.ts';
import type { DomainServices } from '../services.ts';
import { webhookDecider } from '../webhooks/decide.ts';
import { webhookEndpointStream } from '../webhooks/events.ts';
import { forgetDeliveries } from '../webhooks/sending.ts';
import { deletionKey, writeDeletionNote } from './note.ts';
import { deleteAccountTask } from './tasks.ts';

/** Longer than a request takes that began just before and that may still make something. */
const sweepMs = 120_000;

/**
 * Deletes an account, for its owner or for an operator. The first transaction closes it: from then on it makes nothing, its keys do not work, no card is charged for
 * it, and a job is queued that finishes the deletion if this process dies. The same job deletes what a request that had begun
 * before has made meanwhile. The projects follow one by one, each with its demos, since one transaction over all of them would lose
 * against every job that reports something meanwhile. The user goes last: whoever meets a fault is still signed in and presses again. Then
 * the key of their events is destroyed, when no read model needs it any more.
 * @throws AppError 404 (account), 409 `operator_account`.
 */
export async function deleteAccount(
  services: DomainServices,
  context: CommandContext,
  userId: string,
): Promise<void> {
  await services.store.execute(partOf(context, 'close'), async (unit) => {
    const account = await unit.load(accountDecider, accountStream(userId));
    account.decide({ type: 'delete' });
    await turnTopoffOff(unit, userId);
    await revokeKeys(services, unit, userId);
    const runAt = new Date(services.clock.now().getTime() + sweepMs);
    unit.enqueue({
      task: deleteAccountTask,
      payload: { userId },
      key: `${deleteAccountTask}:${userId}`,
      runAt,
    });
  });
  await finishDeletion(services, context, userId);
  // As after the revocation of one key: no process uses a look-up from before any more.
  await sleep(keyMemoryMs + 20);
}

/** Deletes whatever is left of a closed account. It may run twice at once, and again. */
export async function finishDeletion(
  services: DomainServices,
  context: CommandContext,
  userId: string,
): Promise<void> {
  const { sql, store } = services;
  const both = [userId, testUserOf(userId)];
  const projects = await sql<{ id: string; userId: string }[]>`
    select id, user_id as "userId" from projects where user_id = any(${both})`;
  for (const { id: projectId, ...owner } of projects)
    await unlessGone(deleteProject(services, partOf(context, projectId), { projectId, ...owner }));
  await store.execute(partOf(context, 'rest'), async (unit) => {
    await revokeKeys(services, unit, userId);
    await deleteBackgrounds(services, unit, userId);
    for (const owner of both) await deleteEndpoints(services, unit, owner);
  });
  for (const owner of both) await forgetDeliveries(sql, owner);
  await forgetPreviewsOf(services, both);
  await sql`delete from device_logins where user_id = ${userId}`;
  await sql`delete from idempotency_keys where user_id = any(${both})`;
  await noteDeletion(services, userId);
  // With the user go the password, the sessions, the links and the places that they signed in from.
  await sql`delete from auth.users where id = ${userId}`;
  await services.subjectKeys.destroy(userId);
}

/** Before the key is destroyed: a restore of an older backup, which has the key, would not know of it otherwise. */
async function noteDeletion(services: DomainServices, userId: string): Promise<void> {
  const { clock, secrets, notes, subjectKeys } = services;
  if (await subjectKeys.isDestroyed(userId)) return;
  await notes.put(deletionKey(userId), writeDeletionNote({ userId, deletedAt: clock.now() }, secrets));
}

async function turnTopoffOff(unit: UnitOfWork, userId: string): Promise<void> {
  const credits = await unit.load(creditDecider, creditStream(userId));
  const { packId, threshold } = credits.state.topoff;
  credits.decide({ type: 'setTopoff', userId, enabled: false, packId, threshold, needsCard: false });
}

async function revokeKeys({ sql }: DomainServices, unit: UnitOfWork, userId: string): Promise<void> {
  const keys = await sql<{ id: string }[]>`select id from api_keys where user_id = ${userId}`;
  const loaded = await Promise.all(keys.map(({ id }) => unit.load(apiKeyDecider, apiKeyStream(id))));
  for (const key of loaded) if (key.state) key.decide({ type: 'revoke', by: userId });
}

async function deleteBackgrounds({ sql }: DomainServices, unit: UnitOfWork, userId: string): Promise<void> {
  const uploads = await sql<{ id: string }[]>`select id from backgrounds where user_id = ${userId}`;
  for (const { id } of uploads) {
    const background = await unit.load(backgroundDecider, backgroundStream(id));
    if (!background.state) continue;
    background.decide({ type: 'delete', by: userId });
    enqueueMediaRemoval(unit, id, backgroundPrefix(id));
  }
}

async function deleteEndpoints({ sql }: DomainServices, unit: UnitOfWork, userId: string): Promise<void> {
  const endpoints = await sql<{ id: string }[]>`select id from webhook_endpoints where user_id = ${userId}`;
  for (const { id: endpointId } of endpoints) {
    const endpoint = await unit.load(webhookDecider, webhookEndpointStream(endpointId));
    if (endpoint.state) endpoint.decide({ type: 'delete', endpointId, userId });
  }
}

/** The request and the job may meet at the same project. */
async function unlessGone(deleting: Promise<void>): Promise<void> {
  try {
    await deleting;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'project_not_found') throw error;
  }
}
