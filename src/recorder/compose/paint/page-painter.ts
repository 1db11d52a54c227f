import type { SKRSContext2D } from '@napi-rs/canvas';
import { onOutput, type StageLayout, visibleClip } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';
import { DecodedPicture, drawable, type Picture } from '../pixels/decoded-picture.ts';
import { screenBounds } from '../pixels/screen-bounds.ts';

/** A decoded picture of a part of the viewport (CSS pixels). */
export interface Capture {
  picture: Picture;
  clip: Rect;
}

/** A capture of the whole viewport replaces all before it; a capture of a part lies over the last whole one. */
export function shownCaptures<Kept extends Pick<Capture, 'clip'>>(
  before: readonly Kept[],
  next: Kept,
  stage: StageLayout,
): Kept[] {
  const isWhole = ({ clip }: Kept) =>
    clip.width * stage.scale > stage.content.width - 2 &&
    clip.height * stage.scale > stage.content.height - 2;
  const whole = isWhole(next) ? undefined : before.find(isWhole);
  return whole ? [whole, next] : [next];
}

/**
 * Paints what the camera sees of the page, with round corners. Where `region` is given, only that will be seen of it, in whole
 * pixels of the output.
 */
export function paintPage(
  context: SKRSContext2D,
  stage: StageLayout,
  { camera, captures }: { camera: Camera; captures: Capture[] },
  region?: Rect,
) {
  context.save();
  clipToScreen(context, stage, camera);
  for (const { picture, clip } of neededCaptures(captures, stage, camera)) {
    const place = onOutput(stage, camera, clip);
    // A capture made for this very zoom differs from its place by rounding only. It is drawn on whole pixels, without resampling.
    const isUnscaled =
      Math.abs(place.width - picture.width) < 1.5 && Math.abs(place.height - picture.height) < 1.5;
    if (
      isUnscaled &&
      region &&
      picture instanceof DecodedPicture &&
      paintPart(context, picture, place, region)
    )
      continue;
    const drawn = drawable(picture);
    if (isUnscaled) {
      fillGap(context, drawn, place);
      context.drawImage(drawn, Math.round(place.x), Math.round(place.y));
    } else context.drawImage(drawn, place.x, place.y, place.width, place.height);
  }
  context.restore();
}

/** The newest capture alone where it covers all that the camera sees: drawing one more below it costs 4 ms. */
function neededCaptures(captures: Capture[], stage: StageLayout, camera: Camera): Capture[] {
  const newest = captures.at(-1);
  const seen = visibleClip(stage, camera);
  if (!newest || !seen || captures.length === 1) return captures;
  const slack = 1.5 / (stage.scale * camera.zoom);
  const { clip } = newest;
  const covers =
    clip.x <= seen.x + slack &&
    clip.y <= seen.y + slack &&
    clip.x + clip.width >= seen.x + seen.width - slack &&
    clip.y + clip.height >= seen.y + seen.height - slack;
  return covers ? [newest] : captures;
}

/**
 * Where rounding makes a capture a pixel smaller than its place, it is first drawn shifted, so that its own edge fills the gap.
 */
function fillGap(context: SKRSContext2D, picture: ReturnType<typeof drawable>, place: Rect) {
  const gap = roundingGap(picture, place);
  if (gap.right > 0 || gap.bottom > 0) {
    context.drawImage(
      picture,
      Math.round(place.x) + Math.max(0, gap.right),
      Math.round(place.y) + Math.max(0, gap.bottom),
    );
  }
}

/** How many pixels `picture` is smaller than its place, by rounding. */
const roundingGap = (picture: { width: number; height: number }, place: Rect) => ({
  right: Math.round(place.x + place.width) - Math.round(place.x) - picture.width,
  bottom: Math.round(place.y + place.height) - Math.round(place.y) - picture.height,
});

// Above a fifth of a picture, a canvas of the whole picture costs little more than one of the part, and may be needed again.
const largestPartRatio = 0.2;

/** Draws the part of a picture that lies in a small region of the output. @returns false where the whole picture is needed. */
function paintPart(context: SKRSContext2D, picture: DecodedPicture, place: Rect, region: Rect): boolean {
  const gap = roundingGap(picture, place);
  if (gap.right > 0 || gap.bottom > 0) return false;
  if (region.width * region.height > picture.width * picture.height * largestPartRatio) return false;
  const [left, top] = [Math.round(place.x), Math.round(place.y)];
  const x = Math.max(0, region.x - left);
  const y = Math.max(0, region.y - top);
  const width = Math.min(picture.width, region.x + region.width - left) - x;
  const height = Math.min(picture.height, region.y + region.height - top) - y;
  if (width > 0 && height > 0)
    context.drawImage(picture.partToCanvas({ x, y, width, height }), left + x, top + y);
  return true;
}

/**
 * Rounds the page's corners. It does nothing where the camera is so close that no corner is seen, because clipping costs 1.5 ms.
 */
function clipToScreen(context: SKRSContext2D, stage: StageLayout, camera: Camera) {
  const { bounds, radius } = screenBounds(stage, camera);
  const inside =
    bounds.x + radius <= 0 &&
    bounds.x + bounds.width - radius >= stage.width &&
    bounds.y + bounds.height - radius >= stage.height;
  if (inside) return;
  context.beginPath();
  context.roundRect(bounds.x, bounds.y, bounds.width, bounds.height, radius);
  context.clip();
}
