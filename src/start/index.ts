/**
 * Composition: turns the settings into a running service with one role or all. Like `main`, this room may import every other one.
 * `main`, scripts and tests import it.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isDatabaseAway } from '../database/away.ts';
import { connect } from '../database/connect.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { openDomain, upcasters } from '../domain/index.ts';
import { webhookReaction } from '../domain/webhooks/reaction.ts';
import { createLogger, type Logger } from '../log.ts';
import { putText } from '../media/text.ts';
import { createSecrets } from '../secrets.ts';
import { startCatchUp } from '../store/index.ts';
import type { startTelemetry as StartTelemetryFunction } from '../telemetry/index.ts';
import { serveAdmin } from './admin.ts';
import { restoreAtFirstStart } from './commands/backup.ts';
import type { Credentials } from './data/credentials.ts';
import { makeDataFolder } from './data/data-folder.ts';
import { masterKeys } from './data/master-keys.ts';
import type { Foundation } from './foundation.ts';
import { createIntake } from './intake.ts';
import { prepareExamination } from './isolation.ts';
import { openCheckedMedia } from './media.ts';
import { ensureOwner } from './owner.ts';
import { choosePayment } from './payment.ts';
import { fitReadModels, startFitting } from './read-models.ts';
import { startApi } from './serve.ts';
import type { Showreel } from './showreel.ts';
import { offerSounds } from './sounds.ts';
import { openStudio } from './studio.ts';
import { createUndo, type Undo } from './undo.ts';
import { startRecordingWorker } from './work.ts';

/** A database that crashes while we start is back after seconds. One that is away for longer is for an operator to look at. */
const patienceMs = 60_000;
const retryMs = 1_000;

/**
 * Starts the parts that the role needs. Where one part fails to start, the parts before it are stopped again. Where the database was
 * away, the start is tried again.
 * @throws Error with a sentence that a person can act on
 */
export async function startShowreel(config: Config, log = createLogger(config.logLevel)): Promise<Showreel> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const undo = createUndo(log);
    try {
      return await start({ ...config, dataDir: resolve(config.dataDir) }, log, undo);
    } catch (error) {
      await undo.run();
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
      log.warn({ err: error }, 'the database went away during the start; starting again');
      await sleep(retryMs);
    }
  }
}

async function start(config: Config, log: Logger, undo: Undo): Promise<Showreel> {
  await makeDataFolder(config.dataDir);
  await restoreAtFirstStart(config, log);
  const secrets = createSecrets(await masterKeys(config.secretKeys, config.dataDir, log));
  const databaseUrl = config.databaseUrl ?? (await embeddedDatabase(config, log, undo));
  await migrate({ url: databaseUrl, log });
  const sql = connect(databaseUrl, { max: 10 });
  undo.add('database connections', () => sql.end({ timeout: 5 }));
  await fitReadModels(sql, secrets, log);
  undo.add('read models', startFitting(sql, secrets, log).stop);
  const { version } = packageFile;
  const telemetry = await measuring(config, { version, role: config.role, sql, log });
  if (telemetry) undo.add('telemetry', telemetry.stop);
  const media = await openCheckedMedia(config, log);
  const { ffmpegPath, uploadLimitBytes } = config;
  const studio = config.role === 'worker' ? null : await openStudio({ config, log, sql, media });
  if (studio) undo.add('studio', studio.stop);
  const services = await openDomain({
    sql,
    ...(studio && { studio }),
    sounds: await offerSounds(config, log),
    databaseUrl,
    clock: systemClock,
    secrets,
    log,
    payment: choosePayment(config, log),
    queueLimit: config.queueLimit,
    // A worker may have another film to end first.
    previewWaitMs: config.previewMs + 10_000,
    traceparent: telemetry?.traceparent,
    intake: createIntake({ media, ffmpegPath, videoLimitBytes: uploadLimitBytes }),
    notes: { put: (key, text) => putText(media, key, text) },
  });
  undo.add('doorbell', () => services.doorbell.stop());
  const foundation: Foundation = { config, log, databaseUrl, services, media, telemetry };

  let examineIsolation: Showreel['examineIsolation'] = null;
  let served = { baseUrl: '', credentials: null as Credentials | null, isFirstStart: false };
  if (config.role !== 'worker') {
    const api = await startApi(foundation);
    undo.add('api', api.stop);
    served = { ...served, baseUrl: api.baseUrl };
    if (config.databaseUrl === null)
      served = { ...served, ...(await ensureOwner(services, config.dataDir, api.baseUrl)) };
    const admin = await serveAdmin(foundation, api.baseUrl);
    if (admin) undo.add('admin', admin.stop);
    const telling = startCatchUp({
      sql,
      url: databaseUrl,
      projections: [webhookReaction(services, api.baseUrl)],
      upcasters,
      keys: services.subjectKeys,
      doorbell: services.doorbell,
      log,
    });
    undo.add('webhooks', telling.stop);
    api.open();
  }
  if (config.role !== 'api') {
    const worker = await startRecordingWorker(foundation);
    const examination = prepareExamination(foundation);
    // Others can take the worker's jobs from then on, so it waits for nothing.
    undo.add('worker', () => Promise.all([worker.stop(), examination.stop()]));
    examineIsolation = examination.run;
  }
  const metricsUrl = telemetry?.metricsUrl ?? null;
  return { ...served, metricsUrl, examineIsolation, stop: undo.run };
}

/** Loading what measures takes 0.4 s, which a start need not pay where nobody measures. */
async function measuring(config: Config, parts: Parameters<typeof StartTelemetryFunction>[1]) {
  if (!config.metrics && !config.otlpUrl) return null;
  const { startTelemetry } = await import('../telemetry/index.ts');
  return startTelemetry(config, parts);
}

async function embeddedDatabase(config: Config, log: Logger, undo: Undo): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  undo.add('embedded database', server.stop);
  return server.url;
}

export { announce } from './announce.ts';
export type { Showreel } from './showreel.ts';
