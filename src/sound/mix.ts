import { join } from 'node:path';
import { type ProbeTools, runConfined, sealedInput } from '../probe/index.ts';
import { type Loudness, measureLoudness, silentLufs } from './loudness.ts';
import type { PlacedLine } from './place-lines.ts';

/** What platforms play videos at, by EBU R128. */
export const filmLufs = -16;
/** The bed is this much softer than the voice between its lines, and softer still below them. */
const bedBelowVoiceDb = 8;
const duckDb = 10;
/** The music steps back before the voice begins, and comes back slowly. */
const [duckBeforeMs, duckAfterMs] = [250, 600];
/** In pauses shorter than this the music stays down. */
const leastSwellMs = 1_200;
const [fadeInMs, fadeOutMs] = [800, 1_500];
/** In dBTP. Compression adds up to 0.6 dB to the peaks, and -1 is the most that EBU R128 lets through. */
const ceilingDb = -2;
/** A second look corrects the loudness where the limiter has taken more than this. */
const toleranceLu = 0.5;

export interface MixParts {
  tools: ProbeTools;
  folder: string;
  signal: AbortSignal;
}

/**
 * Mixes the bed and the voice into a WAV file of the film's length, as loud as films are on the web.
 * @param bed as long as the film; null where there is no music
 * @returns null where there is nothing to hear
 * @throws Error where ffmpeg fails
 */
export async function mixSound(
  { bed, lines, filmMs }: { bed: string | null; lines: readonly PlacedLine[]; filmMs: number },
  parts: MixParts,
): Promise<string | null> {
  const voice = lines.length > 0 ? await joinLines(lines, filmMs, parts) : null;
  const [bedIs, voiceIs] = await Promise.all([bed, voice].map((path) => measured(path, parts)));
  const voiceTrack = voiceIs && `volume=${decibels(filmLufs - voiceIs.integratedLufs)}`;
  const bedLufs = voiceTrack ? filmLufs - bedBelowVoiceDb : filmLufs;
  const bedTrack =
    bedIs &&
    [
      `volume=${decibels(bedLufs - bedIs.integratedLufs)}`,
      ...(voiceTrack ? [duckBelow(lines)] : []),
      `afade=t=in:d=${seconds(fadeInMs)}`,
      `afade=t=out:st=${seconds(Math.max(0, filmMs - fadeOutMs))}:d=${seconds(fadeOutMs)}`,
    ].join(',');
  const tracks = [
    ...(bed && bedTrack ? [{ path: bed, filter: bedTrack }] : []),
    ...(voice && voiceTrack ? [{ path: voice, filter: voiceTrack }] : []),
  ];
  if (tracks.length === 0) return null;
  const mixed = await render('mixed.wav', tracks, filmMs, parts);
  const level = await measureLoudness(parts.tools, mixed, parts.signal);
  if (level.integratedLufs < silentLufs) return null;
  return levelled(mixed, level, filmMs, parts);
}

/** null where there is no such track, or nothing to hear on it. */
async function measured(
  path: string | null | undefined,
  { tools, signal }: MixParts,
): Promise<Loudness | null> {
  const found = path ? await measureLoudness(tools, path, signal) : null;
  return found && found.integratedLufs >= silentLufs ? found : null;
}

/** Puts each line where it is heard. */
function joinLines(lines: readonly PlacedLine[], filmMs: number, parts: MixParts): Promise<string> {
  const tracks = lines.map(({ path, startMs, tempo }) => ({
    path,
    filter: [
      ...(tempo > 1.001 ? [`atempo=${tempo.toFixed(4)}`] : []),
      'aformat=channel_layouts=stereo',
      `adelay=${Math.round(startMs)}:all=1`,
    ].join(','),
  }));
  return render('voice.wav', tracks, filmMs, parts);
}

/** Brings the mix to the loudness of films. A limiter that looks between the samples holds the peaks. */
async function levelled(mixed: string, level: Loudness, filmMs: number, parts: MixParts): Promise<string> {
  const at = (gainDb: number, name: string) => {
    const filter = [
      `volume=${decibels(gainDb)}`,
      'aresample=192000',
      `alimiter=limit=${(10 ** (ceilingDb / 20)).toFixed(4)}:attack=5:release=80:level=0`,
      'aresample=48000',
    ].join(',');
    return render(name, [{ path: mixed, filter }], filmMs, parts);
  };
  const gainDb = filmLufs - level.integratedLufs;
  const first = await at(gainDb, 'sound.wav');
  const { integratedLufs } = await measureLoudness(parts.tools, first, parts.signal);
  const missingDb = filmLufs - integratedLufs;
  return Math.abs(missingDb) <= toleranceLu ? first : at(gainDb + missingDb, 'sound-again.wav');
}

/**
 * How loud the bed is at each moment: down during lines, by straight ways in decibels that begin before them and end after them. In place
 * of a compressor, which hears a line only when it has begun, and swells between two words.
 */
export function duckBelow(lines: readonly Pick<PlacedLine, 'startMs' | 'endMs'>[]): string {
  const spells: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of lines) {
    const last = spells.at(-1);
    if (last && startMs - last.endMs < leastSwellMs) last.endMs = Math.max(last.endMs, endMs);
    else spells.push({ startMs, endMs });
  }
  const depth = spells
    .map(({ startMs, endMs }) => {
      const down = `(t-${seconds(startMs - duckBeforeMs)})/${seconds(duckBeforeMs)}`;
      const up = `(${seconds(endMs + duckAfterMs)}-t)/${seconds(duckAfterMs)}`;
      return `clip(min(${down},${up}),0,1)`;
    })
    .reduce((sum, one) => `max(${sum},${one})`);
  // Evaluated for each 128 samples, or 2.7 ms, so that nobody hears steps.
  return `asetnsamples=n=128:p=0,volume='pow(10,-${duckDb}/20*${depth})':eval=frame`;
}

/** Mixes tracks, each through its filter, into a WAV file that is exactly as long as the film. */
async function render(
  name: string,
  tracks: readonly { path: string; filter: string }[],
  filmMs: number,
  { tools, folder, signal }: MixParts,
): Promise<string> {
  const path = join(folder, name);
  const labels = tracks.map((_, index) => `[t${index}]`).join('');
  const filters = [
    ...tracks.map(({ filter }, index) => `[${index}:a]${filter}[t${index}]`),
    `${labels}amix=inputs=${tracks.length}:normalize=0:duration=longest,apad,atrim=end=${seconds(filmMs)}[out]`,
  ];
  const { output, complaint } = await runConfined(
    tools,
    'ffmpeg',
    [
      ...['-nostdin', '-y', ...tracks.flatMap((track) => sealedInput('wav', track.path))],
      ...['-filter_complex', filters.join(';'), '-map', '[out]', '-ac', '2', '-ar', '48000'],
      // Floating point, so that nothing is cut off before the limiter.
      ...['-c:a', 'pcm_f32le', '-bitexact', path],
    ],
    {
      reads: [...new Set(tracks.map((track) => track.path))],
      writes: folder,
      timeoutMs: 60_000,
      memoryBytes: 2 ** 30,
      writesBytes: 256 * 2 ** 20,
      signal,
    },
  );
  signal.throwIfAborted();
  if (output === null) throw new Error(`the sound could not be mixed: ${complaint}`);
  return path;
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);
const decibels = (db: number) => `${db.toFixed(2)}dB`;
