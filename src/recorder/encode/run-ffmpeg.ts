import { rm } from 'node:fs/promises';
import type { FfmpegCommand } from 'fluent-ffmpeg';
import type { Logger } from '../../log.ts';
import { RecordingFault } from '../contract/fault.ts';

/**
 * Runs a command to its end. When it fails or `signal` aborts, the process is killed and awaited, and the `files` that it was
 * writing are removed.
 * @throws RecordingFault `encoder`, or `cancelled` when `signal` aborts.
 */
export async function runFfmpeg(
  command: FfmpegCommand,
  { files, what, signal, log }: { files: string[]; what: string; signal: AbortSignal; log: Logger },
): Promise<void> {
  giveOnlyPath(command);
  const kill = () => command.kill('SIGKILL');
  try {
    await new Promise<void>((resolve, reject) => {
      if (signal.aborted) throw cancelledFault(signal);
      command.on('start', (line: string) => {
        log.debug({ command: line }, `${what}: ffmpeg started`);
        if (signal.aborted) kill();
      });
      command.on('end', () => resolve());
      command.on('error', (error: Error) => reject(error));
      signal.addEventListener('abort', kill, { once: true });
      command.run();
    });
  } catch (error) {
    await Promise.all(files.map((file) => rm(file, { force: true })));
    if (signal.aborted) throw cancelledFault(signal);
    if (error instanceof RecordingFault) throw error;
    log.error({ err: error }, `${what}: ffmpeg failed`);
    throw new RecordingFault('encoder', `The ${what} could not be encoded.`, {
      cause: error,
      // Nothing in the frames ends ffmpeg by a signal: the kernel, for want of memory, or a person does. Nor do frames fill a disk.
      retryable:
        error instanceof Error && /was killed with signal|No space left|Disk quota/.test(error.message),
    });
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/**
 * ffmpeg gets nothing of our environment, which holds secrets: it reads pictures that strangers' pages have drawn. fluent-ffmpeg has no
 * option for it, but it hands what `_spawnFfmpeg` is given on to `spawn`.
 */
function giveOnlyPath(command: FfmpegCommand): void {
  const spawning = command as FfmpegCommand & { _spawnFfmpeg: SpawnFfmpeg };
  const { _spawnFfmpeg } = spawning;
  spawning._spawnFfmpeg = (args, options, ...callbacks) => {
    _spawnFfmpeg.call(command, args, { ...options, env: { PATH: process.env.PATH } }, ...callbacks);
  };
}

type SpawnFfmpeg = (args: string[], options: object, ...callbacks: unknown[]) => void;

const cancelledFault = (signal: AbortSignal) =>
  signal.reason instanceof RecordingFault
    ? signal.reason
    : new RecordingFault('cancelled', 'The recording was cancelled.', { cause: signal.reason });
