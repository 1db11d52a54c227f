/**
 * A process that makes deliveries of the log and sends them, so that tests can kill it.
 * Arguments: address of the database, data folder, the master key in hex.
 */
import { systemClock } from '../../../src/clock.ts';
import { connect } from '../../../src/database/connect.ts';
import { openDomain, upcasters } from '../../../src/domain/index.ts';
import type { Intake } from '../../../src/domain/intake.ts';
import { webhookReaction } from '../../../src/domain/webhooks/reaction.ts';
import { createLogger } from '../../../src/log.ts';
import { developmentPayment } from '../../../src/payment/development.ts';
import { createSecrets } from '../../../src/secrets.ts';
import { startCatchUp } from '../../../src/store/index.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';
import { openWebhookSender } from '../../../src/worker/webhooks/index.ts';

const [databaseUrl = '', dataDir = '', masterKey = ''] = process.argv.slice(2);
const log = createLogger('error', 'sending-process');
const sql = connect(databaseUrl, { max: 4 });
const services = await openDomain({
  sql,
  databaseUrl,
  clock: systemClock,
  secrets: createSecrets([Buffer.from(masterKey, 'hex')]),
  payment: developmentPayment,
  // Nothing comes in here.
  intake: {} as Intake,
  log,
});
const { doorbell } = services;
const projections = [webhookReaction(services, 'https://showreel.example.com')];
startCatchUp({ sql, url: databaseUrl, projections, upcasters, keys: services.subjectKeys, doorbell, log });
const rules = { allowHosts: [], allowLoopback: true, sendsMail: false };
const { tasks } = await openWebhookSender(services, rules, log);
const timing = { beatMs: 500, deadAfterMs: 4_000 };
await startWorker({ sql, databaseUrl, dataDir, concurrency: 4, tasks, log, timing });
process.stdout.write('ready\n');
