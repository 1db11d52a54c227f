/**
 * The recorder at 1080p30 with the full presentation: 10 s of a page that moves in every frame, and of one that is still between
 * actions. In the same run, peers record the moving page; they add no presentation. Then come the memory of a film of a minute,
 * 60 frames a second, and the sample site from plan to files.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '../../../src/log.ts';
import { createHeuristicPlanner } from '../../../src/planner/index.ts';
import { launchBrowser } from '../../../src/recorder/browser/index.ts';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import type { ActionScript } from '../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { loadPage } from '../../../src/recorder/page/load.ts';
import { record } from '../../../src/recorder/record.ts';
import type { Recording } from '../../../src/recorder/record-request.ts';
import { serveSampleSite } from '../../../src/web/sample-site/serve.ts';
import { scripts, servePage, type Variant } from '../../../test/support/moving-page.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { watchMemory } from '../memory.ts';
import { watchCpu } from '../processes.ts';
import { filmWithPeers } from './peers.ts';

const run = promisify(execFile);
const durationMs = 10_000;
const rounds = 3;
const prompt = 'Show what it does, switch the pricing to yearly and start a free trial';
const output = { width: 1920, height: 1080, fps: 30, format: 'mp4' } as const;
const viewport = viewports.desktop;
const presentation = resolvePresentation(null);
const log = createLogger('silent');
const { signal } = new AbortController();
// At the start and the end of a film the window fades in and out, and frames may look alike. They are not compared.
const edgeMs = 700;

const figure = figuresOf('recorder');

export async function benchRecorder(): Promise<Figure[]> {
  const page = await servePage();
  const folder = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  try {
    const moving = await films('moving', page.url('moving'), folder);
    const still = await films('still', page.url('still'), folder);
    const floorMs = await encodeAgain(moving.recording.videoPath);
    return [
      figure('moving page, launch to files', moving.wallMs / durationMs, 'x duration', {
        floor: floorMs / durationMs,
      }),
      ...(await beside(moving, page.url('moving'), folder)),
      figure('still page, launch to files', still.wallMs / durationMs, 'x duration', {
        floor: (await encodeAgain(still.recording.videoPath)) / durationMs,
      }),
      ...parts('moving', moving, floorMs),
      ...parts('still', still),
      ...(await memory(page.url('moving'), folder)),
      ...(await sixtyFrames(page.url('moving'), folder)),
      ...(await planned(folder)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
    page.stop();
  }
}

interface Filmed {
  wallMs: number;
  cpuSeconds: number;
  recording: Recording;
}

/** Films several times, and gives the film of median wall time. */
async function films(variant: Variant, url: string, folder: string): Promise<Filmed> {
  const all: Filmed[] = [];
  for (let round = 0; round < rounds; round++) all.push(await film(scripts[variant], url, folder));
  return all.sort((a, b) => a.wallMs - b.wallMs)[Math.floor(rounds / 2)] as Filmed;
}

async function film(
  script: ActionScript,
  url: string,
  tempDir: string,
  over: { durationMs?: number; fps?: number } = {},
): Promise<Filmed> {
  const startedMs = performance.now();
  const cpu = watchCpu();
  const recording = await record(
    {
      script,
      url,
      viewport,
      presentation,
      tempDir,
      gif: true,
      watermark: false,
      durationMs: over.durationMs ?? durationMs,
      output: { ...output, fps: over.fps ?? output.fps },
    },
    { signal, log },
  );
  return { wallMs: performance.now() - startedMs, cpuSeconds: cpu.stop(), recording };
}

/** How the time of a film divides into its parts. */
function parts(variant: Variant, { recording, cpuSeconds }: Filmed, floorMs?: number): Figure[] {
  const { timingsMs } = recording;
  const seconds = (name: string, ms: number, floor: number | null = null) =>
    figure(`${variant}: ${name}`, ms / 1000, 's', { floor });
  return [
    figure(`${variant}: CPU of all processes`, cpuSeconds, 's'),
    seconds('launch and load', timingsMs.launch + timingsMs.load),
    seconds('capture', timingsMs.capture),
    seconds('compose, the work alone', timingsMs.compose),
    seconds('encode, beside capture', timingsMs.encode, floorMs === undefined ? null : floorMs / 1000),
    seconds('GIF and stills, afterwards', Math.max(timingsMs.gif, timingsMs.thumbnail)),
  ];
}

