import type { Config } from '../config.ts';
import type { Payment } from '../domain/payment.ts';
import type { Logger } from '../log.ts';
import { developmentPayment } from '../payment/development.ts';
import { stripePayment } from '../payment/stripe.ts';

/** The payment provider that the settings name. */
export function choosePayment({ payment }: Config, log: Logger): Payment {
  if (payment.provider === 'stripe') return stripePayment(payment);
  log.info('packs of credits cost nothing here; SHOWREEL_PAYMENT=stripe takes money for them');
  return developmentPayment;
}
