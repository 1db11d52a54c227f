import type { PaymentAtOnce } from '../domain/payment.ts';

/** Packs cost nothing and are there at once: for development, and for a service that nobody pays for. */
export const developmentPayment: PaymentAtOnce = { name: 'development', atOnce: true };
