import type { MakeFilm } from './film.ts';

export interface RecordingSettings {
  /** See the guard: hosts that pages may be on although they are not public. */
  allowHosts: string[];
  allowLoopback: boolean;
  chromiumPath: string | null;
  ffmpegPath: string | null;
}

export function recordFilm(_settings: RecordingSettings): MakeFilm {
  return async () => {
    throw new Error('the recorder is not there yet');
  };
}
