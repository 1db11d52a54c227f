import type { Logger } from '../log.ts';
import type { Compositor } from './compose/index.ts';
import type { StageLayout } from './contract/stage-layout.ts';
import type { TakeFrame } from './contract/take-frame.ts';
import type { Take } from './drive/index.ts';
import { encodeGif, encodeVideo, type Ffmpeg } from './encode/index.ts';
import { writeNarration, writeStills } from './output/write-outputs.ts';
import type { Recording, RecordOptions, RecordRequest } from './record-request.ts';
import { timed } from './timed.ts';

/** What a film is made with, beside the browser. */
export interface Studio {
  stage: StageLayout;
  compositor: Compositor;
  ffmpeg: Ffmpeg;
  folder: string;
}

/** What is known of the frames of a film, whether they are being shot or come from a stored take. Its numbers may grow meanwhile. */
export type Footage = Pick<Take, 'frameCount' | 'snapshots' | 'steps' | 'script'>;

export type Produced = Omit<Recording, 'timingsMs' | 'peakRssBytes' | 'takePath'> & {
  timingsMs: Omit<Recording['timingsMs'], 'launch' | 'load' | 'total'>;
};

/** Composes and encodes frames as they come, and makes the film's other files. The caller stops the frames after a fault. */
export async function produce(
  { frames, footage }: { frames: AsyncIterable<TakeFrame>; footage: Footage },
  { output, gif }: Pick<RecordRequest, 'output' | 'gif'>,
  { compositor, ffmpeg, folder }: Omit<Studio, 'stage'>,
  { signal, onProgress, onGlance, onFrame, log }: RecordOptions,
): Promise<Produced> {
  log.info(ffmpeg, 'encoding with ffmpeg');
  const clock = { startedMs: performance.now(), capturedMs: 0, encodedMs: 0 };
  const captured = watched(frames, (count, frame) => {
    onFrame?.(frame);
    clock.capturedMs = performance.now();
    const progress = Math.min(1, count / footage.frameCount);
    onProgress?.({ step: 'recording', progress, scriptStep: footage.steps.length });
  });
  const encoded = await encodeVideo(composeFrames(compositor, footage, captured, onGlance), {
    ffmpeg,
    output,
    folder,
    gif,
    signal,
    log,
    onFrame: (written) => {
      if (captured.done) onProgress?.({ step: 'rendering', progress: (0.8 * written) / footage.frameCount });
    },
  });
  clock.encodedMs = performance.now();
  const [videoPath, stills, gifFile] = await Promise.all([
    encoded.finish(),
    timed(compositor.stills().then((made) => writeStills(made, folder))),
    timed(encoded.gifParts ? encodeGif(encoded.gifParts, { ffmpeg, folder, signal, log }) : null),
  ]);
  onProgress?.({ step: 'rendering', progress: 1 });
  const times = compositor.times();
  logTimes(log, times, gifFile.value?.fps);
  const filmMs = Math.round((encoded.frames * 1000) / output.fps);
  return {
    videoPath,
    gifPath: gifFile.value?.path ?? null,
    ...stills.value,
    ...(await writeNarration(footage, filmMs, folder)),
    durationMs: filmMs,
    frames: encoded.frames,
    recordingLog: footage.steps,
    script: footage.script,
    title: footage.script.title,
    timingsMs: {
      capture: Math.round(clock.capturedMs - clock.startedMs),
      compose: Math.round(times.decode + times.draw + times.read),
      encode: Math.round(clock.encodedMs - clock.startedMs),
      gif: gifFile.ms,
      thumbnail: stills.ms,
    },
  };
}

/** The same frames. `onFrame` is called with each and their number as they pass. */
function watched(frames: AsyncIterable<TakeFrame>, onFrame: (count: number, frame: TakeFrame) => void) {
  const state = { done: false };
  return Object.assign(state, {
    async *[Symbol.asyncIterator]() {
      let count = 0;
      for await (const frame of frames) {
        onFrame(++count, frame);
        yield frame;
      }
      state.done = true;
    },
  });
}

const composeFrames = (
  compositor: Compositor,
  footage: Footage,
  frames: AsyncIterable<TakeFrame>,
  onGlance: RecordOptions['onGlance'],
) =>
  compositor.compose({
    frames,
    onGlance,
    get frameCount() {
      return footage.frameCount;
    },
    snapshotAt: (index) => footage.snapshots.find((snapshot) => snapshot.index === index) ?? null,
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
