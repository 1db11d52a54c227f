import { AppError, notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { OffReason, WebhookEvent, WebhookEventType } from './events.ts';

type Ref = { endpointId: string; userId: string };

export interface EndpointWish {
  url?: string | undefined;
  description?: string | null | undefined;
  /** null: all. */
  events?: WebhookEventType[] | null | undefined;
}

/** `userId` is the caller's; whatever the service does by itself names the owner. */
export type WebhookCommand = Ref &
  (
    | {
        type: 'create';
        url: string;
        description: string | null;
        events: WebhookEventType[] | null;
        sealedSecret: string;
      }
    | { type: 'edit'; wish: EndpointWish }
    | { type: 'rotate'; sealedSecret: string; previousUntil: string }
    | { type: 'reseal'; sealedSecret: string; previousSealedSecret: string | null }
    | { type: 'switchOff'; reason: OffReason }
    | { type: 'switchOn' }
    | { type: 'test'; deliveryId: string; eventType: WebhookEventType }
    | { type: 'replay'; deliveryId: string; replayOf: string }
    | { type: 'delete' }
  );

export interface Endpoint {
  userId: string;
  url: string;
  description: string | null;
  events: WebhookEventType[] | null;
  sealedSecret: string;
  offReason: OffReason | null;
}

/** null: there is none, or none any more. */
export const webhookDecider: Decider<WebhookCommand, WebhookEvent, Endpoint | null> = {
  initial: null,
  evolve,
  decide(command, state) {
    const ref = { endpointId: command.endpointId, userId: command.userId };
    if (command.type === 'create') {
      const { url, description, events, sealedSecret } = command;
      return [{ type: 'WebhookEndpointCreated', data: { ...ref, url, description, events, sealedSecret } }];
    }
    if (!state || state.userId !== command.userId) throw notFound('webhook_endpoint');
    return ofKnown(command, ref, state);
  },
};

function evolve(state: Endpoint | null, { type, data }: WebhookEvent): Endpoint | null {
  switch (type) {
    case 'WebhookEndpointCreated': {
      const { userId, url, description, events, sealedSecret } = data;
      return { userId, url, description, events, sealedSecret, offReason: null };
    }
    case 'WebhookEndpointEdited': {
      const { url = state!.url, description = state!.description, events = state!.events } = data;
      return { ...state!, url, description, events };
    }
    case 'WebhookEndpointSecretRotated':
    case 'WebhookEndpointSecretResealed':
      return { ...state!, sealedSecret: data.sealedSecret };
    case 'WebhookEndpointSwitchedOff':
      return { ...state!, offReason: data.reason };
    case 'WebhookEndpointSwitchedOn':
      return { ...state!, offReason: null };
    case 'WebhookEndpointDeleted':
      return null;
    case 'WebhookTestAsked':
    case 'WebhookReplayAsked':
      return state;
  }
}

function ofKnown(
  command: Exclude<WebhookCommand, { type: 'create' }>,
  ref: Ref,
  state: Endpoint,
): WebhookEvent[] {
  switch (command.type) {
    case 'edit': {
      const changes = whatChanges(command.wish, state);
      return changes ? [{ type: 'WebhookEndpointEdited', data: { ...ref, ...changes } }] : [];
    }
    case 'rotate': {
      const { sealedSecret, previousUntil } = command;
      const data = { ...ref, sealedSecret, previousSealedSecret: state.sealedSecret, previousUntil };
      return [{ type: 'WebhookEndpointSecretRotated', data }];
    }
    case 'reseal': {
      const { sealedSecret, previousSealedSecret } = command;
      return [
        { type: 'WebhookEndpointSecretResealed', data: { ...ref, sealedSecret, previousSealedSecret } },
      ];
    }
    case 'switchOff':
      if (state.offReason) return [];
      return [{ type: 'WebhookEndpointSwitchedOff', data: { ...ref, reason: command.reason } }];
    case 'switchOn':
      return state.offReason ? [{ type: 'WebhookEndpointSwitchedOn', data: ref }] : [];
    case 'test':
      demandOn(state);
      return [
        {
          type: 'WebhookTestAsked',
          data: { ...ref, deliveryId: command.deliveryId, type: command.eventType },
        },
      ];
    case 'replay': {
      demandOn(state);
      const { deliveryId, replayOf } = command;
      return [{ type: 'WebhookReplayAsked', data: { ...ref, deliveryId, replayOf } }];
    }
    case 'delete':
      return [{ type: 'WebhookEndpointDeleted', data: ref }];
  }
}

function demandOn({ offReason }: Endpoint): void {
  if (offReason)
    throw new AppError('webhook_endpoint_off', 409, 'This endpoint is switched off. Switch it on first.');
}

/** null where nothing would change. */
function whatChanges(wish: EndpointWish, state: Endpoint): EndpointWish | null {
  const changes: EndpointWish = {};
  if (wish.url !== undefined && wish.url !== state.url) changes.url = wish.url;
  if (wish.description !== undefined && wish.description !== state.description)
    changes.description = wish.description;
  if (wish.events !== undefined && String(wish.events) !== String(state.events)) changes.events = wish.events;
  return Object.keys(changes).length > 0 ? changes : null;
}
