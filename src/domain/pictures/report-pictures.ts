import { stepOf } from '../context.ts';
import { demoDecider } from '../demos/decide.ts';
import { type AssetKind, demoStream } from '../demos/events.ts';
import type { PickedMoment } from '../demos/state.ts';
import type { DomainServices } from '../services.ts';
import { assetKey, showAsset } from '../uploads/set-asset.ts';

/** A moment of a video of which pictures are wanted. */
export interface WantedPictures extends PickedMoment {
  demoId: string;
  userId: string;
  version: number;
  videoKey: string;
  /** null where the video is somebody's own and does not say. */
  durationMs: number | null;
}

/** @returns null where the demo is gone, or where another version has taken the place of the one whose moment was picked */
export async function wantedPictures(
  { store }: DomainServices,
  demoId: string,
): Promise<WantedPictures | null> {
  // It writes nothing: a unit of work is the way to read the newest state.
  const { value } = await store.execute(stepOf(demoId, 'wanted-pictures'), async (unit) => {
    const demo = (await unit.load(demoDecider, demoStream(demoId))).state;
    if (!demo?.moment || !demo.video || demo.version === null) return null;
    return { demoId, userId: demo.userId, version: demo.version, ...demo.video, ...demo.moment };
  });
  return value;
}

export const pictureKey = ({ demoId, version }: WantedPictures, kind: AssetKind) =>
  assetKey(demoId, kind, version);

/**
 * Gives the demo a picture that was made and kept under `key`. Where another moment was picked meanwhile, or another version published,
 * the picture is removed.
 * @throws AppError 404 where the demo is gone; then the picture is removed.
 */
export const reportPicked = (
  services: DomainServices,
  { demoId, userId, pickId }: WantedPictures,
  { kind, key }: { kind: AssetKind; key: string },
): Promise<void> =>
  showAsset(services, stepOf(pickId, kind), { demoId, userId, kind, key, origin: 'picked', pickId });
