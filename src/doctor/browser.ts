import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import { launchBrowser } from '../recorder/index.ts';
import { examineMachine } from '../worker/index.ts';
import { type Finding, failed, ok, sentenceOf, warned } from './check.ts';

interface Programs {
  chromiumPath: string | null;
  ffmpegPath: string | null;
  log: Logger;
}

/** Starts the browser as a film does, looks how it and ffmpeg are confined, and draws a letter of each writing. */
export async function tryBrowser(programs: Programs): Promise<Finding[]> {
  const { chromiumPath } = programs;
  try {
    const missing = await missingWritings(programs);
    const fonts =
      missing.length > 0
        ? warned(
            `no font for ${missing.join(', ')}: pages in them show boxes`,
            'Run scripts/setup, or install fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji.',
          )
        : ok(`it has fonts for ${Object.keys(letters).join(', ')}`);
    const signal = new AbortController().signal;
    const isolation = await examineMachine({ ...programs, signal });
    return [
      fonts,
      ...isolation.map(({ part, state, off }) =>
        off.length > 0 ? warned(`${part}: ${state}`, off.join('; ')) : ok(`${part}: ${state}`),
      ),
    ];
  } catch (error) {
    const advice = chromiumPath
      ? 'Look at SHOWREEL_CHROMIUM.'
      : 'Run scripts/setup again. Where it names a missing library, install libnss3, libnspr4 and libexpat1.';
    return [failed(`the browser does not start: ${sentenceOf(error)}`, advice)];
  }
}

const letters = {
  Latin: 'g',
  Greek: 'λ',
  Cyrillic: 'ж',
  Chinese: '漢',
  Japanese: 'あ',
  Korean: '한',
  Arabic: 'ش',
  Hindi: 'अ',
  emoji: '🎬',
};

async function missingWritings({ chromiumPath, log }: Programs): Promise<string[]> {
  const tempDir = await mkdtemp(join(tmpdir(), 'showreel-doctor-'));
  const browser = await launchBrowser({
    chromiumPath: chromiumPath ?? undefined,
    tempDir,
    viewport: { width: 320, height: 200, isMobile: false },
    deviceScaleFactor: 1,
    frames: 'screencast',
    log,
  }).catch(async (error: unknown) => {
    await rm(tempDir, { recursive: true, force: true });
    throw error;
  });
  try {
    const drawn = await browser.page.evaluate(drawAll, Object.values(letters));
    // A code point that no font has is drawn as the box that stands for a missing letter.
    const [box, ...pictures] = drawn;
    return Object.keys(letters).filter((_, index) => pictures[index] === box);
  } finally {
    await browser.close();
    await rm(tempDir, { recursive: true, force: true });
  }
}

/** Runs in the page. @returns the picture of a missing letter, then one of each text */
function drawAll(texts: string[]): string[] {
  return ['\u{10fffd}', ...texts].map((text) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 48 });
    const context = canvas.getContext('2d')!;
    context.font = '32px sans-serif';
    context.fillText(text, 4, 36);
    return canvas.toDataURL();
  });
}
