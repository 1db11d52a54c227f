import { stepOf } from '../context.ts';
import { demoDecider } from '../demos/decide.ts';
import { type AssetKind, demoStream } from '../demos/events.ts';
import type { PickedMoment } from '../demos/state.ts';
import type { DomainServices } from '../services.ts';
import { assetKey, showAsset } from '../uploads/set-asset.ts';

/** The moments of a video of which pictures are wanted. */
export interface WantedPictures {
  demoId: string;
  userId: string;
  version: number;
  videoKey: string;
  /** null where the video is somebody's own and does not say. */
  durationMs: number | null;
  moments: Partial<Record<AssetKind, PickedMoment>>;
}

/** @returns null where the demo is gone, or where its pictures are made, or where another version has taken the place of theirs */
export async function wantedPictures(
  { store }: DomainServices,
  demoId: string,
): Promise<WantedPictures | null> {
  // It writes nothing: a unit of work is the way to read the newest state.
  const { value } = await store.execute(stepOf(demoId, 'wanted-pictures'), async (unit) => {
    const demo = (await unit.load(demoDecider, demoStream(demoId))).state;
    if (!demo?.video || demo.version === null || Object.keys(demo.moments).length === 0) return null;
    const { userId, version, video, moments } = demo;
    return { demoId, userId, version, ...video, moments };
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
  { demoId, userId, moments }: WantedPictures,
  { kind, key }: { kind: AssetKind; key: string },
): Promise<void> => {
  const { pickId } = moments[kind]!;
  return showAsset(services, stepOf(pickId, kind), { demoId, userId, kind, key, origin: 'picked', pickId });
};
