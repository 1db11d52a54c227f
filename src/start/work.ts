import { loginForPage } from '../domain/logins/logins.ts';
import { findReset } from '../domain/resets/resets.ts';
import {
  clearUploads,
  exportChainHeads,
  generate,
  illustrate,
  paymentTasks,
  readOwnPicture,
  recordFilm,
  removeMedia,
  scheduledRefreshes,
  startWorker,
  type Worker,
} from '../worker/index.ts';
import type { Foundation } from './foundation.ts';

/** Starts the worker with every task, recording with the real browser and encoder. */
export async function startRecordingWorker(foundation: Foundation): Promise<Worker> {
  const { config, log, databaseUrl, services, media } = foundation;
  const allowLoopback = isLoopback(config.host);
  log.info(
    { host: config.host, allowLoopback, allowHosts: config.allowHosts },
    allowLoopback
      ? 'the service listens on loopback alone, so pages of this machine may be recorded too'
      : 'the service can be reached from elsewhere, so pages of this machine and its network are refused',
  );
  const { allowHosts, chromiumPath, ffmpegPath, fps, jobDeadlineMs, model, resetTimeoutMs } = config;
  const makeFilm = recordFilm({
    allowHosts,
    allowLoopback,
    chromiumPath,
    ffmpegPath,
    fps,
    model,
    ownPicture: (url) => readOwnPicture(services.sql, media, url),
    loginOf: (projectId, pageUrl) => loginForPage(services, projectId, pageUrl),
    resetOf: (projectId) => findReset(services, projectId),
    resetTimeoutMs,
  });
  return startWorker({
    sql: services.sql,
    databaseUrl,
    dataDir: config.dataDir,
    concurrency: config.concurrency,
    tasks: [
      generate({ services, media, makeFilm, deadlineMs: jobDeadlineMs }),
      removeMedia(media),
      illustrate({ services, media, ffmpegPath }),
      ...clearUploads(services, media),
      exportChainHeads(services, media),
      ...paymentTasks(services),
      ...scheduledRefreshes(services),
    ],
    log,
  });
}

/** Whether only this machine can reach the address. */
const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
