import { conflict } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { hashKey, newSecret } from '../../secrets.ts';
import type { CommandContext } from '../../store/types.ts';
import { ownedProject } from '../projects/owned.ts';
import type { DomainServices } from '../services.ts';
import { apiKeyDecider } from './decide.ts';
import { apiKeyStream, type KeyType } from './events.ts';

export interface KeyRequest {
  userId: string;
  name: string;
  type: KeyType;
  projectId: string | null;
  allowedDomains: string[] | null;
}

const prefixes = { live: 'sr_live_', publishable: 'sr_pub_', test: 'sr_test_' } as const;

/**
 * Makes a key, bound to a project where one is named.
 * @returns the key in clear: nobody can read it again.
 * @throws AppError 404 where the project is not the user's; 409 where this very command made a key before.
 */
export async function issueKey(services: DomainServices, context: CommandContext, request: KeyRequest) {
  const key = newSecret(prefixes[request.type]);
  const keyId = newId('key');
  const { type: keyType, ...rest } = request;
  const { duplicate } = await services.store.execute(context, async (unit) => {
    if (request.projectId) await ownedProject(unit, request.projectId, request.userId);
    unit
      .begin(apiKeyDecider, apiKeyStream(keyId))
      .decide({ type: 'create', ...rest, ...traceOf(key), keyId, keyType });
  });
  if (duplicate)
    throw conflict(
      'key_unreadable',
      'An earlier request made this key and its answer was lost, so nobody can read it any more; revoke it and make another.',
    );
  return { ...request, keyId, key, prefix: traceOf(key).prefix };
}

/** What is kept of a key: enough to know it again and for its owner to recognise it, too little to use it. */
export const traceOf = (key: string) => ({ keyHash: hashKey(key), prefix: key.slice(0, 12) });
