import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import { type ProbeTools, runConfined } from '../probe/index.ts';
import { audioFormat, decodingOf } from './audio-format.ts';
import { type SpeechSettings, speak } from './speech.ts';

/** A line as it was spoken: a WAV file of ours, 48 kHz, one channel. */
export interface Clip {
  path: string;
  lengthMs: number;
}

/** The voice of one film. */
export interface Voice {
  /**
   * Has lines spoken, each of them once however often it is asked for.
   * @returns null for a line that could not be spoken, in their order
   * @throws the signal's reason, and nothing else: whatever the provider does, the film is made
   */
  say(lines: readonly string[]): Promise<(Clip | null)[]>;
  /** What the provider did in place of speaking, in words for the demo's owner; null where all went well. */
  readonly trouble: string | null;
}

/** A caption has 200 at most. */
const mostLineLetters = 400;
/** A cell that a page has taken over could ask for more. */
const mostLines = 80;
/** No film lasts longer. */
const mostClipMs = 30_000;
const bytesPerMs = 96;
/** How long all lines of a film may take together. Meanwhile its page waits, opened. */
const mostWaitMs = 60_000;
/** A provider that fails this often in a row is not asked any more for this film. */
const mostFailures = 3;
/** Providers limit how many requests run at once. */
const atOnce = 3;

export function openVoice(
  settings: SpeechSettings,
  { voice = settings.voice }: { voice?: string | undefined },
  parts: { tools: ProbeTools; folder: string; signal: AbortSignal; log: Logger },
): Voice {
  const { signal, log } = parts;
  const spoken = new Map<string, Promise<Clip | null>>();
  let trouble: string | null = null;
  let failures = 0;
  let leftMs = mostWaitMs;
  let turns = Promise.resolve();

  async function speakOne(text: string, index: number): Promise<Clip | null> {
    if (failures >= mostFailures || leftMs <= 0) return null;
    const startedMs = performance.now();
    const patience = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(leftMs))]);
    let failed: string | null = null;
    try {
      const speech = await speak(settings, { text, voice }, patience);
      if ('failed' in speech) {
        failed = speech.failed;
        if (speech.isFinal) failures = mostFailures;
      } else {
        const clip = await decodeClip(speech.bytes, index, parts);
        if ('lengthMs' in clip) {
          failures = 0;
          return clip;
        }
        failed = clip.failed;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!patience.aborted) log.warn({ err: error }, 'speech could not be kept');
      failed = patience.aborted
        ? `it took longer than ${mostWaitMs / 1000} s for this film`
        : 'what it sent could not be kept';
      failures = mostFailures;
    } finally {
      leftMs -= (performance.now() - startedMs) / atOnce;
    }
    failures++;
    trouble ??= failed;
    log.warn({ line: index, failed }, 'a line could not be spoken');
    return null;
  }

  async function sayAll(lines: readonly string[]): Promise<void> {
    const waiting = lines.filter(
      (text) => text !== '' && text.length <= mostLineLetters && !spoken.has(text),
    );
    const fresh = [...new Set(waiting)].slice(0, Math.max(0, mostLines - spoken.size));
    const next = fresh.map((text, at) => ({
      text,
      index: spoken.size + at,
      ...Promise.withResolvers<Clip | null>(),
    }));
    for (const { text, promise } of next) spoken.set(text, promise);
    const work = async () => {
      for (let one = next.shift(); one; one = next.shift()) {
        // It rejects where the job is over: then nobody reads on.
        one.resolve(await speakOne(one.text, one.index).catch(() => null));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    signal.throwIfAborted();
  }

  return {
    async say(lines) {
      turns = turns.catch(() => undefined).then(() => sayAll(lines));
      await turns;
      return Promise.all(lines.map((text) => spoken.get(text) ?? null));
    },
    get trouble() {
      return trouble;
    },
  };
}

/** Decodes what a provider has sent into a file of ours. What cannot be decoded, or is longer than a film, is no speech. */
async function decodeClip(
  bytes: Buffer,
  index: number,
  { tools, folder, signal, log }: { tools: ProbeTools; folder: string; signal: AbortSignal; log: Logger },
): Promise<Clip | { failed: string }> {
  const format = audioFormat(bytes);
  if (!format) return { failed: 'it answered with something else than sound' };
  const [given, path] = [join(folder, `line-${index}.sent`), join(folder, `line-${index}.wav`)];
  await writeFile(given, bytes, { mode: 0o600 });
  const most = ['-t', String(mostClipMs / 1000 + 1)];
  const { output, complaint } = await runConfined(
    tools,
    'ffmpeg',
    [
      ...decodingOf(format, given),
      ...most,
      '-af',
      trimmed,
      '-ac',
      '1',
      '-ar',
      '48000',
      '-c:a',
      'pcm_s16le',
      path,
    ],
    { ...confinement, reads: given, writes: folder, signal },
  );
  signal.throwIfAborted();
  if (output === null) {
    log.warn({ complaint }, 'speech could not be decoded');
    return { failed: 'it sent sound that cannot be decoded' };
  }
  const lengthMs = Math.round(Math.max(0, (await stat(path)).size - headerBytes) / bytesPerMs);
  if (lengthMs > mostClipMs) return { failed: `it spoke a line for longer than ${mostClipMs / 1000} s` };
  return lengthMs < 50 ? { failed: 'it sent no sound' } : { path, lengthMs };
}

/** Of a WAV file of ours, which has no metadata. */
const headerBytes = 44;
/** Providers begin and end with silence, an MP3 alone with up to 50 ms: a line would come late, and seem longer than it is. */
const trim = (keptSec: number) =>
  `silenceremove=start_periods=1:start_threshold=-50dB:start_silence=${keptSec}`;
const trimmed = `${trim(0.02)},areverse,${trim(0.1)},areverse`;
const confinement = { timeoutMs: 20_000, memoryBytes: 2 ** 30, writesBytes: 64 * 2 ** 20 };
