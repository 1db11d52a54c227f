import type { Sql } from 'postgres';
import type { Clock } from '../clock.ts';
import type { Secrets } from '../secrets.ts';
import type { Doorbell, EventStore } from '../store/types.ts';
import type { Intake } from './intake.ts';
import type { Payment } from './payment.ts';

/** What every slice works with; made once in `main`, or by a test. */
export interface DomainServices {
  sql: Sql;
  store: EventStore;
  doorbell: Doorbell;
  clock: Clock;
  secrets: Secrets;
  payment: Payment;
  intake: Intake;
}
