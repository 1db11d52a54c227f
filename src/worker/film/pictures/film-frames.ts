import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Greys } from '../../../changes/index.ts';
import { confine } from '../../../confine/index.ts';
import type { Size } from '../../../recorder/contract/shapes.ts';
import { findFfmpeg } from '../../../recorder/index.ts';

/** The shorter side of a frame. At this size, one second of a film takes half a megabyte. */
const shorterSide = 180;
const window = { beforeMs: 1200, afterMs: 600, fps: 5 };
const limits = { memoryBytes: 4 * 2 ** 30, cpuSec: 60, fileBytes: 0 };
const run = promisify(execFile);

/** The frames of a finished film around one moment. They show what on the page moves by itself. */
export async function framesAround(
  videoPath: string,
  timeMs: number,
  { ffmpegPath, film }: { ffmpegPath: string | null; film: Size },
): Promise<{ frames: Greys[]; at: number }> {
  const { path } = await findFfmpeg(ffmpegPath);
  const part = shorterSide / Math.min(film.width, film.height);
  const size = { width: Math.round(film.width * part), height: Math.round(film.height * part) };
  const fromMs = Math.max(0, timeMs - window.beforeMs);
  const { words, options, argsOf, release } = await confine(path, {
    reads: [videoPath],
    writes: null,
    ...limits,
  });
  const [program, ...before] = words;
  const { stdout } = await run(
    program,
    [
      ...before,
      ...argsOf([
        ...[
          '-v',
          'error',
          '-nostdin',
          '-ss',
          seconds(fromMs),
          '-t',
          seconds(timeMs + window.afterMs - fromMs),
        ],
        ...['-i', videoPath, '-vf', `fps=${window.fps},scale=${size.width}:${size.height},format=gray`],
        ...['-f', 'rawvideo', '-'],
      ]),
    ],
    { ...options, encoding: 'buffer', maxBuffer: 8 * 1024 * 1024, timeout: 30_000 },
  ).finally(release);
  const bytes = size.width * size.height;
  const frames = Array.from({ length: Math.floor(stdout.length / bytes) }, (_, index) => ({
    data: stdout.subarray(index * bytes, (index + 1) * bytes),
    height: size.height,
  }));
  const at = Math.round(((timeMs - fromMs) / 1000) * window.fps);
  return { frames, at: Math.min(at, frames.length - 1) };
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);
