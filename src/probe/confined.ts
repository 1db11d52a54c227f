import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { type Confined as Command, confine } from '../confine/index.ts';
import type { ProbeTools } from './tools.ts';

export interface Confinement {
  /** The stranger's file, or several. The program sees no other file but those in `writes`. */
  reads: string | readonly string[];
  /** The folder of its results; null for a program that writes none. */
  writes: string | null;
  /** The most wall-clock time, and the most processor time. Then the program is killed. */
  timeoutMs: number;
  /** The most address space. ffprobe needs 0.4 GiB for a film in 4K. */
  memoryBytes: number;
  /** The largest file that the program may write; 0 for a program that writes none. */
  writesBytes: number;
  signal?: AbortSignal;
}

/** `output` is the program's standard output; null where it failed, was killed or reached a limit. */
export interface Confined {
  output: string | null;
  /** The end of its standard error, for the log. */
  complaint: string;
}

/** A file can be made to be slow to examine. So at most one program runs for each processor, and two on a machine with one. */
const places = createPlaces(Math.max(2, availableParallelism()));

/**
 * Runs ffprobe or ffmpeg on a file from a stranger, in the sandbox or as the user that this machine allows (`confine`). Where `prlimit`
 * exists, the kernel enforces the limits.
 */
export async function runConfined(
  tools: ProbeTools,
  program: 'ffprobe' | 'ffmpeg',
  args: readonly string[],
  limits: Confinement,
): Promise<Confined> {
  const leave = await places.enter();
  try {
    const { reads, writes, memoryBytes, timeoutMs, writesBytes: fileBytes } = limits;
    const cpuSec = Math.ceil(timeoutMs / 1000) * 2;
    const command = await confine(tools[program], {
      reads: [reads].flat(),
      writes,
      memoryBytes,
      cpuSec,
      fileBytes,
    });
    return await run(command, args, limits).finally(command.release);
  } finally {
    leave();
  }
}

function run(
  { words: [program, ...words], options: own, argsOf }: Command,
  args: readonly string[],
  { timeoutMs, signal }: Confinement,
): Promise<Confined> {
  return new Promise((resolve) => {
    const options = {
      ...own,
      // One arena for each thread would use up the address space.
      env: { ...own.env, MALLOC_ARENA_MAX: '1' },
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 8 * 1024 * 1024,
      ...(signal && { signal }),
    };
    const child = execFile(program, [...words, ...argsOf(args)], options, (error, stdout, stderr) =>
      resolve({
        output: error ? null : stdout,
        complaint: `${error ? error.message : ''}\n${stderr}`.slice(-600),
      }),
    );
    child.stdin?.end();
  });
}

/** What a sealed input may be, as ffmpeg calls it. None of these formats can name other files, as playlists do. */
export type SealedFormat = 'mov' | 'matroska' | 'png_pipe' | 'gif' | 'wav' | 'mp3' | 'ogg' | 'flac';

/** Files are the only protocol, and only this format is known. */
export const sealedInput = (format: SealedFormat, path: string): string[] => [
  ...[
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    format,
    '-codec_whitelist',
    decoders,
  ],
  ...(format === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
  ...['-threads', '1', '-f', format, '-i', `file:${path}`],
];

/**
 * The video and audio codecs that browsers play in these containers. ffprobe opens every track and fails at one whose codec is not
 * allowed.
 */
const decoders = [
  ...['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'mpeg4'],
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_f32le', 'mov_text', 'webvtt', 'mjpeg', 'png', 'gif'],
].join(',');

function createPlaces(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return {
    async enter(): Promise<() => void> {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return leave;
    },
  };
}
