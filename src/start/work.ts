import { loginForPage } from '../domain/logins/logins.ts';
import { findReset } from '../domain/resets/resets.ts';
import { openMailer } from '../mail/index.ts';
import { type SampleSite, serveSampleSite } from '../web/sample-site/serve.ts';
import {
  clearPreviews,
  clearTakes,
  clearTestDemos,
  clearUploads,
  deleteAccounts,
  exportChainHeads,
  filmInCell,
  generate,
  illustrate,
  mailTasks,
  openConfinement,
  openWebhookSender,
  paymentTasks,
  pictureMoment,
  preview,
  previewInCell,
  readOwnPicture,
  removeMedia,
  scheduledRefreshes,
  startCells,
  startSealing,
  startWorker,
  type Worker,
  type WorkerSettings,
  withSound,
  withTestMode,
} from '../worker/index.ts';
import type { Foundation } from './foundation.ts';

/** Starts the worker with every task, recording with the real browser and encoder. */
export async function startRecordingWorker(foundation: Foundation): Promise<Worker> {
  const { config, log, databaseUrl, services, media, telemetry } = foundation;
  const { allowLoopback } = config;
  log.info(
    { role: config.role, host: config.host, allowLoopback, allowHosts: config.allowHosts },
    allowLoopback
      ? 'pages of this machine may be recorded'
      : 'pages of this machine and its network are refused',
  );
  const { allowHosts, chromiumPath, ffmpegPath, fps, jobDeadlineMs, model, pageLimits } = config;
  const { previewMs, resetTimeoutMs } = config;
  const recording = {
    allowHosts,
    allowLoopback,
    chromiumPath,
    ffmpegPath,
    fps,
    model,
    ownPicture: (url: string) => readOwnPicture(services.sql, media, url),
    loginOf: (projectId: string, pageUrl: string) => loginForPage(services, projectId, pageUrl),
    resetOf: (projectId: string) => findReset(services, projectId),
    resetTimeoutMs,
    previewMs,
    limits: pageLimits,
    keepsTakes: config.takesKeptMs > 0,
  };
  const confine = await openConfinement(config.cgroup, pageLimits);
  if (confine) log.info('the kernel keeps limits of recordings (cgroup v2)');
  else if (config.cgroup)
    log.warn({ cgroup: config.cgroup }, 'this cgroup cannot be used: recordings are only watched');
  const cells = startCells(log, confine, { niceness: config.filmNiceness });
  const sample = serveSampleWhenAsked();
  const inCell = (settings: typeof recording) => withSound(filmInCell(cells, settings), config);
  const makeFilm = withTestMode(inCell(recording), {
    url: sample.url,
    filming: (url) => inCell({ ...recording, ...onlySample(url, allowHosts) }),
  });
  const makePreview = previewInCell(cells, recording);
  const { dataDir, concurrency } = config;
  const common = { sql: services.sql, databaseUrl, dataDir, concurrency, log, observer: telemetry?.jobs };
  const films = {
    ...common,
    tasks: [
      generate({ services, media, makeFilm, deadlineMs: jobDeadlineMs, observer: telemetry?.films }),
      removeMedia(media),
      illustrate({ services, media, ffmpegPath }),
      ...clearUploads(services, media),
      exportChainHeads(services, media),
      deleteAccounts(services),
      ...paymentTasks(services),
      ...scheduledRefreshes(services),
      clearPreviews(services, media),
      clearTakes(services, media, config.takesKeptMs),
      clearTestDemos(services),
    ],
  };
  // Somebody waits for a preview, for the pictures of a moment or a mail, and a film can take minutes. So both have queues of their own.
  const previewing = {
    ...common,
    tasks: [
      preview({ services, media, makePreview, makeFilm, previewMs }),
      pictureMoment({ services, media, ffmpegPath }),
    ],
  };
  const workers: Worker[] = [];
  const stopAll = async () => {
    await Promise.all(workers.map((one) => one.stop()));
    await cells.stop();
    await sample.stop();
  };
  try {
    for (const settings of [films, previewing]) workers.push(await startWorker(settings));
    workers.push(await startTelling(foundation, common));
    const mailing = await startMailing(foundation, common);
    if (mailing) workers.push(mailing);
  } catch (error) {
    await stopAll();
    throw error;
  }
  const sealing = startSealing(services, media, log, (outcome) =>
    telemetry?.count.ledgerCheck('seal', outcome),
  );
  return {
    async stop() {
      await stopAll();
      await sealing.stop();
    },
  };
}

/** The page that test mode films. It is served from the first such film on. */
function serveSampleWhenAsked() {
  let site: Promise<SampleSite> | null = null;
  return {
    async url() {
      site ??= serveSampleSite();
      return (await site).url;
    },
    stop: async () => (await site)?.stop(),
  };
}

/** The sample site is ours and on this machine, and nothing of the project that names another page goes there. */
const onlySample = (url: string, allowHosts: readonly string[]) => ({
  allowHosts: [...allowHosts, new URL(url).host],
  loginOf: async () => null,
  resetOf: async () => null,
  model: null,
});

/**
 * How many webhooks are under way at a time. Each endpoint has one at most, and an account ten endpoints: even where all of one account's
 * hang until their time is over, others are served.
 */
const webhooksAtATime = 16;

async function startTelling(
  { config: { allowHosts, allowLoopback, mail, publicUrl }, services, log, telemetry }: Foundation,
  common: Omit<WorkerSettings, 'tasks'>,
): Promise<Worker> {
  const rules = { allowHosts, allowLoopback, sendsMail: mail !== null && publicUrl !== null };
  const sender = await openWebhookSender(services, rules, log, telemetry?.count.delivery);
  const settings = { ...common, concurrency: webhooksAtATime, tasks: sender.tasks };
  const worker = await startWorker(settings).catch(async (error: unknown) => {
    await sender.stop();
    throw error;
  });
  return {
    async stop() {
      await worker.stop();
      await sender.stop();
    },
  };
}

/** @returns null where no mail is sent. */
async function startMailing(
  { config: { mail, publicUrl }, services, log }: Foundation,
  common: Omit<WorkerSettings, 'tasks'>,
): Promise<Worker | null> {
  if (!mail || !publicUrl) {
    log.info('no mail is sent: set SHOWREEL_SMTP_URL; `showreel admin password-link` works without it');
    return null;
  }
  const mailer = openMailer(mail);
  const worker = await startWorker({
    ...common,
    concurrency: 2,
    tasks: mailTasks(services, mailer, publicUrl),
  });
  return {
    async stop() {
      await worker.stop();
      mailer.close();
    },
  };
}
