import type { PaymentAtOnce } from '../domain/payment.ts';

/** Packs cost nothing and are credited at once: for development, and for a service whose users do not pay. */
export const developmentPayment: PaymentAtOnce = { name: 'development', atOnce: true };
