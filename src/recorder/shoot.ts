import type { Logger } from '../log.ts';
import type { BrowserSession } from './browser/index.ts';
import type { Compositor } from './compose/index.ts';
import type { StageLayout } from './contract/stage-layout.ts';
import type { TakeFrame } from './contract/take-frame.ts';
import { type Take, take } from './drive/index.ts';
import { encodeGif, encodeVideo, type Ffmpeg } from './encode/index.ts';
import { writeNarration, writeStills } from './output/write-outputs.ts';
import type { Recording, RecordOptions, RecordRequest } from './record-request.ts';
import { timed } from './timed.ts';

/** What a film is made with, beside the browser. */
interface Studio {
  stage: StageLayout;
  compositor: Compositor;
  ffmpeg: Ffmpeg;
  folder: string;
}

type Shooting = Omit<Recording, 'timingsMs' | 'peakRssBytes'> & {
  timingsMs: Omit<Recording['timingsMs'], 'launch' | 'load' | 'total'>;
};

/**
 * Films the page that `request.session` has loaded. Capture, compose and encode run side by side, and each pulls from the one before. The
 * first fault stops all of them.
 */
export async function shoot(
  request: RecordRequest & { session: BrowserSession },
  { stage, compositor, ffmpeg, folder }: Studio,
  { signal, onProgress, onStep, log }: RecordOptions,
): Promise<Shooting> {
  log.info(ffmpeg, 'encoding with ffmpeg');
  const { output } = request;
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const shot = startTake(request, stage, { signal: either, onStep, log });
  const clock = { startedMs: performance.now(), capturedMs: 0, encodedMs: 0 };
  const captured = watched(shot.frames, (count) => {
    clock.capturedMs = performance.now();
    onProgress?.({ step: 'recording', progress: Math.min(1, count / shot.frameCount) });
  });
  const composed = composeFrames(compositor, shot, captured);
  try {
    const encoded = await encodeVideo(composed, {
      ffmpeg,
      output,
      folder,
      gif: request.gif,
      signal: either,
      log,
      onFrame: (written) => {
        if (captured.done) onProgress?.({ step: 'rendering', progress: (0.8 * written) / shot.frameCount });
      },
    });
    clock.encodedMs = performance.now();
    const [stills, gif] = await Promise.all([
      timed(compositor.stills().then((made) => writeStills(made, folder))),
      timed(encoded.gifParts ? encodeGif(encoded.gifParts, { ffmpeg, folder, signal: either, log }) : null),
    ]);
    onProgress?.({ step: 'rendering', progress: 1 });
    const times = compositor.times();
    logTimes(log, times, gif.value?.fps);
    const filmMs = Math.round((encoded.frames * 1000) / output.fps);
    return {
      videoPath: encoded.path,
      gifPath: gif.value?.path ?? null,
      ...stills.value,
      ...(await writeNarration(shot, filmMs, folder)),
      durationMs: filmMs,
      frames: encoded.frames,
      recordingLog: shot.steps,
      script: shot.script,
      title: shot.script.title,
      timingsMs: {
        capture: Math.round(clock.capturedMs - clock.startedMs),
        compose: Math.round(times.decode + times.draw + times.read),
        encode: Math.round(clock.encodedMs - clock.startedMs),
        gif: gif.ms,
        thumbnail: stills.ms,
      },
    };
  } catch (error) {
    failed.abort(error);
    throw error;
  } finally {
    // A take that was stopped half-way still cleans up in the page.
    await shot.frames.return();
  }
}

/** Begins to act a script out on the page that `request.session` has loaded. */
export function startTake(
  request: Omit<RecordRequest, 'gif' | 'watermark' | 'tempDir'> & { session: BrowserSession },
  stage: StageLayout,
  { signal, onStep, log }: RecordOptions,
): Take {
  const { presentation, output, session, script } = request;
  const { fade, windowAnimation } = presentation;
  return take(session, script, {
    stage,
    signal,
    onStep,
    goOn: request.goOn,
    fps: output.fps,
    durationMs: request.durationMs,
    mostMs: request.mostMs,
    viewport: request.viewport,
    zoom: presentation.zoom,
    pointer: request.viewport.isMobile && !presentation.cursor.style ? 'finger' : 'cursor',
    leadInMs: Math.max(fade.inMs, windowAnimation.intro ? windowAnimation.introDurationMs : 0),
    leadOutMs: Math.max(fade.outMs, windowAnimation.outro ? windowAnimation.outroDurationMs : 0),
    load: { explain: request.explain, signal, log },
  });
}

/** The same frames. `onFrame` is called with their number as they pass. */
function watched(frames: AsyncIterable<TakeFrame>, onFrame: (count: number) => void) {
  const state = { done: false };
  return Object.assign(state, {
    async *[Symbol.asyncIterator]() {
      let count = 0;
      for await (const frame of frames) {
        onFrame(++count);
        yield frame;
      }
      state.done = true;
    },
  });
}

const composeFrames = (compositor: Compositor, shot: Take, frames: AsyncIterable<TakeFrame>) =>
  compositor.compose({
    frames,
    get frameCount() {
      return shot.frameCount;
    },
    snapshotAt: (index) => shot.snapshots.find((snapshot) => snapshot.index === index) ?? null,
  });

function logTimes(log: Logger, times: ReturnType<Compositor['times']>, gifFps: number | undefined): void {
  const frameMs = (ms: number) => Math.round((ms / Math.max(1, times.drawn)) * 10) / 10;
  log.info(
    {
      frames: times.frames,
      drawn: times.drawn,
      gifFps,
      decodeMs: frameMs(times.decode),
      drawMs: frameMs(times.draw),
      readMs: frameMs(times.read),
    },
    'film composed',
  );
}
