/** What a film sounds like, as options of the command line. */
import type { Command } from 'commander';
import type { components } from '../../client/index.ts';
import { usageFailure } from '../failure.ts';

export interface SoundOptions {
  music?: string;
  /** true where no voice is named. */
  voice?: string | true;
  silent?: boolean;
}

export type Sound = NonNullable<components['schemas']['Demo']['sound']>;

export function addSoundOptions(command: Command): Command {
  return command
    .option('--music <name>', 'music below the film: a name that the service offers, or any')
    .option('--voice [name]', 'a voice that reads the captions');
}

/** @returns undefined where nothing is said of it, and null where the film is to be silent */
export function readSound({ music, voice, silent }: SoundOptions): Sound | null | undefined {
  if (silent && (music !== undefined || voice !== undefined))
    throw usageFailure('--silent: expected neither --music nor --voice beside it.');
  if (silent) return null;
  if (music === undefined && voice === undefined) return undefined;
  return {
    music: music ?? null,
    voice: voice === undefined ? null : { voice: voice === true ? null : voice },
  };
}
