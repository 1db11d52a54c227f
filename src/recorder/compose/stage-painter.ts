import { type Canvas, createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import type { ResolvedPresentation } from '../presentation.ts';
import { cameraView, onOutput, type Stage, visibleClip } from '../stage.ts';
import type { Camera, Rect } from '../take.ts';
import { paintBackground } from './background.ts';
import type { WindowMotion } from './motion.ts';
import { paintShadow } from './shadow.ts';
import { type PageLabel, paintWindow } from './window.ts';

/** A decoded picture of a part of the viewport (CSS pixels). */
export interface Capture {
  picture: Image;
  clip: Rect;
}

/** Everything below the cursor: background, window, page. */
export interface Shot {
  camera: Camera;
  motion: WindowMotion | null;
  page: PageLabel;
  /** Newest last; the last that shows the whole viewport comes first, for what a zoomed one leaves open. */
  captures: Capture[];
}

export interface StagePainter {
  /** Paints the whole output. */
  paint(context: SKRSContext2D, shot: Shot): void;
  /** Paints a new page, where camera, window and title are those of the last `paint`, to the same pixels as `paint`. */
  repaintPage(context: SKRSContext2D, shot: Shot): void;
}

/** Paints what never changes once: background, shadow, and both together. */
export async function createStagePainter(
  stage: Stage,
  presentation: ResolvedPresentation,
  backgroundImage: Uint8Array | null,
): Promise<StagePainter> {
  const background = await paintBackground(stage, presentation.background, backgroundImage);
  const shadow = paintShadow(stage);
  const backdrop = createCanvas(stage.width, stage.height);
  const backdropContext = backdrop.getContext('2d');
  backdropContext.drawImage(background, 0, 0);
  backdropContext.drawImage(shadow, 0, 0);

  let aside: Canvas | null = null;
  const paintMoving = (context: SKRSContext2D, shot: Shot, motion: WindowMotion) => {
    aside ??= createCanvas(stage.width, stage.height);
    const own = aside.getContext('2d');
    own.setTransform(1, 0, 0, 1, 0, 0);
    own.clearRect(0, 0, stage.width, stage.height);
    drawStaged(own, stage, shot.camera, shadow);
    paintEmptyWindow(own, stage, presentation, shot);
    paintPage(own, stage, shot);
    drawStaged(context, stage, shot.camera, background);
    const center = {
      x: stage.window.x + stage.window.width / 2,
      y: stage.window.y + stage.window.height / 2,
    };
    context.save();
    context.globalAlpha = motion.opacity;
    context.translate(center.x, center.y + motion.drop * stage.unit);
    context.scale(motion.scale, motion.scale);
    context.drawImage(aside, -center.x, -center.y);
    context.restore();
  };

  // What stands behind the page, kept while the camera does: a page painted over the one before would darken its soft
  // edges a little more in every frame.
  const behind = createCanvas(stage.width, stage.height);
  const behindContext = behind.getContext('2d');
  let behindIsStale = true;
  const paintBehind = (context: SKRSContext2D, shot: Shot) => {
    context.imageSmoothingQuality = 'low';
    context.save();
    clipToSurroundings(context, stage, shot.camera);
    drawStaged(context, stage, shot.camera, backdrop);
    context.restore();
    paintEmptyWindow(context, stage, presentation, shot);
  };

  return {
    paint(context, shot) {
      behindIsStale = true;
      if (shot.motion) {
        paintMoving(context, shot, shot.motion);
        return;
      }
      paintBehind(context, shot);
      paintPage(context, stage, shot);
    },
    repaintPage(context, shot) {
      if (behindIsStale) paintBehind(behindContext, shot);
      behindIsStale = false;
      context.drawImage(behind, 0, 0);
      paintPage(context, stage, shot);
    },
  };
}

/** Draws a picture of the stage as the camera sees it. */
function drawStaged(context: SKRSContext2D, stage: Stage, camera: Camera, picture: Canvas) {
  const view = cameraView(stage, camera);
  const { zoom } = camera;
  if (zoom === 1 && Math.abs(view.x) < 0.01 && Math.abs(view.y) < 0.01) context.drawImage(picture, 0, 0);
  else {
    context.drawImage(picture, -view.x * zoom, -view.y * zoom, stage.width * zoom, stage.height * zoom);
  }
}

/** Leaves out what the window hides: a backdrop scaled for a zoom costs 1.3 ms a frame instead of 5.2. */
function clipToSurroundings(context: SKRSContext2D, stage: Stage, camera: Camera) {
  const { window, content, scale, radius } = stage;
  const place = onOutput(stage, camera, {
    x: (window.x - content.x) / scale,
    y: (window.y - content.y) / scale,
    width: window.width / scale,
    height: window.height / scale,
  });
  // Whole pixels, and clear of the round corners.
  const inset = radius * camera.zoom + 2;
  const left = Math.ceil(Math.max(0, place.x + inset));
  const top = Math.ceil(Math.max(0, place.y + inset));
  const right = Math.floor(Math.min(stage.width, place.x + place.width - inset));
  const bottom = Math.floor(Math.min(stage.height, place.y + place.height - inset));
  if (right <= left || bottom <= top) return;
  context.beginPath();
  context.rect(0, 0, stage.width, stage.height);
  context.rect(left, top, right - left, bottom - top);
  context.clip('evenodd');
}

function paintEmptyWindow(
  context: SKRSContext2D,
  stage: Stage,
  { mockup }: ResolvedPresentation,
  shot: Shot,
) {
  const view = cameraView(stage, shot.camera);
  const { zoom } = shot.camera;
  context.save();
  context.transform(zoom, 0, 0, zoom, -view.x * zoom, -view.y * zoom);
  paintWindow(context, stage, mockup, shot.page);
  context.restore();
}

function paintPage(context: SKRSContext2D, stage: Stage, { camera, captures }: Shot) {
  context.save();
  clipToScreen(context, stage, camera);
  for (const { picture, clip } of needed(captures, stage, camera)) {
    const place = onOutput(stage, camera, clip);
    // A capture made for this very zoom differs from its place by rounding alone: it goes on whole pixels, untouched.
    const exact =
      Math.abs(place.width - picture.width) < 1.5 && Math.abs(place.height - picture.height) < 1.5;
    if (exact) {
      fillGap(context, picture, place);
      context.drawImage(picture, Math.round(place.x), Math.round(place.y));
    } else context.drawImage(picture, place.x, place.y, place.width, place.height);
  }
  context.restore();
}

/** The newest capture alone where it covers all that is seen; drawing one more below it costs 4 ms. */
function needed(captures: Capture[], stage: Stage, camera: Camera): Capture[] {
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
function fillGap(context: SKRSContext2D, picture: Image, place: Rect) {
  const short = {
    right: Math.round(place.x + place.width) - Math.round(place.x) - picture.width,
    bottom: Math.round(place.y + place.height) - Math.round(place.y) - picture.height,
  };
  if (short.right > 0 || short.bottom > 0) {
    context.drawImage(
      picture,
      Math.round(place.x) + Math.max(0, short.right),
      Math.round(place.y) + Math.max(0, short.bottom),
    );
  }
}

/** Rounds the page's corners, unless the camera is so close that none of them is in the picture: clipping costs 1.5 ms. */
function clipToScreen(context: SKRSContext2D, stage: Stage, camera: Camera) {
  const { content, screenRadius, scale, barHeight, frame } = stage;
  const bare = frame === 'bare' || frame === 'window';
  const screen = bare
    ? stage.window
    : { x: content.x, y: content.y - barHeight, width: content.width, height: content.height + barHeight };
  const place = onOutput(stage, camera, {
    x: (screen.x - content.x) / scale,
    y: (screen.y - content.y) / scale,
    width: screen.width / scale,
    height: screen.height / scale,
  });
  const radius = screenRadius * camera.zoom;
  const inside =
    place.x + radius <= 0 &&
    place.x + place.width - radius >= stage.width &&
    place.y + place.height - radius >= stage.height;
  if (inside) return;
  context.beginPath();
  context.roundRect(place.x, place.y, place.width, place.height, radius);
  context.clip();
}
