/**
 * The domain: what may happen to accounts, credits, projects and demos, slice by slice. A slice holds the events of
 * its streams, a pure decider, its read models, its use cases and its router. The API, the worker and the admin come
 * in. The domain writes through the event store alone, except for a few operational tables that the migrations name.
 *
 * A slice imports slices below it in this list, and none above it; the last column names the nearest:
 *
 *    account-deletion  all that a user has, taken away             project-demos, backgrounds
 *    resealing       stored secrets, sealed with a new key         logins, resets, webhooks
 *    usage           what is left of a plan                        credits, uploads
 *    webhooks        who is told of what has happened              demos, credits
 *    uploads         films that people recorded themselves         demos, projects
 *    embeds          which demo a page shows                       demos, projects
 *    project-demos   what is done with many demos at once          demos, projects
 *    looks           what a restyle would look like                logins, demos
 *    logins          what a project signs in with                  demos, projects
 *    demos           from a prompt to a film, and again            projects, credits
 *    account-links   what lets people back into an account        sign-up, accounts
 *    sign-up         how accounts are opened                       api-keys, credits
 *    device-logins   how a command line gets a key                 api-keys
 *    api-keys        keys, and whose they are                      projects
 *    credits         a ledger for each user; what a job costs      accounts
 *    resets          what puts an application back before a film   projects
 *    projects        a site, its refresh schedule, its secrets
 *    accounts        who has one, on which plan
 *    backgrounds, audit   stand alone
 *
 * What every slice is made of stands beside them: `services` (with the contracts `payment`, `intake`, `studio`, `sounds` and `notes`,
 * which others implement), `procedure`, `facts`, `personal`, `projection`, `context`, `fields`, `input` and `media-removal`.
 */
import type { Sql } from 'postgres';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { createDoorbell, createEventStore, createSubjectKeys } from '../store/index.ts';
import type { EventStore, Projection } from '../store/types.ts';
import { accountFacts } from './accounts/events.ts';
import { operatorsProjection } from './accounts/operators.ts';
import { apiKeyFacts } from './api-keys/events.ts';
import { apiKeysProjection } from './api-keys/keys.ts';
import { auditFacts, auditStream } from './audit/events.ts';
import { backgroundsProjection } from './backgrounds/backgrounds.ts';
import { backgroundFacts } from './backgrounds/events.ts';
import { creditAccountsProjection } from './credits/accounts.ts';
import { creditFacts, isCreditStream } from './credits/events.ts';
import { autoTopoffsProjection } from './credits/purchases/topoffs.ts';
import { creditTransactionsProjection } from './credits/transactions.ts';
import { demoFacts } from './demos/events.ts';
import { accountsProjection, projectsProjection } from './demos/projections/counts.ts';
import { demoJobsProjection } from './demos/projections/demo-jobs.ts';
import { demosProjection } from './demos/projections/demos.ts';
import { leftOutProjection } from './demos/projections/left-out.ts';
import { demoUpcasters } from './demos/upcasters.ts';
import { embedFacts } from './embeds/events.ts';
import type { Intake } from './intake.ts';
import { loginFacts } from './logins/events.ts';
import { loginsProjection } from './logins/logins.ts';
import type { Notes } from './notes.ts';
import type { Payment } from './payment.ts';
import { personalMembers } from './personal.ts';
import { projectSchedulesProjection } from './project-demos/schedules.ts';
import { projectFacts } from './projects/events.ts';
import { resetFacts } from './resets/events.ts';
import { resetsProjection } from './resets/resets.ts';
import type { DomainServices } from './services.ts';
import { noSounds, type Sounds } from './sounds.ts';
import type { Studio } from './studio.ts';
import { uploadFacts } from './uploads/events.ts';
import { uploadsProjection } from './uploads/uploads.ts';
import { webhookEndpointsProjection } from './webhooks/endpoints.ts';
import { webhookFacts } from './webhooks/events.ts';

/** Every event there is, in its current form. */
export const facts = {
  ...accountFacts,
  ...apiKeyFacts,
  ...projectFacts,
  ...demoFacts,
  ...creditFacts,
  ...embedFacts,
  ...backgroundFacts,
  ...auditFacts,
  ...uploadFacts,
  ...loginFacts,
  ...resetFacts,
  ...webhookFacts,
};

export const projections: readonly Projection[] = [
  accountsProjection,
  apiKeysProjection,
  projectsProjection,
  demosProjection,
  demoJobsProjection,
  creditAccountsProjection,
  creditTransactionsProjection,
  autoTopoffsProjection,
  uploadsProjection,
  backgroundsProjection,
  projectSchedulesProjection,
  leftOutProjection,
  loginsProjection,
  resetsProjection,
  operatorsProjection,
  webhookEndpointsProjection,
];

/** The steps that turn old forms of events into the current ones. */
export const upcasters: Parameters<typeof createEventStore>[0]['upcasters'] = demoUpcasters;

/**
 * Chained are the ledgers, which people audit, and the stream that says where the heads of their chains are written
 * down.
 */
const isChained = (stream: string) => isCreditStream(stream) || stream === auditStream;

/**
 * Opens the event store with all facts and read models of the domain. What is appended through it is heard in every
 * process.
 */
export async function openDomain(parts: {
  sql: Sql;
  /** For the doorbell's own LISTEN connection. */
  databaseUrl: string;
  clock: Clock;
  secrets: Secrets;
  payment: Payment;
  intake: Intake;
  /** What serves nobody, as a worker, has none. */
  studio?: Studio;
  /** Where no account is deleted, there are none. */
  notes?: Notes;
  /** What demos may sound like. Without it, all are silent. */
  sounds?: Sounds;
  previewWaitMs?: number;
  queueLimit?: number;
  /** See the event store. */
  traceparent?: (() => string | null) | undefined;
  log: Logger;
}): Promise<DomainServices> {
  const { sql, clock, secrets, payment, intake, log, previewWaitMs = 20_000, queueLimit = 10_000 } = parts;
  const { studio = noStudio, sounds = noSounds, notes = noNotes, traceparent } = parts;
  const subjectKeys = createSubjectKeys({ sql, box: secrets });
  const store = createEventStore({
    sql,
    clock,
    projections,
    upcasters,
    types: facts,
    chained: isChained,
    personal: { ...personalMembers(facts), keys: subjectKeys },
    traceparent,
  });
  const doorbell = await createDoorbell({ sql, url: parts.databaseUrl, store, log });
  const ringing: EventStore = {
    ...store,
    async execute(context, work) {
      const done = await store.execute(context, work);
      if (done.events.length > 0 && !done.duplicate) doorbell.ring();
      return done;
    },
  };
  return {
    sql,
    store: ringing,
    doorbell,
    clock,
    secrets,
    payment,
    intake,
    studio,
    sounds,
    notes,
    subjectKeys,
    previewWaitMs,
    queueLimit,
  };
}

const noNotes: Notes = {
  put: () => Promise.reject(new Error('Nothing can be written down outside of the database here.')),
};

const noStudio: Studio = {
  composeStills: () =>
    Promise.reject(
      new AppError('stills_failed', 503, 'No pictures are composed here.', { retryAfterSec: 60 }),
    ),
};
