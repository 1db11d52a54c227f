/**
 * What demos may sound like. Whoever starts the service provides it, since only there is it known which music the operator offers and
 * who speaks.
 */
export interface Sounds {
  /** The names of the music; null where the operator has named no folder. */
  music(): Promise<string[] | null>;
  /** null where no provider of a voice is set. */
  voice: {
    /** The voice that speaks where none is named. */
    default: string;
  } | null;
}

export const noSounds: Sounds = { music: async () => null, voice: null };
