import { finishDeletion } from '../../domain/account-deletion/delete-account.ts';
import { deleteAccountPayload, deleteAccountTask } from '../../domain/account-deletion/tasks.ts';
import type { DomainServices } from '../../domain/services.ts';
import { newId } from '../../ids.ts';
import { type Task, task } from '../queue/tasks.ts';

/** Room for an account with thousands of demos. */
const deadlineMs = 10 * 60_000;

/** Finishes deletions of accounts: what a process that died has left, and what a request has made that was under way. */
export const deleteAccounts = (services: DomainServices): Task =>
  task({ name: deleteAccountTask, payload: deleteAccountPayload, deadlineMs }, ({ userId }) =>
    // A new command each time: what a run finds, the one before did not see.
    finishDeletion(
      services,
      { commandId: newId('cmd'), metadata: { actor: 'worker', correlationId: userId } },
      userId,
    ),
  );
