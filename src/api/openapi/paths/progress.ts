import { z } from 'zod';
import { progressMessage } from '../../../domain/demos/jobs/progress.ts';
import { accountMessage } from '../../progress/account-hub.ts';
import { errorResponses } from '../references.ts';
import { demoIdParameter } from './demo-id.ts';

export const progressChannel = {
  operationId: 'demo_progress',
  summary: 'Watch a demo being made, over a WebSocket',
  description:
    'A WebSocket upgrade. Each message is a JSON text of the form shown for status 101. The first message is the current ' +
    'state. After a terminal state (`ready`, `failed`) the server closes with 1000. The caller is authorised by the ticket in ' +
    '`wsUrl`, which is valid for this demo for one hour, by a live key in a header, or by the session cookie.',
  tags: ['Demos'],
  security: [{ bearerKey: [] }, { headerKey: [] }, { sessionCookie: [] }, {}],
  parameters: [
    { ...demoIdParameter, name: 'demoId' },
    {
      name: 'ticket',
      in: 'query',
      required: false,
      schema: { type: 'string' },
      description: 'The ticket from `wsUrl`',
      example: 'eyJkZW1vIjoi…',
    },
  ],
  responses: {
    '101': {
      description: 'The protocol changes to WebSocket, and messages follow',
      content: {
        'application/json': { schema: z.toJSONSchema(progressMessage, { target: 'draft-2020-12' }) },
      },
    },
    ...errorResponses(401, 403, 404, 426),
  },
};

export const accountChannel = {
  operationId: 'account_changes',
  summary: 'Watch what changes in an account, over a WebSocket',
  description:
    'A WebSocket upgrade. Each message is a JSON text of one of the forms shown for status 101: `changed` names a demo, project or API key that ' +
    'was made, changed or deleted, and `progress` tells how far a demo is. The server closes with 1001 after 15 minutes, so that the credential ' +
    'is checked again: open the channel anew, and read again what you show. The caller is authorised by a live key in a header, or by the session cookie.',
  tags: ['Account'],
  security: [{ bearerKey: [] }, { headerKey: [] }, { sessionCookie: [] }],
  responses: {
    '101': {
      description: 'The protocol changes to WebSocket, and messages follow',
      content: {
        'application/json': { schema: z.toJSONSchema(accountMessage, { target: 'draft-2020-12' }) },
      },
    },
    ...errorResponses(401, 403, 426),
  },
};
