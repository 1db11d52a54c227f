/** Other recorders of web pages. Each scrolls through the same page for the same time, at one size and otherwise with its defaults. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { findExecutable } from '../../../src/recorder/browser/launch/executable.ts';

const size = { width: 1920, height: 1080 };
const args = ['--disable-gpu', '--hide-scrollbars', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

export interface PeerFilm {
  peer: string;
  /** From launch to file. It is null where the peer does not run here, and `why` then gives the reason. */
  wallMs: number | null;
  path: string;
  why: string | null;
}

interface Job {
  url: string;
  folder: string;
  durationMs: number;
  executablePath: string;
}

const peers: Record<string, (job: Job) => Promise<string>> = {
  "puppeteer's screencast": screencast,
  'puppeteer-screen-recorder': screenRecorder,
  'puppeteer-capture': capture,
};

/** Lets the peers film one after the other, so that none slows another down. */
export async function filmWithPeers(url: string, folder: string, durationMs: number): Promise<PeerFilm[]> {
  const { path: executablePath } = await findExecutable(undefined);
  const films: PeerFilm[] = [];
  for (const [peer, film] of Object.entries(peers)) {
    const startedMs = performance.now();
    try {
      const path = await film({ url, folder, durationMs, executablePath });
      films.push({ peer, path, wallMs: performance.now() - startedMs, why: null });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      console.error(`${peer} does not run here: ${why}`);
      films.push({ peer, path: '', wallMs: null, why });
    }
  }
  return films;
}

async function screencast({ url, folder, durationMs, executablePath }: Job): Promise<string> {
  const path = join(folder, 'screencast.webm') as `${string}.webm`;
  return onPage(executablePath, url, async (page) => {
    const recorder = await page.screencast({ path });
    await scrollThrough(page, durationMs);
    await recorder.stop();
    return path;
  });
}

async function screenRecorder({ url, folder, durationMs, executablePath }: Job): Promise<string> {
  const { PuppeteerScreenRecorder } = await import('puppeteer-screen-recorder');
  const path = join(folder, 'screen-recorder.mp4');
  return onPage(executablePath, url, async (page) => {
    // Its types were written for another major version of `Page`.
    const recorder = new PuppeteerScreenRecorder(page as never, {
      fps: 30,
      followNewTab: false,
      ffmpeg_Path: '/usr/bin/ffmpeg',
      videoFrame: size,
    });
    await recorder.start(path);
    await scrollThrough(page, durationMs);
    await recorder.stop();
    return path;
  });
}

async function capture({ url, folder, durationMs, executablePath }: Job): Promise<string> {
  const peer = await import('puppeteer-capture');
  const path = join(folder, 'capture.mp4');
  // It accepts a browser only by this name.
  const named = join(folder, 'chrome-headless-shell');
  await symlink(executablePath, named);
  const browser = await peer.launch({ executablePath: named, args, defaultViewport: size });
  try {
    const page = await browser.newPage();
    const recorder = await peer.capture(page, { fps: 30, size: '1920x1080', ffmpeg: '/usr/bin/ffmpeg' });
    await page.goto(url);
    await recorder.start(path);
    // The peer gives the page a clock of its own and waits by it below, so the scrolling is not awaited here.
    scrollThrough(page as unknown as Page, durationMs).catch(() => undefined);
    await recorder.waitForTimeout(durationMs);
    await recorder.stop();
    await recorder.detach();
    return path;
  } finally {
    await browser.close();
  }
}

async function onPage(executablePath: string, url: string, film: (page: Page) => Promise<string>) {
  const browser = await puppeteer.launch({ executablePath, headless: 'shell', args, defaultViewport: size });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    return await film(page);
  } finally {
    await browser.close();
  }
}

async function scrollThrough(page: Page, durationMs: number): Promise<void> {
  await page.evaluate(async (ms) => {
    const start = performance.now();
    while (performance.now() - start < ms) {
      scrollTo(0, ((performance.now() - start) / ms) * (document.body.scrollHeight - innerHeight));
      await new Promise(requestAnimationFrame);
    }
  }, durationMs);
}
