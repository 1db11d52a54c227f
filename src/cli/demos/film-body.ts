import type { ShowreelClient } from '../../client/index.ts';
import { type LookOptions, readLook } from './look.ts';
import { type ProjectOptions, projectOf } from './projects.ts';
import { readSound, type SoundOptions } from './sound.ts';
import type { WishOptions } from './wish.ts';

/** What a film is asked for with, whether it is made or previewed. */
export async function filmBody(
  client: ShowreelClient,
  sentence: string,
  options: WishOptions & LookOptions & ProjectOptions & SoundOptions,
) {
  const presentation = await readLook(options);
  const project_id = await projectOf(client, options);
  const { format, resolution, aspect, duration: duration_target, mode } = options;
  const sound = readSound(options) ?? undefined;
  const look = { format, resolution, aspect, presentation, sound };
  return { project_id, prompt: sentence, duration_target, mode, ...look };
}
