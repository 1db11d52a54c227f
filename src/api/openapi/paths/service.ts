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
  summary: 'Tell whether every part works',
  description: 'For load balancers and monitors. Why a part does not work is in the log, not here.',
  tags: ['Service'],
  security: [],
  responses: {
    '200': healthAnswer('Every part works'),
    '503': healthAnswer('A part does not work just now'),
  },
};

export const document = {
  operationId: 'openapi',
  summary: 'Read this document',
  description: 'With the address of the service under which it was asked for.',
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
  summary: 'Take in what Stripe says of a payment',
  description:
    'For Stripe alone: set it as the endpoint of the events `checkout.session.completed`, `payment_intent.succeeded` and ' +
    '`charge.refunded`. Authorised by the signature in `Stripe-Signature`; 404 where payment is not by Stripe.',
  tags: ['Service'],
  security: [],
  parameters: [
    {
      name: 'Stripe-Signature',
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description: 'Made by Stripe over the body',
      example: 't=1772442845,v1=5f8c',
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    '200': {
      description: 'Taken in, or of no concern',
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
