import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HTTPResponse, Page } from 'puppeteer-core';
import { afterAll } from 'vitest';
import { startApi } from './api.ts';
import { patient, type TestBrowser, testBrowser } from './browser.ts';
import type { Files } from './film.ts';

const run = promisify(execFile);

/**
 * Makes a film in VP9, which every build of Chromium plays, and a poster of its size, 640×360.
 * @param seconds A film of four may be over before a busy machine has looked whether it plays
 */
export async function makeFilm(format: 'webm' | 'mp4' = 'webm', seconds = 4): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-film-'));
  const ffmpeg = process.env.SHOWREEL_FFMPEG ?? 'ffmpeg';
  const source = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=15:duration=${seconds}`];
  const [film, still] = [join(folder, `film.${format}`), join(folder, 'thumb.png')];
  await run(ffmpeg, [...source, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', film]);
  await run(ffmpeg, [...source, '-frames:v', '1', still]);
  const made = { video: await readFile(film), thumbnail: await readFile(still) };
  await rm(folder, { recursive: true });
  return made;
}

/** A service, a browser for its pages and a film to show on them, until the test file ends. */
export async function setUpPages(seconds?: number) {
  const [api, browser, files] = await Promise.all([startApi(), testBrowser(), makeFilm('webm', seconds)]);
  afterAll(async () => {
    await browser.close();
    await api.stop();
  });
  return { api, browser, files };
}

/** A demo of such a film. */
export const webm = { format: 'webm', resolution: '720p' };

export interface OpenPage {
  page: Page;
  /** Errors on the console, and errors that nobody caught. */
  complaints: string[];
  /** Requested addresses outside the origin of the page. */
  foreign: string[];
  answer: HTTPResponse;
}

/** Opens a page and notes what a page of ours must never do: errors, and requests to other origins. */
export async function openPage(
  browser: TestBrowser,
  url: string,
  viewport = { width: 1280, height: 900 },
): Promise<OpenPage> {
  const page = await browser.page(viewport);
  const { complaints, foreign } = watch(page, new URL(url).origin);
  const answer = await page.goto(url);
  return { page, complaints, foreign, answer: answer! };
}

export function watch(page: Page, origin: string) {
  patient(page);
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    // The browser loads the pictures for the buttons of its own player from `data:` addresses.
    if (!/^data:/.test(request.url()) && !request.url().startsWith(origin)) foreign.push(request.url());
  });
  return { complaints, foreign };
}

/** For `waitForFunction`, in ms. Without a screen, a frame of another site gets no animation frames to wait for. */
export const polling = 100;
export const isPlayable = () => (document.querySelector('video')?.readyState ?? 0) >= 2;
export const isPlaying = () => (document.querySelector('video')?.currentTime ?? 0) > 0.2;
/** It plays, and the button to start it is away. Asked one after the other, the film could end in between. */
export const playsUncovered = () =>
  (document.querySelector('video')?.currentTime ?? 0) > 0.2 &&
  document.querySelector('.start:not([hidden])') === null;

/** Takes a picture for people to look at, where SHOWREEL_TEST_PICTURES names a folder for it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOWREEL_TEST_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
