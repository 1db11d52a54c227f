import { dirname } from 'node:path';
import { runConfined, sealedInput } from './confined.ts';
import { type Container, findContainer } from './container.ts';
import type { ProbeTools } from './tools.ts';

export interface StillsOptions {
  /** A PNG of a moment. */
  poster?: { atMs: number; path: string };
  /** A part of the video, as the material of a GIF: a lossless film of its size, and its palette. */
  gif?: { fromMs: number; lengthMs: number; film: string; palette: string };
  signal: AbortSignal;
}

const gifSize = { width: 640, fps: 15 };
const posterSize = { width: 1920, height: 1080 };

/**
 * Decodes the material of the poster and the GIF. Every later step then works on files that this service made.
 * @throws Error where the video cannot be decoded within the limits
 */
export async function takeStills(
  tools: ProbeTools,
  path: string,
  { poster, gif, signal }: StillsOptions,
): Promise<void> {
  const container: Container = (await findContainer(path)) ?? 'mp4';
  const input = sealedInput(container === 'mp4' ? 'mov' : 'matroska', path);
  if (poster) {
    const { width, height } = posterSize;
    const fit = `scale='min(iw,${width})':'min(ih,${height})':force_original_aspect_ratio=decrease`;
    const picture = ['-frames:v', '1', '-vf', fit, '-f', 'image2', '-c:v', 'png', poster.path];
    await run(poster.path, ['-y', '-ss', seconds(poster.atMs), ...input, ...picture]);
  }
  if (gif) {
    const filters =
      `[0:V:0]fps=${gifSize.fps},scale=${gifSize.width}:-2:flags=area,format=rgb24,split=2[small][seen];` +
      '[seen]fps=3,palettegen=stats_mode=full[palette]';
    await run(gif.film, [
      ...['-y', '-ss', seconds(gif.fromMs), '-t', seconds(gif.lengthMs), ...input],
      ...['-filter_complex', filters, '-map', '[small]', '-c:v', 'libx264rgb', '-preset', 'ultrafast'],
      ...['-qp', '0', gif.film, '-map', '[palette]', '-frames:v', '1', gif.palette],
    ]);
  }

  async function run(writes: string, args: string[]): Promise<void> {
    const { output, complaint } = await runConfined(tools, 'ffmpeg', ['-nostdin', ...args], {
      reads: path,
      writes: dirname(writes),
      timeoutMs: 60_000,
      memoryBytes: 2 * 1024 ** 3,
      writesBytes: 1024 ** 3,
      signal,
    });
    if (output === null) throw new Error(`no stills could be taken: ${complaint}`);
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);
