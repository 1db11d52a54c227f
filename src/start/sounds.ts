import type { Config } from '../config.ts';
import type { Sounds } from '../domain/sounds.ts';
import { listMusic } from '../sound/index.ts';

/** What the operator offers. The folder is read each time, so that a file that is put there is on offer at once. */
export const offerSounds = ({ musicDir, speech }: Pick<Config, 'musicDir' | 'speech'>): Sounds => ({
  music: async () => (musicDir === null ? null : (await listMusic(musicDir)).map(({ name }) => name)),
  voice: speech && { default: speech.voice },
});
