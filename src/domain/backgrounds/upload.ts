import { conflict } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { CommandContext } from '../../store/types.ts';
import type { DomainServices } from '../services.ts';
import { countBackgrounds } from './backgrounds.ts';
import { backgroundDecider } from './decide.ts';
import { type BackgroundEvent, backgroundStream } from './events.ts';

/** A picture that was encoded anew from its pixels, with a small preview of it. */
export interface BackgroundPicture {
  image: Uint8Array;
  preview: Uint8Array;
  width: number;
  height: number;
}

/** Where pictures are kept. */
export interface PictureShelf {
  /** An object appears whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  removeAll(prefix: string): Promise<void>;
}

/** A limit, since the list of backgrounds is not divided into pages. */
const mostOfUser = 500;

export const backgroundPrefix = (backgroundId: string) => `backgrounds/${backgroundId}/`;

/**
 * Keeps a picture as one of the user's backgrounds: first its files, then the event that names them.
 * @throws AppError 409 `too_many_backgrounds`.
 */
export async function uploadBackground(
  services: DomainServices,
  context: CommandContext,
  { userId, name, picture }: { userId: string; name: string; picture: BackgroundPicture },
  shelf: PictureShelf,
): Promise<{ backgroundId: string; imageKey: string }> {
  if ((await countBackgrounds(services.sql, userId)) >= mostOfUser)
    throw conflict('too_many_backgrounds', `${mostOfUser} backgrounds are kept; delete one first.`);
  const backgroundId = newId('bg');
  const prefix = backgroundPrefix(backgroundId);
  const [imageKey, previewKey] = [`${prefix}image.webp`, `${prefix}preview.webp`];
  try {
    await shelf.put(imageKey, picture.image);
    await shelf.put(previewKey, picture.preview);
    const { width, height, image } = picture;
    const facts = { backgroundId, userId, name, imageKey, previewKey, width, height };
    const done = await services.store.execute(context, (unit) => {
      unit
        .begin(backgroundDecider, backgroundStream(backgroundId))
        .decide({ type: 'upload', ...facts, sizeBytes: image.length });
    });
    if (!done.duplicate) return { backgroundId, imageKey };
    // The command was given before and its answer was lost: the background of that time counts, and its files are
    // there.
    await shelf.removeAll(prefix);
    const { data } = done.events[0] as Extract<BackgroundEvent, { type: 'BackgroundUploaded' }>;
    return { backgroundId: data.backgroundId, imageKey: data.imageKey };
  } catch (fault) {
    // An append that failed may have been committed all the same. The files are removed only where it certainly was
    // not: files that nothing names do less harm than a background without files.
    const written = await services.store.readCommand(context.commandId).catch(() => null);
    if (written?.length === 0) await shelf.removeAll(prefix);
    throw fault;
  }
}
