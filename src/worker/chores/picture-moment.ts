import { pictureKey, reportPicked, wantedPictures } from '../../domain/pictures/report-pictures.ts';
import { picturesPayload, picturesTask } from '../../domain/pictures/tasks.ts';
import { AppError } from '../../errors.ts';
import { type Task, task } from '../queue/tasks.ts';
import type { IllustrateParts } from './illustrate.ts';
import { picturesOf } from './pictures-of.ts';

/** Long enough to show what happens, and small enough to load in a README. */
const gifMs = 4_000;
/** Of these, so much before the moment: what leads to it. */
const beforeMs = 1_500;
/** The last picture of a film begins before its end. */
const lastFrameMs = 100;

/** The task that makes the pictures of the moment that a demo's owner has picked. */
export function pictureMoment({ services, media, ffmpegPath }: IllustrateParts): Task {
  const definition = { name: picturesTask, payload: picturesPayload, deadlineMs: 180_000 };
  return task(definition, async ({ demoId }, context) => {
    const wanted = await wantedPictures(services, demoId);
    if (!wanted) return context.log.info({ demoId }, 'nobody wants pictures of this demo any more');
    const { moments, videoKey } = wanted;
    const durationMs = wanted.durationMs ?? Number.POSITIVE_INFINITY;
    const clamped = (timeMs: number, mostMs: number) => Math.max(0, Math.min(timeMs, mostMs));
    const pictures = {
      ...(moments.thumbnail && { posterAtMs: clamped(moments.thumbnail.timeMs, durationMs - lastFrameMs) }),
      ...(moments.gif && {
        gif: { fromMs: clamped(moments.gif.timeMs - beforeMs, durationMs - gifMs), lengthMs: gifMs },
      }),
    };
    try {
      await picturesOf({ media, ffmpegPath, videoKey }, pictures, context, async (kind, path) => {
        const key = pictureKey(wanted, kind);
        await media.putFile(key, path);
        await reportPicked(services, wanted, { kind, key });
      });
    } catch (error) {
      // The demo was deleted while its pictures were being made.
      if (!(error instanceof AppError) || error.status !== 404) throw error;
    }
    context.log.info({ demoId, kinds: Object.keys(moments) }, 'moment pictured');
  });
}
