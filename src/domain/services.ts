import type { Sql } from 'postgres';
import type { Clock } from '../clock.ts';
import type { Secrets } from '../secrets.ts';
import type { SubjectKeys } from '../store/index.ts';
import type { Doorbell, EventStore } from '../store/types.ts';
import type { Intake } from './intake.ts';
import type { Notes } from './notes.ts';
import type { Payment } from './payment.ts';
import type { Sounds } from './sounds.ts';
import type { Studio } from './studio.ts';

/** What the use cases of every slice work with. It is made once, at the start of the service or of a test. */
export interface DomainServices {
  sql: Sql;
  store: EventStore;
  doorbell: Doorbell;
  clock: Clock;
  secrets: Secrets;
  payment: Payment;
  intake: Intake;
  studio: Studio;
  sounds: Sounds;
  notes: Notes;
  /** What personal members of events are sealed with. */
  subjectKeys: SubjectKeys;
  /** How long a caller waits for a preview. */
  previewWaitMs: number;
  /** How many recordings may wait in the queue. */
  queueLimit: number;
}
