import { stepOf } from '../context.ts';
import { demoDecider } from '../demos/decide.ts';
import { deleteDemo } from '../demos/end.ts';
import { type AssetKind, demoStream } from '../demos/events.ts';
import { projectDecider } from '../projects/decide.ts';
import { projectStream } from '../projects/events.ts';
import type { DomainServices } from '../services.ts';
import { showAsset } from './set-asset.ts';

/** An uploaded film whose pictures are to be made. */
export interface Illustration {
  demoId: string;
  userId: string;
  videoKey: string;
  durationMs: number | null;
}

/** @returns null where the demo is gone, or where its owner has given it both pictures meanwhile. */
export async function startIllustration(
  services: DomainServices,
  demoId: string,
): Promise<Illustration | null> {
  const { value } = await services.store.execute(illustrationOf(demoId, 'started'), async (unit) => {
    const demo = (await unit.load(demoDecider, demoStream(demoId))).state;
    if (!demo?.uploaded) return null;
    const project = (await unit.load(projectDecider, projectStream(demo.projectId))).state;
    const missing = !demo.assets.thumbnail || !demo.assets.gif;
    return { demoId, userId: demo.userId, ...demo.uploaded, missing, orphaned: !project };
  });
  if (!value) return null;
  const { missing, orphaned, ...illustration } = value;
  if (orphaned) {
    // The upload was stored while its project was being deleted. The deletion of a project covers all of its demos,
    // so this one is deleted too.
    await deleteDemo(services, illustrationOf(demoId, 'orphaned'), { demoId, userId: value.userId });
    return null;
  }
  return missing ? illustration : null;
}

/**
 * Gives the demo a picture that was made and kept under `key`.
 * @throws AppError 404 where the demo is gone; then the picture is removed.
 */
export const reportPicture = (
  services: DomainServices,
  { demoId, userId }: Illustration,
  { kind, key }: { kind: AssetKind; key: string },
): Promise<void> =>
  showAsset(services, illustrationOf(demoId, kind), { demoId, userId, kind, key, origin: 'made' });

const illustrationOf = (demoId: string, step: string) => stepOf(`${demoId}:illustration`, step);

/** Whether no demo came of an upload: then nobody needs the files in its folder. */
export async function hasNoDemo({ store }: DomainServices, demoId: string): Promise<boolean> {
  return (await store.readStream(demoStream(demoId), { limit: 1 })).length === 0;
}
