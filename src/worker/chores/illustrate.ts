import type { AssetKind } from '../../domain/demos/events.ts';
import type { DomainServices } from '../../domain/services.ts';
import { type Illustration, reportPicture, startIllustration } from '../../domain/uploads/illustrate.ts';
import { assetKey } from '../../domain/uploads/set-asset.ts';
import { illustratePayload, illustrateTask } from '../../domain/uploads/tasks.ts';
import { AppError } from '../../errors.ts';
import type { MediaStorage } from '../../media/index.ts';
import { type Task, type TaskContext, task } from '../queue/tasks.ts';
import { picturesOf } from './pictures-of.ts';

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
  context: TaskContext,
): Promise<void> {
  const { demoId, videoKey, durationMs } = illustration;
  const show = async (kind: AssetKind, path: string) => {
    const key = assetKey(demoId, kind);
    await media.putFile(key, path);
    await reportPicture(services, illustration, { kind, key });
  };
  const pictures = {
    // After a tenth of the film, fades and loading are over, and the picture still shows how the film begins.
    posterAtMs: Math.min(3_000, (durationMs ?? 0) / 10),
    // The GIF of a long film shows its beginning only: more would cost it frames and colours.
    gif: { fromMs: 0, lengthMs: 10_000 },
  };
  await picturesOf({ media, ffmpegPath, videoKey }, pictures, context, show);
}
