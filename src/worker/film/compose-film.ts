import { BrokenTake, recompose, startGuard } from '../../recorder/index.ts';
import type { FilmOrder, RenderedFilm } from './film.ts';
import { rulesFor } from './guard-rules.ts';
import { backgroundOf } from './pictures/background.ts';
import { framesAround } from './pictures/film-frames.ts';
import { pictureOutcome } from './pictures/picture-outcome.ts';
import type { RecordingSettings } from './recording-settings.ts';
import { sceneOf } from './scene.ts';

/**
 * Composes the order's take with the presentation of its job. The page is not opened.
 * @returns null where there is none, or where it cannot be used: the page has to be filmed
 */
export async function composeFilm(
  settings: RecordingSettings,
  order: FilmOrder,
): Promise<RenderedFilm | null> {
  const { job, takePath, folder, signal, log, meter } = order;
  if (takePath === null) return null;
  const { ffmpegPath } = settings;
  const { presentation, output } = sceneOf(job, settings.fps);
  const login = await settings.loginOf(job.projectId, job.url);
  meter.advance('recording', 0, 'Composing the recorded pictures');
  await order.onRecording();
  try {
    const film = await recompose(
      {
        presentation,
        output,
        takePath,
        ffmpegPath,
        tempDir: folder,
        watermark: job.watermark,
        hides: login?.maskSelectors,
        backgroundImage: await background(settings, order),
        gif: true,
      },
      {
        signal,
        log,
        onGlance: order.onGlance,
        onProgress: ({ step, progress }) => meter.advance(step, progress, 'Finishing the film'),
      },
    );
    log.info({ ...film.timingsMs, frames: film.frames }, 'film composed of its take');
    await pictureOutcome(
      { ...film, takePath: null },
      { findings: [], posterAtMs: film.outcomeMs },
      { ffmpegPath, signal, log },
    );
    return {
      ...film,
      script: job.script ?? film.script,
      takePath: null,
      composed: { enlargement: film.enlargement },
      findings: null,
      said: [],
      framesAround: (timeMs: number) => framesAround(film.videoPath, timeMs, { ffmpegPath, film: output }),
    };
  } catch (error) {
    if (!(error instanceof BrokenTake)) throw error;
    log.warn({ err: error }, 'the take cannot be used: the page is filmed again');
    return null;
  }
}

/** Only a picture from the web needs the guard. */
async function background(settings: RecordingSettings, order: FilmOrder): Promise<Uint8Array | null> {
  const scene = sceneOf(order.job, settings.fps);
  const guard = await startGuard(rulesFor(order, settings));
  try {
    return await backgroundOf(scene, guard, settings, order);
  } finally {
    await guard.stop();
  }
}
