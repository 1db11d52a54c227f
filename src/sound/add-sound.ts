import { link } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import { findContainer, type ProbeTools, runConfined, sealedInput } from '../probe/index.ts';
import { decodeBed } from './bed.ts';
import { mixSound } from './mix.ts';
import { findMusic } from './music-folder.ts';
import { type Line, placeLines } from './place-lines.ts';
import type { Voice } from './voice.ts';

/** What a film is to sound like. */
export interface FilmSound {
  /** A name of the operator's folder, or `any`; null for none. */
  music: string | null;
  musicDir: string | null;
  demoId: string;
  /** null where nobody speaks. */
  voice: Voice | null;
  /** What the film says, in its order. */
  lines: readonly Line[];
  /** The film is composed of pictures that were recorded before, which could not wait for this voice. */
  isComposed: boolean;
}

/** Why a film sounds otherwise than it was to. */
export interface SoundFault {
  code: 'no_music' | 'no_voice' | 'not_spoken';
  message: string;
}

/**
 * Puts sound under a silent film. Its pictures stay as they are, byte for byte.
 * @param parts.folder holds nothing but the sound of this film, the voice's lines among it
 * @returns the new file; null where there is nothing to hear, for which the faults then say why
 * @throws Error where ffmpeg fails; the signal's reason
 */
export async function addSound(
  film: { path: string; durationMs: number },
  sound: FilmSound,
  parts: { tools: ProbeTools; folder: string; signal: AbortSignal; log: Logger },
): Promise<{ path: string | null; faults: SoundFault[] }> {
  const faults: SoundFault[] = [];
  const bed = await bedOf(sound, film.durationMs, parts, faults);
  const lines = await spokenLines(sound, film.durationMs, faults);
  const track = await mixSound({ bed, lines, filmMs: film.durationMs }, parts);
  if (track === null) return { path: null, faults };
  return { path: await joined(film.path, track, parts), faults };
}

async function bedOf(
  { music, musicDir, demoId }: FilmSound,
  filmMs: number,
  parts: Parameters<typeof decodeBed>[2],
  faults: SoundFault[],
): Promise<string | null> {
  if (music === null) return null;
  const fault = (message: string) => {
    faults.push({ code: 'no_music', message });
    return null;
  };
  const found = await findMusic(musicDir, music, demoId);
  if (!found)
    return fault(
      musicDir === null
        ? 'The video has no music: the service offers none (SHOWREEL_MUSIC_DIR).'
        : `The video has no music: “${music}” is not there any more.`,
    );
  const bed = await decodeBed(found.path, filmMs, parts);
  return bed ?? fault(`The video has no music: “${found.name}” cannot be played.`);
}

async function spokenLines({ voice, lines, isComposed }: FilmSound, filmMs: number, faults: SoundFault[]) {
  if (!voice) return [];
  const clips = await voice.say(lines.map(({ text }) => text));
  const { placed, tooLong } = placeLines(lines, clips, filmMs);
  const unspoken = lines.filter((_, index) => !clips[index]);
  if (placed.length === 0 && unspoken.length > 0)
    faults.push({
      code: 'no_voice',
      message: `Nobody speaks in the video: the provider of the voice failed, since ${voice.trouble ?? 'the captions are too long'}. A restyle tries again.`,
    });
  else if (unspoken.length > 0)
    faults.push({
      code: 'not_spoken',
      message: `${quoted(unspoken)} not spoken: the provider of the voice failed, since ${voice.trouble ?? 'the captions are too long'}. A restyle tries again.`,
    });
  if (tooLong.length > 0)
    faults.push({
      code: 'not_spoken',
      message: `${quoted(tooLong)} not spoken, since the video shows this for a shorter time than it takes to say. ${isComposed ? waitsAnew : 'Shorter captions or a longer video would help.'}`,
    });
  return placed;
}

const waitsAnew = 'A restyle with `retake` films it anew, and its pictures then wait for the voice.';

/** Names two lines at most, so that a warning stays a sentence. */
function quoted(lines: readonly Line[]): string {
  const named = lines.slice(0, 2).map(({ text }) => `“${text}”`);
  const others = lines.length - named.length;
  const all = [...named, ...(others > 0 ? [`${others} more`] : [])];
  return `${all.join(all.length > 2 ? ', ' : ' and ')} ${lines.length === 1 ? 'was' : 'were'}`;
}

/** The film with the track. */
async function joined(
  film: string,
  track: string,
  { tools, folder, signal }: { tools: ProbeTools; folder: string; signal: AbortSignal },
): Promise<string> {
  const container = (await findContainer(film)) ?? 'mp4';
  const [given, path] = [join(folder, `silent.${container}`), join(folder, `video.${container}`)];
  // ffmpeg may read what lies in the folder that it writes to.
  await link(film, given);
  const { output, complaint } = await runConfined(
    tools,
    'ffmpeg',
    [
      ...['-nostdin', '-y', ...sealedInput(container === 'mp4' ? 'mov' : 'matroska', given)],
      ...[...sealedInput('wav', track), '-map', '0:v:0', '-map', '1:a:0', '-c:v', 'copy'],
      ...(container === 'mp4'
        ? ['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart']
        : ['-c:a', 'libopus', '-b:a', '128k']),
      path,
    ],
    {
      reads: [given, track],
      writes: folder,
      timeoutMs: 120_000,
      memoryBytes: 2 ** 30,
      writesBytes: 2 ** 30,
      signal,
    },
  );
  signal.throwIfAborted();
  if (output === null) throw new Error(`the sound could not be joined to the film: ${complaint}`);
  return path;
}
