import type { Config } from '../config.ts';
import type { Sounds } from '../domain/sounds.ts';
import type { Logger } from '../log.ts';
import { listMusic } from '../sound/index.ts';

/** What the operator offers. The folder is read each time, so that a file that is put there is on offer at once. */
export async function offerSounds(
  { musicDir, speech }: Pick<Config, 'musicDir' | 'speech'>,
  log: Logger,
): Promise<Sounds> {
  if (musicDir !== null && (await listMusic(musicDir)).length === 0)
    log.warn({ musicDir }, 'SHOWREEL_MUSIC_DIR: there is no such folder, or no music in it that can be read');
  return {
    music: async () => (musicDir === null ? null : (await listMusic(musicDir)).map(({ name }) => name)),
    voice: speech && { default: speech.voice },
  };
}
