import type { Guard } from '../../../recorder/index.ts';
import type { FilmOrder } from '../film.ts';
import type { RecordingSettings } from '../recording-settings.ts';
import type { FilmScene } from '../scene.ts';
import { fetchPicture } from './fetch-picture.ts';

/** The picture behind the window; null where the presentation names none. */
export async function backgroundOf(
  { presentation }: FilmScene,
  guard: Guard,
  { ownPicture }: RecordingSettings,
  { signal }: Pick<FilmOrder, 'signal'>,
): Promise<Uint8Array | null> {
  const { background } = presentation;
  if (typeof background !== 'object' || !('imageUrl' in background)) return null;
  // Our own pictures are read from the storage: the guard lets no request through to this service.
  return (await ownPicture(background.imageUrl)) ?? (await fetchPicture(background.imageUrl, guard, signal));
}
