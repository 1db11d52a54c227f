import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dressedFor } from './contract/dress.ts';
import { layoutStage } from './contract/stage-layout.ts';
import { findFfmpeg } from './encode/index.ts';
import { cancelled, startFilmCompositor } from './film-compositor.ts';
import { lookOfTake } from './page-look.ts';
import { produce } from './produce.ts';
import type { Recording, RecordOptions, RecordRequest } from './record-request.ts';
import { openTake, restage } from './takes/index.ts';

/** What to compose anew, and how. */
export interface RecomposeRequest
  extends Pick<
    RecordRequest,
    'presentation' | 'output' | 'gif' | 'watermark' | 'hides' | 'tempDir' | 'backgroundImage' | 'ffmpegPath'
  > {
  /** The file that `record` made where it kept its take. */
  takePath: string;
}

export interface Recomposed extends Omit<Recording, 'takePath'> {
  /** When the film shows what it comes to, where its poster misses that; else null. */
  outcomeMs: number | null;
  /** By how much the page's pictures are enlarged. Above 1, text is softer than in a new recording. */
  enlargement: number;
}

/**
 * Composes a stored take with another presentation, and makes the files of the film. No page is opened.
 * @throws BrokenTake where the take cannot be used; RecordingFault: the encoder, or `cancelled`. No process and no file is left behind then.
 */
export async function recompose(request: RecomposeRequest, options: RecordOptions): Promise<Recomposed> {
  const startedMs = performance.now();
  const { presentation } = request;
  const { signal } = options;
  const take = await openTake(request.takePath, request.hides ?? []);
  const look = await lookOfTake(take).catch(async (error: unknown) => {
    await take.close();
    throw error;
  });
  // The setting may have changed since: the film keeps the pace at which it was shot.
  const output = { ...request.output, fps: take.timeline.fps };
  await mkdir(request.tempDir, { recursive: true });
  const folder = await mkdtemp(join(request.tempDir, 'film-'));
  const stage = layoutStage({ ...request, viewport: take.timeline.viewport });
  const compositor = startFilmCompositor(
    { ...request, output, presentation: dressedFor(look, presentation) },
    stage,
  );
  const footage = restage(take, { presentation, output });
  try {
    const ffmpeg = await findFfmpeg(request.ffmpegPath);
    const film = await produce(
      { frames: footage.frames, footage },
      { output, gif: request.gif },
      { compositor, ffmpeg, folder },
      options,
    );
    const timingsMs = {
      ...film.timingsMs,
      launch: 0,
      load: 0,
      total: Math.round(performance.now() - startedMs),
    };
    const { enlargement, outcomeMs } = footage;
    return {
      ...film,
      timingsMs,
      enlargement,
      outcomeMs,
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (signal.aborted) throw cancelled(signal);
    throw error;
  } finally {
    await footage.frames.return();
    await Promise.all([compositor.close(), take.close()]);
  }
}
