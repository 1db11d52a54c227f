import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import { type BrowserSession, launchBrowser, type ProxySettings } from './browser/index.ts';
import { type Compositor, startCompositor } from './compose/index.ts';
import { RecordingFault } from './contract/fault.ts';
import type { ResolvedPresentation } from './contract/presentation.ts';
import type { ActionScript } from './contract/script.ts';
import { layoutStage, type StageLayout } from './contract/stage-layout.ts';
import type { Output, StepLog, TakeFrame, Viewport } from './contract/take-frame.ts';
import { type Take, take } from './drive/index.ts';
import { encodeGif, encodeVideo, type Ffmpeg, findFfmpeg } from './encode/index.ts';
import { writeNarration, writeStills } from './output/write-outputs.ts';
import { type LoadOptions, loadPage } from './page/load.ts';

export interface RecordRequest {
  script: ActionScript;
  url: string;
  viewport: Viewport;
  presentation: ResolvedPresentation;
  output: Output;
  durationMs: number;
  /** So long the film may become where its script needs more than `durationMs`. */
  mostMs?: number | undefined;
  gif: boolean;
  /** Shows "Made with Showreel" in a corner. */
  watermark: boolean;
  /** Files are made in a new folder in here; where recording fails, nothing stays. */
  tempDir: string;
  /** Bytes of the picture, where the presentation's background is an `imageUrl`: fetching it is the caller's business. */
  backgroundImage?: Uint8Array | null | undefined;
  chromiumPath?: string | null | undefined;
  ffmpegPath?: string | null | undefined;
  proxy?: ProxySettings | undefined;
  explain?: LoadOptions['explain'];
  /**
   * A browser that has loaded the page already (the planner's), opened with `layoutStage(…).scale` as its scale factor;
   * it stays open. Without it, one is launched, `url` is loaded, and it is closed.
   */
  session?: BrowserSession | undefined;
}

export interface RecordOptions {
  signal: AbortSignal;
  /** `progress` runs from 0 to 1 in each step. */
  onProgress?: (progress: { step: 'recording' | 'rendering'; progress: number }) => void;
  /** Each line of the recording log as soon as it is known: all there is of a recording that fails. */
  onStep?: ((line: StepLog) => void) | undefined;
  log: Logger;
}

export interface Recording {
  videoPath: string;
  /** PNG, at most 1280 wide; null for a film without frames. */
  thumbnailPath: string | null;
  gifPath: string | null;
  /** JPEG, 960 wide. */
  snapshots: { timeMs: number; path: string; label: string }[];
  /** WebVTT: what is shown, in words, and the scenes to jump to. */
  captionsPath: string;
  chaptersPath: string;
  durationMs: number;
  frames: number;
  recordingLog: StepLog[];
  /** The script as it was followed: selectors that found their elements stand first. */
  script: ActionScript;
  title: string;
  /** Wall times, ms; capture, compose and encode run side by side. `compose` is the work alone, without waiting. */
  timingsMs: Record<
    'launch' | 'load' | 'capture' | 'compose' | 'encode' | 'gif' | 'thumbnail' | 'total',
    number
  >;
  /** Largest memory of this process so far; browser and ffmpeg are processes of their own. */
  peakRssBytes: number;
}

const posterWidth = 1280;
const snapshotWidth = 960;

/**
 * Records `script` on the page and makes the finished files of it. The only way into the recorder.
 * @throws RecordingFault: what is wrong with the page, the script, the browser or the encoder; `cancelled` when
 * `signal` aborts. No process and no file is left behind then.
 */
