import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserSession, launchBrowser } from './browser/index.ts';
import { dressedFor, followsPage } from './contract/dress.ts';
import { plainLook } from './contract/page-look.ts';
import type { DressedPresentation } from './contract/presentation.ts';
import { isRecut, layoutShot } from './contract/shot-layout.ts';
import { type StageLayout, withCaptionsOnTop } from './contract/stage-layout.ts';
import { readyFfmpeg } from './encode/index.ts';
import { cancelled, startFilmCompositor } from './film-compositor.ts';
import { loadPage } from './page/load.ts';
import { readPageLook } from './page-look.ts';
import { recordRecut } from './record-recut.ts';
import type { Recording, RecordOptions, RecordRequest } from './record-request.ts';
import { shoot } from './shoot.ts';
import { timed } from './timed.ts';

/**
 * Records `script` on the page and makes the finished files of the film.
 * @throws RecordingFault: what is wrong with the page, the script, the browser or the encoder; `cancelled` where `signal` aborts. No
 * process and no file is left behind then.
 */
export async function record(request: RecordRequest, options: RecordOptions): Promise<Recording> {
  const startedMs = performance.now();
  const { signal } = options;
  if (signal.aborted) throw cancelled(signal);
  // The encoder is needed only for the first frame. Its version and its sandbox are tried meanwhile, which takes 0.2 s.
  const encoder = readyFfmpeg(request.ffmpegPath);
  const asked = encoder.catch(() => undefined);
  await mkdir(request.tempDir, { recursive: true });
  const folder = await mkdtemp(join(request.tempDir, 'film-'));
  const recuts = isRecut(request);
  const shotFor = layoutShot(request);
  const stage = request.captionsOnTop ? withCaptionsOnTop(shotFor) : shotFor;
  const closing: (() => Promise<void>)[] = [];
  // The compositor starts while the browser does. It paints background and shadow as soon as it knows them: they may be as the page is.
  const follows = followsPage(request.presentation);
  const dressed = Promise.withResolvers<DressedPresentation>();
  if (!follows) dressed.resolve(dressedFor(plainLook, request.presentation));
  const compositor = recuts
    ? null
    : startFilmCompositor({ ...request, presentation: dressed.promise }, stage);
  if (compositor) closing.push(compositor.close);
  try {
    const ready = request.session
      ? { session: request.session, launchMs: 0, loadMs: 0 }
      : await openPage(request, stage, closing, options);
    const { session } = ready;
    // A film that is recut is composed of its take, so the take says what the page looks like.
    const look = follows || recuts || request.keepsTake ? await readPageLook(session) : null;
    if (follows) dressed.resolve(dressedFor(look ?? plainLook, request.presentation));
    const filmed = { ...request, session, look };
    const { timingsMs, ...film } = compositor
      ? await shoot(filmed, { stage, compositor, ffmpeg: await encoder, folder }, options)
      : await recordRecut(filmed, folder, options);
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

/** Launches a browser and loads the page. @param closing gets what will close the browser */
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
