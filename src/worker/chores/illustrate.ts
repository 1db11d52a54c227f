import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DomainServices } from '../../domain/services.ts';
import { type Illustration, reportPicture, startIllustration } from '../../domain/uploads/illustrate.ts';
import { assetKey } from '../../domain/uploads/set-asset.ts';
import { illustratePayload, illustrateTask } from '../../domain/uploads/tasks.ts';
import { AppError } from '../../errors.ts';
import type { MediaStorage } from '../../media/index.ts';
import { findProbeTools, takeStills } from '../../probe/index.ts';
import { encodeGif } from '../../recorder/index.ts';
import { type Task, type TaskContext, task } from '../queue/tasks.ts';

export interface IllustrateParts {
  services: DomainServices;
  media: MediaStorage;
  ffmpegPath: string | null;
}

/** The task that makes the thumbnail and the GIF of an uploaded film. Where it fails for good, the film is shown without them. */
export function illustrate(parts: IllustrateParts): Task {
  const definition = { name: illustrateTask, payload: illustratePayload, deadlineMs: 180_000 };
  return task(definition, async ({ demoId }, context) => {
    const illustration = await startIllustration(parts.services, demoId);
    if (!illustration) return context.log.info({ demoId }, 'the upload needs no pictures of ours');
    try {
      await makePictures(parts, illustration, context);
    } catch (error) {
      // The demo was deleted while its pictures were being made.
      if (!(error instanceof AppError) || error.status !== 404) throw error;
    }
    context.log.info({ demoId }, 'upload illustrated');
  });
}

async function makePictures(
  { services, media, ffmpegPath }: IllustrateParts,
  illustration: Illustration,
  { folder, signal, log }: TaskContext,
): Promise<void> {
  const { demoId, videoKey, durationMs } = illustration;
  const tools = await findProbeTools(ffmpegPath);
  const videoPath = join(folder, 'upload');
  await pipeline(media.read(videoKey), createWriteStream(videoPath), { signal });
  const posterPath = join(folder, 'poster.png');
  const gifParts = { film: join(folder, 'gif-film.mp4'), palette: join(folder, 'gif-palette.png') };
  const show = async (kind: 'thumbnail' | 'gif', path: string) => {
    const key = assetKey(demoId, kind);
    await media.putFile(key, path);
    await reportPicture(services, illustration, { kind, key });
  };
  const still = { durationMs, signal };
  await takeStills(tools, videoPath, { ...still, posterPath, gifParts });
  await show('thumbnail', posterPath);
  const ffmpeg = { path: tools.ffmpeg, version: '', source: 'system' as const };
  const gif = await encodeGif(gifParts, { ffmpeg, folder, signal, log });
  await show('gif', gif.path);
}
