import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { confine } from '../../../confine/index.ts';
import type { FilmVerdict, Finding } from '../../../critic/index.ts';
import type { Logger } from '../../../log.ts';
import { findFfmpeg, noteOutcome, type Recording } from '../../../recorder/index.ts';

const run = promisify(execFile);
/** The longer side of a poster, as the recorder makes it. */
const longerSide = 1280;
const limits = { memoryBytes: 4 * 2 ** 30, cpuSec: 60, fileBytes: 0 };

/**
 * Where the poster misses what the film comes to, a frame of the finished film takes its place. The page is not needed for that. The take
 * notes the moment, so that a restyle has that poster too.
 * @returns what is still wrong with the film
 */
export async function pictureOutcome(
  { videoPath, thumbnailPath, takePath }: Pick<Recording, 'videoPath' | 'thumbnailPath' | 'takePath'>,
  { findings, posterAtMs }: Pick<FilmVerdict, 'findings' | 'posterAtMs'>,
  { ffmpegPath, signal, log }: { ffmpegPath: string | null; signal: AbortSignal; log: Logger },
): Promise<Finding[]> {
  if (posterAtMs === null || thumbnailPath === null) return findings;
  try {
    await writeFile(thumbnailPath, await frameAt(videoPath, posterAtMs, { ffmpegPath, signal }));
    if (takePath) await noteOutcome(takePath, posterAtMs);
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, 'the poster could not be replaced');
    return findings;
  }
  log.info({ posterAtMs }, 'poster replaced');
  return findings.filter(({ code }) => code !== 'poster_misses');
}

/** A frame of a finished film as PNG. */
async function frameAt(
  videoPath: string,
  timeMs: number,
  { ffmpegPath, signal }: { ffmpegPath: string | null; signal: AbortSignal },
): Promise<Buffer> {
  const { path } = await findFfmpeg(ffmpegPath);
  const { words, options, argsOf, release } = await confine(path, {
    reads: [videoPath],
    writes: null,
    ...limits,
  });
  const [program, ...before] = words;
  const fit = `scale='min(iw,${longerSide})':'min(ih,${longerSide})':force_original_aspect_ratio=decrease`;
  const args = [
    ...['-v', 'error', '-nostdin', '-ss', (timeMs / 1000).toFixed(3), '-i', videoPath],
    ...['-frames:v', '1', '-vf', fit, '-f', 'image2pipe', '-c:v', 'png', '-'],
  ];
  const given = { ...options, encoding: 'buffer', maxBuffer: 32 * 2 ** 20, timeout: 30_000, signal } as const;
  const { stdout } = await run(program, [...before, ...argsOf(args)], given).finally(release);
  if (stdout.length === 0) throw new Error(`The film has no frame at ${timeMs} ms.`);
  return stdout;
}