export async function record(request: RecordRequest, options: RecordOptions): Promise<Recording> {
  const startedMs = performance.now();
  const { signal } = options;
  if (signal.aborted) throw cancelled(signal);
  // Needed only when the first frame is: asking programs for their version takes 60 ms.
  const encoder = findFfmpeg(request.ffmpegPath);
  const asked = encoder.catch(() => undefined);
  await mkdir(request.tempDir, { recursive: true });
  const folder = await mkdtemp(join(request.tempDir, 'film-'));
  const stage = layoutStage(request);
  const { presentation, output, watermark } = request;
  // It paints background and shadow while the browser starts and the page loads.
  const compositor = startCompositor(
    {
      stage,
      presentation,
      watermark,
      fps: output.fps,
      backgroundImage: request.backgroundImage ?? null,
    },
    {
      posterWidth: Math.min(posterWidth, output.width),
      snapshotWidth: Math.min(snapshotWidth, output.width),
    },
  );
  const closing: (() => Promise<void>)[] = [compositor.close];
  try {
    const ready = request.session
      ? { session: request.session, launchMs: 0, loadMs: 0 }
      : await openPage(request, stage, closing, options);
    const { timingsMs, ...film } = await shoot(
      { ...request, session: ready.session },
      { stage, compositor, ffmpeg: await encoder, folder },
      options,
    );
    return {
      ...film,
      timingsMs: {
        ...timingsMs,
        launch: ready.launchMs,
        load: ready.loadMs,
        total: Math.round(performance.now() - startedMs),
      },
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (signal.aborted) throw cancelled(signal);
    throw error;
  } finally {
    await Promise.all([asked, ...closing.map((close) => close())]);
  }
}

async function openPage(
  request: RecordRequest,
  stage: StageLayout,
  closing: (() => Promise<void>)[],
  { signal, log }: RecordOptions,
): Promise<{ session: BrowserSession; launchMs: number; loadMs: number }> {
  const launched = await timed(
    launchBrowser({
      ...(request.chromiumPath && { chromiumPath: request.chromiumPath }),
      tempDir: request.tempDir,
      proxy: request.proxy,
      viewport: request.viewport,
      deviceScaleFactor: stage.scale,
      fps: request.output.fps,
      signal,
      log,
    }),
  );
  closing.push(() => launched.value.close());
  const loaded = await timed(
    loadPage(launched.value, request.url, { explain: request.explain, signal, log }),
  );
  return { session: launched.value, launchMs: launched.ms, loadMs: loaded.ms };
}

interface Studio {
  stage: StageLayout;
  compositor: Compositor;
  ffmpeg: Ffmpeg;
  folder: string;
}

type Shooting = Omit<Recording, 'timingsMs' | 'peakRssBytes'> & {
  timingsMs: Omit<Recording['timingsMs'], 'launch' | 'load' | 'total'>;
};

/** Capture, compose and encode side by side; each pulls from the one before. The first fault stops all of them. */
async function shoot(
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
  const dressed = compositor.compose({
    frames: captured,
    get frameCount() {
      return shot.frameCount;
    },
    snapshotAt: (index) => shot.snapshots.find((snapshot) => snapshot.index === index) ?? null,
  });
  try {
    const encoded = await encodeVideo(dressed, {
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
    const frameMs = (ms: number) => Math.round((ms / Math.max(1, times.drawn)) * 10) / 10;
    log.info(
      {
        frames: times.frames,
        drawn: times.drawn,
        gifFps: gif.value?.fps,
        decodeMs: frameMs(times.decode),
        drawMs: frameMs(times.draw),
        readMs: frameMs(times.read),
      },
      'film composed',
    );
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
    // Ends the take's own clean-up in the page, where it was stopped half-way.
    await shot.frames.return();
  }
}

function startTake(
  request: RecordRequest & { session: BrowserSession },
  stage: StageLayout,
  { signal, onStep, log }: RecordOptions,
): Take {
  const { presentation, output, session, script } = request;
  const { fade, windowAnimation } = presentation;
  return take(session, script, {
    stage,
    signal,
    onStep,
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

/** The same frames, counted as they pass. */
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

async function timed<Value>(work: Promise<Value> | Value): Promise<{ value: Value; ms: number }> {
  const startedMs = performance.now();
  const value = await work;
  return { value, ms: Math.round(performance.now() - startedMs) };
}

const cancelled = (signal: AbortSignal) =>
  new RecordingFault('cancelled', 'The recording was cancelled.', { cause: signal.reason });
