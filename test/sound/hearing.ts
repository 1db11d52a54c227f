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
  /** When a tone is heard: from, and for how long. */
  tones: { fromMs: number; lengthMs: number }[];
}

/**
 * What a person would hear: the whole sound by EBU R128, and the tones of one frequency, by ffmpeg's own measure and not by ours.
 * @param file a path or an address
 * @param toneHz that of the test's voice
 */
export async function heardIn(file: string, toneHz: number): Promise<Heard> {
  const streams = await run('ffprobe', [
    ...['-v', 'error', '-show_entries', 'stream=codec_name,codec_type:packet=stream_index,pts_time,duration_time'],
    ...['-of', 'json', '-show_packets', file],
  ].filter((word) => word !== '-show_packets'), { maxBuffer: 2 ** 26 });
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

/** Everything but the tone is filtered away, and what is silent then is between two tones. */
async function tonesIn(file: string, toneHz: number): Promise<Heard['tones']> {
  const filter = `bandpass=f=${toneHz}:width_type=h:w=40,bandpass=f=${toneHz}:width_type=h:w=40,silencedetect=noise=-36dB:d=0.15`;
  const { stderr } = await run('ffmpeg', ['-nostats', '-i', file, '-vn', '-af', filter, '-f', 'null', '-']);
  const ends = [...stderr.matchAll(/silence_(start|end): (\S+)/g)].map(([, what, at]) => ({
    what,
    ms: Math.max(0, Number(at)) * 1000,
  }));
  const tones: Heard['tones'] = [];
  for (const [index, { what, ms }] of ends.entries()) {
    const until = ends[index + 1];
    if (what === 'end' && until) tones.push({ fromMs: Math.round(ms), lengthMs: Math.round(until.ms - ms) });
  }
  return tones;
}
