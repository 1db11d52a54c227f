import { loginForPage } from '../domain/logins/logins.ts';
import { findReset } from '../domain/resets/resets.ts';
import {
  clearPreviews,
  clearUploads,
  exportChainHeads,
  generate,
  illustrate,
  paymentTasks,
  preview,
  previewFilm,
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
  const { allowLoopback } = config;
  log.info(
    { role: config.role, host: config.host, allowLoopback, allowHosts: config.allowHosts },
    allowLoopback
      ? 'pages of this machine may be recorded'
      : 'pages of this machine and its network are refused',
  );
  const { allowHosts, chromiumPath, ffmpegPath, fps, jobDeadlineMs, model, pageLimits, resetTimeoutMs } =
    config;
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
    limits: pageLimits,
  };
  const [makeFilm, makePreview] = [recordFilm(recording), previewFilm(recording)];
  const { dataDir, concurrency } = config;
  const common = { sql: services.sql, databaseUrl, dataDir, concurrency, log };
  const worker = await startWorker({
    ...common,
    tasks: [
      generate({ services, media, makeFilm, deadlineMs: jobDeadlineMs }),
      removeMedia(media),
      illustrate({ services, media, ffmpegPath }),
      ...clearUploads(services, media),
      exportChainHeads(services, media),
      ...paymentTasks(services),
      ...scheduledRefreshes(services),
      clearPreviews(services, media),
    ],
  });
  // Somebody waits for a preview, and a film can take minutes. So previews have a queue of their own and wait for previews only.
  const previewing = { ...common, tasks: [preview({ services, media, makePreview })] };
  const previewer = await startWorker(previewing).catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  return {
    async stop() {
      await Promise.all([worker.stop(), previewer.stop()]);
    },
  };
}
