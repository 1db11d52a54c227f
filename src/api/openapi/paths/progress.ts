import { z } from 'zod';
import { progressMessage } from '../../../domain/demos/progress.ts';
import { errorResponses } from '../references.ts';
import { demoIdParameter } from './demo-id.ts';

export const progressChannel = {
  operationId: 'demo_progress',
  summary: 'Watch a demo being made, over a WebSocket',
  description:
    'A WebSocket upgrade. Each message is a JSON text as shown for status 101; the first is the current state, and after ' +
    'a terminal one (`ready`, `failed`) the server closes with 1000. Authorised by the ticket of `wsUrl`, which is good ' +
    'for this demo for one hour, by a live key in a header, or by the session cookie.',
  tags: ['Demos'],
  security: [{ bearerKey: [] }, { headerKey: [] }, { sessionCookie: [] }, {}],
  parameters: [
    { ...demoIdParameter, name: 'demoId' },
    {
      name: 'ticket',
      in: 'query',
      required: false,
      schema: { type: 'string' },
      description: 'As in `wsUrl`',
      example: 'eyJkZW1vIjoi…',
    },
  ],
  responses: {
    '101': {
      description: 'Switching protocols; messages follow',
      content: {
        'application/json': { schema: z.toJSONSchema(progressMessage, { target: 'draft-2020-12' }) },
      },
    },
    ...errorResponses(401, 403, 404, 426),
  },
};
