import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { noSound } from '../../domain/demos/film-warnings.ts';
import { findProbeTools } from '../../probe/index.ts';
import { captionCues } from '../../recorder/index.ts';
import { addSound, openVoice, type SpeechSettings, type Voice } from '../../sound/index.ts';
import type { FilmOrder, MakeFilm, RenderedFilm } from './film.ts';

export interface SoundSettings {
  ffmpegPath: string | null;
  /** The folder with the operator's music. */
  musicDir: string | null;
  /** The provider of the voice. */
  speech: SpeechSettings | null;
}

/**
 * Makes films sound as their jobs ask. A film is made as ever, told only how long its captions take to say; then its sound is put under it
 * here, by the service: a cell has neither the provider's key nor the music. Whatever becomes of the sound, the film is made.
 */
export function withSound(makeFilm: MakeFilm, settings: SoundSettings): MakeFilm {
  return async (order) => {
    const { sound } = order.job;
    if (!sound) return makeFilm(order);
    const parts = await partsOf(settings, order).catch((error: unknown) => {
      order.log.error({ err: error }, 'a film stays silent');
      return null;
    });
    if (!parts) return { ...(await makeFilm(order)), soundFaults: [noSound] };
    const { speech } = settings;
    const voice =
      sound.voice && speech && openVoice(speech, { voice: sound.voice.voice ?? undefined }, parts);
    const film = await makeFilm({
      ...order,
      ...(voice && {
        speak: async (lines) => (await voice.say(lines)).map((clip) => clip?.lengthMs ?? null),
      }),
    });
    try {
      return await heard(film, { settings, order, voice, parts });
    } catch (error) {
      order.signal.throwIfAborted();
      order.log.error({ err: error }, 'the sound of a film could not be made');
      return { ...film, soundFaults: [noSound] };
    }
  };
}

/** @throws AppError where there is no ffmpeg that may read files of others */
const partsOf = async ({ ffmpegPath }: SoundSettings, { folder, signal, log }: FilmOrder) => ({
  tools: await findProbeTools(ffmpegPath),
  // What belongs to the sound lies by itself, since ffmpeg may write where it reads.
  folder: await mkdtemp(join(folder, 'sound-')),
  signal,
  log,
});

interface Hearing {
  settings: SoundSettings;
  order: FilmOrder;
  voice: Voice | null;
  parts: Awaited<ReturnType<typeof partsOf>>;
}

async function heard(film: RenderedFilm, { settings, order, voice, parts }: Hearing): Promise<RenderedFilm> {
  const { sound, demoId } = order.job;
  const startedMs = performance.now();
  order.meter.advance('rendering', 0.98, 'Mixing the sound');
  const { path, faults } = await addSound(
    { path: film.videoPath, durationMs: film.durationMs },
    {
      music: sound?.music ?? null,
      musicDir: settings.musicDir,
      demoId,
      voice,
      lines: voice ? captionCues(film.script, film.recordingLog, film.durationMs) : [],
      isComposed: film.composed !== null,
    },
    parts,
  );
  order.log.info(
    { soundMs: Math.round(performance.now() - startedMs), audible: path !== null },
    'film heard',
  );
  const unspoken = sound?.voice && !voice ? [noVoice] : [];
  return {
    ...film,
    videoPath: path ?? film.videoPath,
    audible: path !== null,
    soundFaults: [...faults, ...unspoken],
  };
}

/** The operator has taken the provider away since the demo was made. */
const noVoice = {
  code: 'no_voice' as const,
  message: 'Nobody speaks in the video: the service has no provider of a voice (SHOWREEL_SPEECH_URL).',
};
