import type { SKRSContext2D } from '@napi-rs/canvas';
import { onOutput, type StageLayout, visibleClip } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';
import { drawable, type Picture, Pixels } from '../pixels/pixels.ts';
import { screenPlace } from '../pixels/screen.ts';

/** A decoded picture of a part of the viewport (CSS pixels). */
export interface Capture {
  picture: Picture;
  clip: Rect;
}

/**
 * Paints what the camera sees of the page, its corners round. `only` is all that will be seen of it, in whole pixels of the output.
 */
export function paintPage(
  context: SKRSContext2D,
  stage: StageLayout,
  { camera, captures }: { camera: Camera; captures: Capture[] },
  only?: Rect,
) {
  context.save();
  clipToScreen(context, stage, camera);
  for (const { picture, clip } of needed(captures, stage, camera)) {
    const place = onOutput(stage, camera, clip);
    // A capture made for this very zoom differs from its place by rounding alone: it goes on whole pixels, untouched.
    const exact =
      Math.abs(place.width - picture.width) < 1.5 && Math.abs(place.height - picture.height) < 1.5;
    if (exact && only && picture instanceof Pixels && paintPart(context, picture, place, only)) continue;
    const whole = drawable(picture);
    if (exact) {
      fillGap(context, whole, place);
      context.drawImage(whole, Math.round(place.x), Math.round(place.y));
    } else context.drawImage(whole, place.x, place.y, place.width, place.height);
  }
  context.restore();
}

/** The newest capture alone where it covers all that is seen; drawing one more below it costs 4 ms. */
function needed(captures: Capture[], stage: StageLayout, camera: Camera): Capture[] {
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

/** Where rounding leaves a capture a pixel short of its place, its own edge is drawn out to fill it. */
function fillGap(context: SKRSContext2D, picture: ReturnType<typeof drawable>, place: Rect) {
  const short = shortOf(picture, place);
  if (short.right > 0 || short.bottom > 0) {
    context.drawImage(
      picture,
      Math.round(place.x) + Math.max(0, short.right),
      Math.round(place.y) + Math.max(0, short.bottom),
    );
  }
}

/** How many pixels rounding leaves `picture` short of its place. */
const shortOf = (picture: { width: number; height: number }, place: Rect) => ({
  right: Math.round(place.x + place.width) - Math.round(place.x) - picture.width,
  bottom: Math.round(place.y + place.height) - Math.round(place.y) - picture.height,
});

// A fifth of a picture: beyond that a canvas of all of it, which may be needed again, costs little more.
const smallPart = 0.2;

/** Draws what of a picture lies in a small part of the output; false where all of it is needed. */
function paintPart(context: SKRSContext2D, picture: Pixels, place: Rect, only: Rect): boolean {
  const short = shortOf(picture, place);
  if (short.right > 0 || short.bottom > 0) return false;
  if (only.width * only.height > picture.width * picture.height * smallPart) return false;
  const [left, top] = [Math.round(place.x), Math.round(place.y)];
  const x = Math.max(0, only.x - left);
  const y = Math.max(0, only.y - top);
  const width = Math.min(picture.width, only.x + only.width - left) - x;
  const height = Math.min(picture.height, only.y + only.height - top) - y;
  if (width > 0 && height > 0) context.drawImage(picture.part({ x, y, width, height }), left + x, top + y);
  return true;
}

/** Rounds the page's corners, unless the camera is so close that none of them is in the picture: clipping costs 1.5 ms. */
function clipToScreen(context: SKRSContext2D, stage: StageLayout, camera: Camera) {
  const { place, radius } = screenPlace(stage, camera);
  const inside =
    place.x + radius <= 0 &&
    place.x + place.width - radius >= stage.width &&
    place.y + place.height - radius >= stage.height;
  if (inside) return;
  context.beginPath();
  context.roundRect(place.x, place.y, place.width, place.height, radius);
  context.clip();
}
