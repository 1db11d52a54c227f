import { z } from 'zod';
import { healthSchema } from '../../health.ts';
import { errorResponses, requestIdHeader } from '../references.ts';

const healthAnswer = (description: string) => ({
  description,
  headers: requestIdHeader,
  content: { 'application/json': { schema: z.toJSONSchema(healthSchema, { target: 'draft-2020-12' }) } },
});

export const health = {
  operationId: 'health',
  summary: 'Check whether every part of the service works',
  description: 'For load balancers and monitors. Only the log says why a part does not work.',
  tags: ['Service'],
  security: [],
  responses: {
    '200': healthAnswer('Every part works'),
    '503': healthAnswer('A part does not work at the moment'),
  },
};

export const document = {
  operationId: 'openapi',
  summary: 'Read this document',
  description: 'The server that the document names is the address that this request used.',
  tags: ['Service'],
  security: [],
  responses: {
    '200': {
      description: 'OpenAPI 3.1.0',
      headers: requestIdHeader,
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
};

export const paymentNotice = {
  operationId: 'payment_notice',
  summary: 'Receive a notice from Stripe about a payment',
  description:
    'For Stripe only. Set this address as the endpoint of the events `checkout.session.completed`, `payment_intent.succeeded` ' +
    'and `charge.refunded`. The signature in `Stripe-Signature` authorises the notice. The answer is a 404 where this service ' +
    'takes no payments by Stripe.',
  tags: ['Service'],
  security: [],
  parameters: [
    {
      name: 'Stripe-Signature',
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description: 'The signature that Stripe makes over the body',
      example: 't=1772442845,v1=5f8c',
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    '200': {
      description: 'The notice was processed, or it does not concern this service',
      headers: requestIdHeader,
      content: {
        'application/json': {
          schema: { type: 'object', properties: { received: { const: true } }, required: ['received'] },
        },
      },
    },
    ...errorResponses(400, 404, 413, 415, 500, 503),
  },
};
