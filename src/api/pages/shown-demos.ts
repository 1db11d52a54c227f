import { currentProgress } from '../../domain/demos/jobs/progress.ts';
import { issueTicket } from '../../domain/demos/jobs/ticket.ts';
import { type PublicDemo, readPublicDemo } from '../../domain/demos/views/catalogue.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import type { ShownDemo } from '../../web/index.ts';
import { pictureSize } from './picture-size.ts';

export interface ShownDemoParts {
  services: DomainServices;
  media: MediaStorage;
}

/** What anybody who knows the id may see of a demo; null where there is no such demo or the text cannot be an id. */
export async function findShownDemo(parts: ShownDemoParts, id: string): Promise<ShownDemo | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  const demo = await readPublicDemo(parts.services.sql, id);
  if (!demo) return null;
  const { videoKey, thumbnailKey, gifKey, ...rest } = demo;
  return {
    ...rest,
    hasVideo: videoKey !== null,
    hasThumbnail: thumbnailKey !== null,
    thumbnailSize: thumbnailKey === null ? null : await pictureSize(parts.media, thumbnailKey),
    hasGif: gifKey !== null,
    mediaOrigin: parts.media.direct?.origin ?? null,
    progress: await progressOf(parts.services, demo),
  };
}

/** The progress of the running job; null where the page already has a video to show, or where the demo has failed. */
async function progressOf(
  { sql, secrets, clock }: DomainServices,
  demo: PublicDemo,
): Promise<ShownDemo['progress']> {
  if (demo.videoKey !== null || demo.status === 'failed') return null;
  const state = await currentProgress(sql, demo.id);
  if (!state) return null;
  const ticket = issueTicket(secrets, clock, demo.id, 'anybody');
  return {
    fraction: state.progress,
    message: state.message,
    socketPath: `/api/ws/${demo.id}?ticket=${ticket}`,
  };
}
