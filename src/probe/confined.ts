import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { ProbeTools } from './tools.ts';

export interface Confinement {
  /** Of the wall clock; then it is killed. The same is its share of the processor. */
  timeoutMs: number;
  /** Of address space. ffprobe needs 0.4 GiB for a film in 4K. */
  memoryBytes: number;
  /** The largest file it may write; 0 for a program that only answers. */
  writesBytes: number;
  signal?: AbortSignal;
}

/** `output` is what it answered; null where it failed, was killed or ran into a limit. */
export interface Confined {
  output: string | null;
  /** Its last words, for the log. */
  complaint: string;
}

/** A looked-at file may be made to be slow: no more at a time than there are processors, and two on the smallest. */
const places = createPlaces(Math.max(2, availableParallelism()));

/**
 * Runs ffprobe or ffmpeg on a file that nobody vouches for. The limits are the kernel's where `prlimit` is there; it replaces itself by the
 * program, so that the process we kill is the program's.
 */
export async function runConfined(
  tools: ProbeTools,
  program: 'ffprobe' | 'ffmpeg',
  args: readonly string[],
  limits: Confinement,
): Promise<Confined> {
  const leave = await places.enter();
  try {
    return await run(tools, tools[program], args, limits);
  } finally {
    leave();
  }
}

function run(
  { prlimit }: ProbeTools,
  program: string,
  args: readonly string[],
  { timeoutMs, memoryBytes, writesBytes, signal }: Confinement,
): Promise<Confined> {
  const cpuSec = Math.ceil(timeoutMs / 1000) * 2;
  const confinement = [`--as=${memoryBytes}`, `--cpu=${cpuSec}`, `--fsize=${writesBytes}`, '--core=0'];
  const [command, words] = prlimit ? [prlimit, [...confinement, program, ...args]] : [program, [...args]];
  return new Promise((resolve) => {
    const options = {
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 8 * 1024 * 1024,
      // Neither secrets nor settings of ours; arenas for each thread would eat the address space.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '1' },
      ...(signal && { signal }),
    };
    const child = execFile(command, words, options, (error, stdout, stderr) =>
      resolve({
        output: error ? null : stdout,
        complaint: `${error ? error.message : ''}\n${stderr}`.slice(-600),
      }),
    );
    child.stdin?.end();
  });
}

/** The only protocol is the file; playlists, and whatever else names other files, are no format it knows. */
export const sealedInput = (format: 'mov' | 'matroska' | 'png_pipe' | 'gif', path: string): string[] => [
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
 * What browsers play in these containers, and the sound beside it: ffprobe opens every track and gives up at one that it may
 * not open.
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
