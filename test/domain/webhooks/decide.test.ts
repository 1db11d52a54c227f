import { expect, it } from 'vitest';
import { webhookDecider } from '../../../src/domain/webhooks/decide.ts';
import type { WebhookEvent } from '../../../src/domain/webhooks/events.ts';
import { given } from '../../support/given.ts';

const ref = { endpointId: 'hook_1', userId: 'user_1' };
const made = { url: 'https://example.com/hook', description: null, events: null, sealedSecret: 'v1.first' };
const created: WebhookEvent = { type: 'WebhookEndpointCreated', data: { ...ref, ...made } };
const off: WebhookEvent = { type: 'WebhookEndpointSwitchedOff', data: { ...ref, reason: 'failing' } };
const on: WebhookEvent = { type: 'WebhookEndpointSwitchedOn', data: ref };
const deleted: WebhookEvent = { type: 'WebhookEndpointDeleted', data: ref };

it('is created', () =>
  given(webhookDecider, [])
    .when({ type: 'create', ...ref, ...made })
    .gives([created]));

it('takes over what is different, and nothing where nothing is', () => {
  const wish = { url: made.url, events: ['demo.ready' as const], description: null };
  given(webhookDecider, [created])
    .when({ type: 'edit', ...ref, wish })
    .gives([{ type: 'WebhookEndpointEdited', data: { ...ref, events: ['demo.ready'] } }]);
  given(webhookDecider, [
    created,
    { type: 'WebhookEndpointEdited', data: { ...ref, events: ['demo.ready'] } },
  ])
    .when({ type: 'edit', ...ref, wish })
    .gives([]);
});

it('keeps the secret before a rotation beside the new one', () => {
  const previousUntil = '2026-02-11T12:00:00.000Z';
  const rotated: WebhookEvent = {
    type: 'WebhookEndpointSecretRotated',
    data: { ...ref, sealedSecret: 'v1.second', previousSealedSecret: 'v1.first', previousUntil },
  };
  given(webhookDecider, [created])
    .when({ type: 'rotate', ...ref, sealedSecret: 'v1.second', previousUntil })
    .gives([rotated]);
  expect(given(webhookDecider, [created, rotated]).state?.sealedSecret).toBe('v1.second');
});

it('is switched off once, and on again', () => {
  given(webhookDecider, [created])
    .when({ type: 'switchOff', ...ref, reason: 'failing' })
    .gives([off]);
  given(webhookDecider, [created, off])
    .when({ type: 'switchOff', ...ref, reason: 'owner' })
    .gives([]);
  given(webhookDecider, [created, off])
    .when({ type: 'switchOn', ...ref })
    .gives([on]);
  given(webhookDecider, [created, off, on])
    .when({ type: 'switchOn', ...ref })
    .gives([]);
});

it('is tested and sent again while it is on alone', () => {
  const test = { type: 'test', ...ref, deliveryId: 'dlv_1', eventType: 'credits.low' } as const;
  const replay = { type: 'replay', ...ref, deliveryId: 'dlv_2', replayOf: 'dlv_1' } as const;
  given(webhookDecider, [created])
    .when(test)
    .gives([{ type: 'WebhookTestAsked', data: { ...ref, deliveryId: 'dlv_1', type: 'credits.low' } }]);
  given(webhookDecider, [created])
    .when(replay)
    .gives([{ type: 'WebhookReplayAsked', data: { ...ref, deliveryId: 'dlv_2', replayOf: 'dlv_1' } }]);
  for (const command of [test, replay])
    given(webhookDecider, [created, off]).when(command).fails('webhook_endpoint_off', 409);
});

it('is its owner’s alone, and gone once it is deleted', () => {
  given(webhookDecider, [created])
    .when({ type: 'delete', ...ref })
    .gives([deleted]);
  given(webhookDecider, [created, deleted])
    .when({ type: 'switchOn', ...ref })
    .fails('webhook_endpoint_not_found', 404);
  given(webhookDecider, [created])
    .when({ type: 'delete', ...ref, userId: 'user_2' })
    .fails('webhook_endpoint_not_found', 404);
});
