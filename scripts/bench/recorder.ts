/**
 * The recorder on the sample site, 10 s at 1080p30 with the full presentation: how long it takes for each second of film, and
 * what memory all its processes take. Beside it puppeteer's own screencast of the same page, which dresses nothing.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import puppeteer from 'puppeteer-core';
import { createLogger } from '../../src/log.ts';
import { createHeuristicPlanner } from '../../src/planner/index.ts';
import { launchBrowser } from '../../src/recorder/browser/index.ts';
import { resolvePresentation, viewports } from '../../src/recorder/index.ts';
import { loadPage } from '../../src/recorder/load.ts';
import { type Recording, record } from '../../src/recorder/record.ts';
import { layoutStage } from '../../src/recorder/stage.ts';
import { serveSampleSite } from '../../src/web/sample-site/serve.ts';
import type { Figure } from './figure.ts';
import { watchMemory } from './memory.ts';

const run = promisify(execFile);
const durationMs = 10_000;
const rounds = 3;
const prompt = 'Show what it does, switch the pricing to yearly and start a free trial';
const output = { width: 1920, height: 1080, fps: 30, format: 'mp4' } as const;
const viewport = viewports.desktop;
const log = createLogger('silent');

export async function benchRecorder(): Promise<Figure[]> {
  const site = await serveSampleSite();
  const folder = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  try {
    const films: Filmed[] = [];
    for (let round = 0; round < rounds; round++) films.push(await film(site.url, folder));
    const median = films.sort((a, b) => a.wallMs - b.wallMs)[Math.floor(rounds / 2)]!;
    const floorMs = await encodeAgain(median.recording.videoPath);
    const peer = await screencast(site.url, folder);
    const { timingsMs } = median.recording;
    const figure = (name: string, value: number, unit: string, rest: Partial<Figure> = {}): Figure => ({
      ...{ group: 'recorder', name, value, unit, peer: null, peerValue: null, ratio: null, floor: null },
      ...rest,
    });
    return [
      figure('wall time, plan to files', median.wallMs / durationMs, 'x duration', {
        ...{ peer: 'puppeteer screencast', peerValue: peer.wallMs / durationMs },
        ...{ ratio: median.wallMs / peer.wallMs, floor: floorMs / durationMs },
      }),
      figure('launch and load', median.openMs / 1000, 's'),
      figure('plan', median.planMs / 1000, 's'),
      figure('capture', timingsMs.capture / 1000, 's'),
      figure('compose, the work alone', timingsMs.compose / 1000, 's'),
      figure('encode, beside capture', timingsMs.encode / 1000, 's', { floor: floorMs / 1000 }),
      figure('GIF and stills, afterwards', Math.max(timingsMs.gif, timingsMs.thumbnail) / 1000, 's'),
      figure('different frames', await differentFrames(median.recording.videoPath), 'frames', {
        ...{ peer: 'puppeteer screencast', peerValue: await differentFrames(peer.path) },
      }),
      figure('peak memory of all processes', median.peakMb, 'MB'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await site.stop();
  }
}

interface Filmed {
  wallMs: number;
  openMs: number;
  planMs: number;
  peakMb: number;
  recording: Recording;
}

async function film(url: string, folder: string): Promise<Filmed> {
  const memory = watchMemory();
  const { signal } = new AbortController();
  const startedMs = performance.now();
  const presentation = resolvePresentation(null);
  const scene = { output, viewport, presentation };
  const deviceScaleFactor = layoutStage(scene).scale;
  const launch = { tempDir: folder, viewport, deviceScaleFactor, fps: output.fps, signal, log };
  const session = await launchBrowser(launch);
  try {
    await loadPage(session, url, { signal, log });
    const openedMs = performance.now();
    const { script } = await session.tab.during(
      createHeuristicPlanner()({
        ...{ page: session.page, url, prompt, template: 'auto', durationTargetMs: durationMs },
        ...{ viewport, mode: 'script', signal },
      }),
    );
    const plannedMs = performance.now();
    const recording = await record(
      { ...scene, script, session, url, durationMs, gif: true, watermark: false, tempDir: folder },
      { signal, log },
    );
    return {
      wallMs: performance.now() - startedMs,
      openMs: openedMs - startedMs,
      planMs: plannedMs - openedMs,
      peakMb: await memory.stop(),
      recording,
    };
  } finally {
    await session.close();
  }
}

/** What encoding the same frames takes when nothing else has to be done; reading them back costs about a tenth of it. */
async function encodeAgain(path: string): Promise<number> {
  const startedMs = performance.now();
  await run('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-f',
    'null',
    '-',
  ]);
  return performance.now() - startedMs;
}

async function screencast(url: string, folder: string): Promise<{ wallMs: number; path: `${string}.webm` }> {
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = join(folder, 'peer.webm') as `${string}.webm`;
  const startedMs = performance.now();
  const browser = await puppeteer.launch({
    executablePath: await chromium.executablePath(),
    headless: 'shell',
    args: ['--disable-gpu', '--hide-scrollbars', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    defaultViewport: { width: output.width, height: output.height },
  });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    const recorder = await page.screencast({ path });
    await page.evaluate(async (ms) => {
      const start = performance.now();
      while (performance.now() - start < ms) {
        scrollTo(0, ((performance.now() - start) / ms) * (document.body.scrollHeight - innerHeight));
        await new Promise(requestAnimationFrame);
      }
    }, durationMs);
    await recorder.stop();
    return { wallMs: performance.now() - startedMs, path };
  } finally {
    await browser.close();
  }
}

async function differentFrames(path: string): Promise<number> {
  const count = ['-v', 'error', '-progress', '-', '-i', path, '-vf', 'mpdecimate', '-f', 'null', '/dev/null'];
  const { stdout } = await run('ffmpeg', count);
  return Number(stdout.match(/frame=(\d+)(?![\s\S]*frame=)/)?.[1]);
}
