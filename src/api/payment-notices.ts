import type { FastifyInstance } from 'fastify';
import { receiveNotice } from '../domain/credits/charges/settle.ts';
import type { DomainServices } from '../domain/services.ts';
import { AppError, invalid } from '../errors.ts';

/** Stripe's largest events have a few hundred kilobytes. */
const bodyLimitBytes = 1024 * 1024;

/**
 * `POST /webhooks/stripe`: notices that the payment provider sends. Their signature covers the bytes as they were sent, so
 * no parser may touch the body before the signature is checked.
 */
export function mountPaymentNotices(app: FastifyInstance, services: DomainServices): void {
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      (_request, body: Buffer, done) => done(null, body),
    );
    raw.post('/webhooks/stripe', async (request) => {
      const { payment } = services;
      if (payment.atOnce || payment.name !== 'stripe')
        throw new AppError('payment_not_configured', 404, 'This service does not take payments by Stripe.');
      const signature = request.headers['stripe-signature'];
      if (typeof signature !== 'string')
        throw invalid('The Stripe-Signature header is missing.', 'invalid_signature');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveNotice(services, payment, { body, signature });
      return { received: true };
    });
  });
}
