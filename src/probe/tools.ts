import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../errors.ts';

/** The programs that examine files. */
export interface ProbeTools {
  ffprobe: string;
  ffmpeg: string;
}

const run = promisify(execFile);

/**
 * Finds the programs.
 * @param ffmpegPath the operator's ffmpeg, with ffprobe beside it; null for the ones in PATH. The npm build of 2018 may encode our own
 *   frames, but it is too old for files from strangers.
 * @throws AppError 503 `probe_unavailable`
 */
export async function findProbeTools(ffmpegPath: string | null): Promise<ProbeTools> {
  const ffmpeg = ffmpegPath ?? 'ffmpeg';
  const ffprobe = ffmpegPath?.includes('/') ? join(dirname(ffmpegPath), 'ffprobe') : 'ffprobe';
  const [hasFfmpeg, hasFfprobe] = await Promise.all([runs(ffmpeg, '-version'), runs(ffprobe, '-version')]);
  if (!hasFfmpeg || !hasFfprobe)
    throw new AppError(
      'probe_unavailable',
      503,
      'This service cannot check files just now, as it has no ffmpeg with ffprobe; its operator has to install it.',
      { detail: `looked for ${ffmpeg} and ${ffprobe}`, retryAfterSec: 300 },
    );
  return { ffmpeg, ffprobe };
}

const runs = (program: string, question: string) =>
  run(program, [question], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
