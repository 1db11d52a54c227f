import { dirname } from 'node:path';
import { runConfined, sealedInput } from './confined.ts';
import { type Container, findContainer } from './container.ts';
import type { ProbeTools } from './tools.ts';

export interface StillsOptions {
  /** Length of the video; null where it is unknown. */
  durationMs: number | null;
  /** Paths of the results, in one folder: a PNG, and for the GIF its palette and a lossless film of its size. */
  posterPath: string;
  gifParts: { film: string; palette: string };
  signal: AbortSignal;
}

/** The GIF of a long film shows its beginning only: more would cost it frames and colours. */
const gif = { longestSec: 10, width: 640, fps: 15 };
const poster = { width: 1920, height: 1080 };

/**
 * Decodes the material of the poster and the GIF. Every later step then works on files that this service made.
 * @throws Error where the video cannot be decoded within the limits
 */
export async function takeStills(tools: ProbeTools, path: string, options: StillsOptions): Promise<void> {
  const container: Container = (await findContainer(path)) ?? 'mp4';
  const input = sealedInput(container === 'mp4' ? 'mov' : 'matroska', path);
  const { posterPath, gifParts } = options;
  // After a tenth of the film, fades and loading are over, and the picture still shows how the film begins.
  const posterSec = Math.min(3, (options.durationMs ?? 0) / 10_000);
  const fit = `scale='min(iw,${poster.width})':'min(ih,${poster.height})':force_original_aspect_ratio=decrease`;
  await run([
    '-y',
    '-ss',
    posterSec.toFixed(3),
    ...input,
    '-frames:v',
    '1',
    '-vf',
    fit,
    '-f',
    'image2',
    '-c:v',
    'png',
    posterPath,
  ]);
  const filters =
    `[0:V:0]fps=${gif.fps},scale=${gif.width}:-2:flags=area,format=rgb24,split=2[small][seen];` +
    '[seen]fps=3,palettegen=stats_mode=full[palette]';
  await run([
    ...['-y', '-t', String(gif.longestSec), ...input, '-filter_complex', filters],
    ...['-map', '[small]', '-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0', gifParts.film],
    ...['-map', '[palette]', '-frames:v', '1', gifParts.palette],
  ]);

  async function run(args: string[]): Promise<void> {
    const { output, complaint } = await runConfined(tools, 'ffmpeg', ['-nostdin', ...args], {
      reads: path,
      writes: dirname(posterPath),
      timeoutMs: 60_000,
      memoryBytes: 2 * 1024 ** 3,
      writesBytes: 1024 ** 3,
      signal: options.signal,
    });
    if (output === null) throw new Error(`no stills could be taken: ${complaint}`);
  }
}