async function beside(ours: Filmed, url: string, folder: string): Promise<Figure[]> {
  const inMotion = ['-ss', String(edgeMs / 1000), '-t', String((durationMs - 2 * edgeMs) / 1000)];
  const shown = Math.round(((durationMs - 2 * edgeMs) * output.fps) / 1000);
  const different = await differentFrames(ours.recording.videoPath, inMotion);
  const figures = [figure('frames lost or repeated in motion', shown - different, `of ${shown}`)];
  for (const { peer, path, wallMs } of await filmWithPeers(url, folder, durationMs)) {
    const times = wallMs === null ? null : wallMs / durationMs;
    figures.push(
      figure('moving page, launch to files', ours.wallMs / durationMs, 'x duration', {
        peer,
        peerValue: times,
        ratio: wallMs === null ? null : ours.wallMs / wallMs,
      }),
      figure('different frames of 300', await differentFrames(ours.recording.videoPath), 'frames', {
        peer,
        peerValue: wallMs === null ? null : await differentFrames(path),
      }),
    );
  }
  return figures;
}

async function memory(url: string, folder: string): Promise<Figure[]> {
  const peak = async (lengthMs: number) => {
    const watch = watchMemory();
    const { moving } = scripts;
    const steps = Array.from({ length: lengthMs / durationMs }, () => moving.steps).flat();
    await film({ ...moving, steps }, url, folder, { durationMs: lengthMs });
    return watch.stop();
  };
  const short = await peak(durationMs);
  return [
    figure('peak memory of all processes, 10 s', short, 'MB'),
    figure('peak memory of all processes, 60 s', await peak(60_000), 'MB', { floor: short }),
  ];
}

async function sixtyFrames(url: string, folder: string): Promise<Figure[]> {
  const { wallMs } = await film(scripts.moving, url, folder, { fps: 60 });
  return [figure('moving page at 60 frames a second', wallMs / durationMs, 'x duration')];
}

/** The sample site and a prompt, as users have it: the same browser makes the plan and then films it. */
async function planned(folder: string): Promise<Figure[]> {
  const site = await serveSampleSite();
  const startedMs = performance.now();
  const scene = { output, viewport, presentation };
  const session = await launchBrowser({
    tempDir: folder,
    viewport,
    deviceScaleFactor: layoutStage(scene).scale,
    fps: output.fps,
    signal,
    log,
  });
  try {
    await loadPage(session, site.url, { signal, log });
    const openedMs = performance.now();
    const { script } = await session.tab.during(
      createHeuristicPlanner()({
        page: session.page,
        url: site.url,
        prompt,
        template: 'auto',
        durationTargetMs: durationMs,
        viewport,
        mode: 'script',
        signal,
      }),
    );
    const planMs = performance.now() - openedMs;
    await record(
      {
        ...scene,
        script,
        session,
        url: site.url,
        durationMs,
        gif: true,
        watermark: false,
        tempDir: folder,
      },
      { signal, log },
    );
    return [
      figure('sample site, plan to files', (performance.now() - startedMs) / durationMs, 'x duration'),
      figure('sample site, the plan', planMs / 1000, 's'),
    ];
  } finally {
    await session.close();
    await site.stop();
  }
}

/** How long encoding the same frames takes by itself. Reading them back is about a tenth of it. */
async function encodeAgain(path: string): Promise<number> {
  const startedMs = performance.now();
  const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '0', '-crf', '16.5', '-aq-mode', '3'];
  await run('ffmpeg', ['-v', 'error', '-i', path, ...encoding, '-f', 'null', '-']);
  return performance.now() - startedMs;
}

async function differentFrames(path: string, part: string[] = []): Promise<number> {
  const reading = ['-v', 'error', '-progress', '-', ...part, '-i', path];
  const { stdout } = await run('ffmpeg', [...reading, '-vf', 'mpdecimate', '-f', 'null', '/dev/null']);
  return Number(stdout.match(/frame=(\d+)(?![\s\S]*frame=)/)?.[1]);
}
