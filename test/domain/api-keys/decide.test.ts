import { it } from 'vitest';
import { apiKeyDecider } from '../../../src/domain/api-keys/decide.ts';
import type { ApiKeyEvent } from '../../../src/domain/api-keys/events.ts';
import { given } from '../../support/given.ts';

const key = {
  keyId: 'key_1',
  userId: 'user_1',
  keyHash: 'a'.repeat(64),
  prefix: 'sr_live_abcd',
  name: 'CI',
  keyType: 'live' as const,
  projectId: null,
  allowedDomains: null,
};
const created: ApiKeyEvent = { type: 'ApiKeyCreated', data: key };
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { keyId: 'key_1', userId: 'user_1' } };

it('is created once', () => {
  given(apiKeyDecider, [])
    .when({ type: 'create', ...key })
    .gives([created]);
  given(apiKeyDecider, [created])
    .when({ type: 'create', ...key })
    .fails('key_exists', 409);
});
it('is revoked by its owner', () =>
  given(apiKeyDecider, [created]).when({ type: 'revoke', by: 'user_1' }).gives([revoked]));
it('does not exist for another user, nor after it was revoked', () => {
  given(apiKeyDecider, [created]).when({ type: 'revoke', by: 'user_2' }).fails('api_key_not_found', 404);
  given(apiKeyDecider, [created, revoked])
    .when({ type: 'revoke', by: 'user_1' })
    .fails('api_key_not_found', 404);
});
