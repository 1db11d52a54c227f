import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FfmpegCommand } from 'fluent-ffmpeg';
import { type Confined, confine } from '../../confine/index.ts';
import type { Logger } from '../../log.ts';
import { RecordingFault } from '../contract/fault.ts';
import type { Ffmpeg } from './ffmpeg.ts';

/**
 * More than any film needs: at 1080p on two cores, H.264 takes 0.6 GB of address space and VP9 0.7, and the lossless film of a GIF of
 * 30 s has 0.3 GB at most. The processor time is that of all threads.
 */
const limits = { memoryBytes: 8 * 2 ** 30, cpuSec: 3_600, fileBytes: 2 * 2 ** 30 };

/**
 * Runs a command to its end, confined to the folder of `files`. When it fails or `signal` aborts, the process is killed and awaited, and the `files` that it was
 * writing are removed.
 * @throws RecordingFault `encoder`, or `cancelled` when `signal` aborts.
 */
export async function runFfmpeg(
  command: FfmpegCommand,
  given: { ffmpeg: Ffmpeg; files: string[]; what: string; signal: AbortSignal; log: Logger },
): Promise<void> {
  const { files, what, signal, log } = given;
  const confined = await confine(given.ffmpeg.path, { reads: [], writes: dirname(files[0]!), ...limits });
  startAs(command, confined);
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
      retryable: error instanceof Error && ofTheMachine.test(error.message),
    });
  } finally {
    signal.removeEventListener('abort', kill);
    await confined.release();
  }
}

/** The sandbox ends with 128 and the number of the signal that ended the program in it. */
const ofTheMachine = /was killed with signal|exited with code 1(?:29|3\d|4\d|5\d)\b|No space left|Disk quota/;

/**
 * ffmpeg reads pictures that strangers' pages have drawn, so it is started as `confine` says. fluent-ffmpeg has no option for that, but it
 * hands what `_spawnFfmpeg` is given on to `spawn`.
 */
function startAs(
  command: FfmpegCommand,
  { words: [program, ...words], options: own, argsOf }: Confined,
): void {
  const spawning = command as FfmpegCommand & {
    _spawnFfmpeg: SpawnFfmpeg;
    _checkCapabilities(done: () => void): void;
  };
  // Before its first command, fluent-ffmpeg would start ffmpeg twice and read all of its formats and encoders: 0.2 s of each film, since each
  // has a process of its own. ffmpeg itself says which one it does not have.
  spawning._checkCapabilities = (done) => done();
  const { _spawnFfmpeg } = spawning;
  spawning._spawnFfmpeg = (args, options, ...callbacks) => {
    // All commands of the process share this path, so it is set in the same turn in which it is used.
    command.setFfmpegPath(program);
    _spawnFfmpeg.call(command, [...words, ...argsOf(args)], { ...options, ...own }, ...callbacks);
  };
}

type SpawnFfmpeg = (args: string[], options: object, ...callbacks: unknown[]) => void;

const cancelledFault = (signal: AbortSignal) =>
  signal.reason instanceof RecordingFault
    ? signal.reason
    : new RecordingFault('cancelled', 'The recording was cancelled.', { cause: signal.reason });
