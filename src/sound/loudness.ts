import { type ProbeTools, runConfined, sealedInput } from '../probe/index.ts';

/** As EBU R128 measures it. */
export interface Loudness {
  /** Of the whole, in LUFS. Silence has -70. */
  integratedLufs: number;
  /** In dBTP; -Infinity for silence. */
  truePeakDb: number;
}

/** Everything below it is silence to a listener. */
export const silentLufs = -60;

/**
 * Measures a WAV file of ours.
 * @throws Error where ffmpeg fails
 */
export async function measureLoudness(
  tools: ProbeTools,
  path: string,
  signal: AbortSignal,
): Promise<Loudness> {
  const told = 'ebur128=peak=true:metadata=1,ametadata=mode=print:file=-';
  const { output, complaint } = await runConfined(
    tools,
    'ffmpeg',
    ['-nostdin', ...sealedInput('wav', path), '-af', told, '-f', 'null', '-'],
    { reads: path, writes: null, writesBytes: 0, timeoutMs: 30_000, memoryBytes: 2 ** 30, signal },
  );
  const integrated = lastOf(output, /lavfi\.r128\.I=(\S+)/g);
  const peak = lastOf(output, /lavfi\.r128\.true_peak=(\S+)/g);
  if (integrated === null || peak === null)
    throw new Error(`the loudness could not be measured: ${complaint}`);
  return { integratedLufs: Math.max(-70, integrated), truePeakDb: 20 * Math.log10(peak) };
}

function lastOf(text: string | null, pattern: RegExp): number | null {
  const found = [...(text ?? '').matchAll(pattern)].at(-1)?.[1];
  const value = Number(found);
  return found === undefined || Number.isNaN(value) ? null : value;
}
