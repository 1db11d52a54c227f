import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Heard {
  codecs: string[];
  /** How long each stream of the file is. */
  videoMs: number;
  audioMs: number;
  integratedLufs: number;
  truePeakDb: number;
  /** When a tone is heard: from, and for how long; to 10 ms. */
  tones: { fromMs: number; lengthMs: number }[];
}

/**
 * What a person would hear: the whole sound by EBU R128, and the tones of one frequency, by ffmpeg's own measure and not by ours.
 * @param file a path or an address
 * @param toneHz that of the test's voice
 */
export async function heardIn(file: string, toneHz: number): Promise<Heard> {
  const streams = await run(
    'ffprobe',
    [
      ...[
        '-v',
        'error',
        '-show_entries',
        'stream=codec_name,codec_type:packet=stream_index,pts_time,duration_time',
      ],
      ...['-of', 'json', '-show_packets', file],
    ].filter((word) => word !== '-show_packets'),
    { maxBuffer: 2 ** 26 },
  );
  const told = JSON.parse(streams.stdout) as {
    streams: { codec_name: string; codec_type: string }[];
    packets?: { stream_index: number; pts_time: string; duration_time: string }[];
  };
  const endOf = (type: string) => {
    const index = told.streams.findIndex(({ codec_type }) => codec_type === type);
    const ends = (told.packets ?? [])
      .filter(({ stream_index }) => stream_index === index)
      .map(({ pts_time, duration_time }) => Number(pts_time) + Number(duration_time));
    return Math.round(Math.max(0, ...ends) * 1000);
  };
  const measured = await run('ffmpeg', [
    ...['-nostats', '-i', file, '-vn', '-af', 'ebur128=peak=true', '-f', 'null', '-'],
  ]).catch((error: unknown) => error as { stderr: string });
  const summary = measured.stderr.slice(measured.stderr.lastIndexOf('Summary:'));
  return {
    codecs: told.streams.map(({ codec_name }) => codec_name),
    videoMs: endOf('video'),
    audioMs: endOf('audio'),
    integratedLufs: Number(/I:\s+(\S+) LUFS/.exec(summary)?.[1]),
    truePeakDb: Number(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1]),
    tones: await tonesIn(file, toneHz),
  };
}

/** How much of a frequency each 5 ms have. A tone is there where they have at least a quarter of the most. */
async function tonesIn(file: string, toneHz: number): Promise<Heard['tones']> {
  const samples = await samplesOf(file, 'anull');
  const [step, width] = [240, 480];
  const shares: number[] = [];
  for (let at = 0; at + width <= samples.length; at += step) {
    let [re, im] = [0, 0];
    for (let n = 0; n < width; n++) {
      const phase = (2 * Math.PI * toneHz * n) / 48_000;
      re += samples[at + n]! * Math.cos(phase);
      im += samples[at + n]! * Math.sin(phase);
    }
    shares.push(Math.hypot(re, im) / width);
  }
  const most = Math.max(...shares);
  const tones: Heard['tones'] = [];
  if (most < 0.02) return tones;
  let from: number | null = null;
  for (const [index, share] of [...shares, 0].entries()) {
    const ms = index * 5 + 5;
    if (share >= most / 2) from ??= ms;
    else if (from !== null) {
      if (ms - from > 100) tones.push({ fromMs: from, lengthMs: ms - from });
      from = null;
    }
  }
  return tones;
}

/**
 * How loud a part of the sound is.
 * @param filter what is listened to
 * @returns the level between two moments in ms, in dB
 */
export async function levelsOf(
  file: string,
  filter: string,
): Promise<(fromMs: number, toMs: number) => number> {
  const samples = await samplesOf(file, filter);
  return (fromMs, toMs) => {
    const part = samples.subarray(Math.max(0, fromMs * 48), toMs * 48);
    const power = part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length);
    return 10 * Math.log10(power + 1e-12);
  };
}

/** At 48 kHz, from the first moment of the film on. */
async function samplesOf(file: string, filter: string): Promise<Float32Array> {
  const words = [
    '-v',
    'error',
    '-i',
    file,
    '-vn',
    '-af',
    filter,
    '-ac',
    '1',
    '-ar',
    '48000',
    '-f',
    'f32le',
    '-',
  ];
  const { stdout } = await run('ffmpeg', words, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
}
