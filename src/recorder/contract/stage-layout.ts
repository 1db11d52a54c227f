import type { ResolvedPresentation } from './presentation.ts';
import type { Camera, Output, Rect, Viewport } from './take-frame.ts';

/**
 * Where everything is on the stage, in output pixels. The drive uses `scale`, the device scale factor of its captures, and `visibleClip`.
 * Composition draws by the rest.
 */
export interface StageLayout {
  width: number;
  height: number;
  /**
   * How far down the stage goes. More than `height` where a phone or a tablet is so large that its lower end leaves the picture: the
   * camera goes down to it.
   */
  depth: number;
  /** Output pixels for each pixel of a stage whose shorter side has 1080. Every length given "at 1080p" is multiplied by it. */
  unit: number;
  /** The window or the device, with its bar and bezel. */
  window: Rect;
  /** The page. It has whole pixels and an even position, so that a capture at `scale` is drawn without resampling. */
  content: Rect;
  /** Content pixels per CSS pixel. */
  scale: number;
  frame: 'window' | 'phone' | 'tablet' | 'bare';
  /** The height of the title bar or the device's status bar, which is above `content`. */
  barHeight: number;
  /** The width of the device's bezel; 0 for a window. */
  bezel: number;
  /** The corner radius of `window`. */
  radius: number;
  /** The corner radius of the device's screen, which is bar and content together. For a window it is `radius`. */
  screenRadius: number;
  caption: CaptionPlace;
}

/** Where captions stand, and how large: in output pixels. */
export interface CaptionPlace {
  fontPx: number;
  /** The most that a line may have. */
  lineWidth: number;
  mostLines: number;
  /** The middle of a caption, from the left. */
  middle: number;
  /** Captions stand beside a device, halfway down. */
  isBeside: boolean;
  /** Where the upper edge of a caption is; null where captions stand in the picture's lower third, over the window. */
  top: number | null;
  /** A caption's lower edge is never below this. */
  bottom: number;
}

/** The margin at each edge, as a part of the picture's width and height, that what a film is about keeps free. */
export const safeMargin = 0.05;

// Captions at 1080p, as two lines have them with the pill around them. In films that are not wide, people watch on phones: the words are larger.
const wideCaption = { fontPx: 30, lineShare: 0.62, bottomShare: 0.925 };
// Beside a device: the gap between a caption's words and the device or the edge, and the narrowest column that reads well.
const besideCaption = { gap: 76, leastLine: 220, mostLine: 470, mostLines: 5 };
const narrowCaption = { fontPx: 38, lineShare: 0.8, gap: 22, twoLines: 130 };

/** The lengths of each frame. Those of a device are CSS pixels of its page, those of a window are pixels at 1080p. */
const frames = {
  phone: { bar: 50, bezel: 11, radius: 62, screenRadius: 51 },
  tablet: { bar: 30, bezel: 30, radius: 54, screenRadius: 26 },
  macos: { bar: 36, radius: 12 },
  'macos-light': { bar: 36, radius: 12 },
  'macos-dark': { bar: 36, radius: 12 },
  minimal: { bar: 28, radius: 12 },
  none: { bar: 0, radius: 14 },
} as const;

/**
 * Output pixels at 1080p for a CSS pixel of a phone or a tablet in a wide picture: text of 16 CSS pixels has 20 pixels. As large as the
 * whole device fits, it would have 15.8 on a phone and 11.4 on a tablet.
 */
const deviceScale = 1.28;

/**
 * Puts the page in the middle of the stage, as large as padding and frame allow. In a wide picture, a phone or a tablet is larger than that:
 * it begins at the top, and its lower end leaves the picture. A stage that is not wide keeps room for captions below the window, except
 * where the page is to fill the picture.
 */
export function layoutStage(given: {
  output: Pick<Output, 'width' | 'height'>;
  viewport: Viewport;
  presentation: ResolvedPresentation;
}): StageLayout {
  const { output, viewport, presentation } = given;
  const shorter = Math.min(output.width, output.height);
  const unit = shorter / 1080;
  const device = viewport.isMobile && presentation.mockup !== 'none';
  const isWide = output.width > output.height;
  const free = presentation.padding * shorter;
  const below = isWide || free === 0 ? free : Math.max(free, captionRoom(output.height, unit));
  const room = { width: output.width - 2 * free, height: output.height - free - below };
  const kind = device ? (viewport.width < 600 ? 'phone' : 'tablet') : presentation.mockup;
  const lengths = frames[kind];

  const bezelCss = 'bezel' in lengths ? lengths.bezel : 0;
  const barCss = device ? lengths.bar : 0;
  const windowBar = device ? 0 : Math.round(lengths.bar * unit);
  const acrossFits = room.width / (viewport.width + 2 * bezelCss);
  const downFits = (room.height - windowBar) / (viewport.height + barCss + 2 * bezelCss);
  const isSmallScreen = isWide && viewport.isMobile;
  const least = isSmallScreen ? deviceScale * unit : 0;
  const size = wholePixels(viewport, Math.min(acrossFits, Math.max(downFits, least)));
  const { scale } = size;

  const bezel = Math.round(bezelCss * scale);
  const barHeight = device ? Math.round(barCss * scale) : windowBar;
  const middle = (output.height + free - below) / 2;
  const content = {
    x: even((output.width - size.width) / 2),
    y: even(Math.max(middle - (size.height - barHeight) / 2, isSmallScreen ? free + bezel + barHeight : 0)),
    width: size.width,
    height: size.height,
  };
  const radius = lengths.radius * (device ? scale : unit);
  const window = {
    x: content.x - bezel,
    y: content.y - barHeight - bezel,
    width: content.width + 2 * bezel,
    height: content.height + barHeight + 2 * bezel,
  };
  // Where the camera comes closer to all that is shown, captions stay clear of the window also then.
  const near = presentation.zoom.enabled ? nearZoom({ ...output, window, content }) : 1;
  const windowEnd = near > 1 ? (output.height + near * window.height) / 2 : window.y + window.height;
  return {
    width: output.width,
    height: output.height,
    depth: isSmallScreen
      ? Math.max(output.height, Math.ceil(window.y + window.height + free))
      : output.height,
    unit,
    window,
    content,
    scale,
    frame: device
      ? kind === 'phone'
        ? 'phone'
        : 'tablet'
      : presentation.mockup === 'none'
        ? 'bare'
        : 'window',
    barHeight,
    bezel,
    radius,
    screenRadius: 'screenRadius' in lengths ? lengths.screenRadius * scale : radius,
    caption:
      (isSmallScreen && captionBeside(output, window.x, unit)) ||
      (isWide
        ? {
            ...captionBelow(output),
            fontPx: wideCaption.fontPx * unit,
            lineWidth: wideCaption.lineShare * output.width,
            top: null,
            bottom: wideCaption.bottomShare * output.height,
          }
        : {
            ...captionBelow(output),
            fontPx: narrowCaption.fontPx * unit,
            lineWidth: narrowCaption.lineShare * output.width,
            top: windowEnd + narrowCaption.gap * unit,
            bottom: (1 - safeMargin) * output.height,
          }),
  };
}

/** The same stage with its captions at the upper edge of the picture, unless they stand beside a device or below the window. */
export const withCaptionsOnTop = (stage: StageLayout): StageLayout => {
  const { caption, height } = stage;
  if (caption.isBeside || caption.top !== null) return stage;
  return { ...stage, caption: { ...caption, top: (1 - wideCaption.bottomShare) * height } };
};

const captionBelow = ({ width }: Pick<Output, 'width'>) => ({
  mostLines: 2,
  middle: width / 2,
  isBeside: false,
});

/** To the left of a device that begins at `left`; null where there is too little room. */
function captionBeside(output: Pick<Output, 'height'>, left: number, unit: number): CaptionPlace | null {
  const { gap, leastLine, mostLine, mostLines } = besideCaption;
  const lineWidth = Math.min(mostLine * unit, left - 2 * gap * unit);
  if (lineWidth < leastLine * unit) return null;
  const fontPx = wideCaption.fontPx * unit;
  return {
    fontPx,
    lineWidth,
    mostLines,
    middle: left / 2,
    isBeside: true,
    top: null,
    bottom: output.height / 2,
  };
}

// A page that is wider than its picture by this was laid out for another one.
const muchWider = 1.3;
// A window that is lower than this part of a narrow picture leaves so much of it empty that the camera comes closer.
const lowWindow = 0.72;
// Coming closer by less is not worth the movement; by more, too little of the page is left.
const leastNear = 1.15;
const mostNear = 2;

/**
 * How close the camera comes to what a film acts on, at least: more than 1 where a page that was laid out for a wide picture stands in a
 * narrow one.
 */
export function nearZoom(stage: Pick<StageLayout, 'width' | 'height' | 'window' | 'content'>): number {
  const { width, height, window, content } = stage;
  const isForIt = content.width / content.height < (muchWider * width) / height;
  if (width > height || isForIt) return 1;
  const near = Math.min(mostNear, (lowWindow * height) / window.height);
  return near >= leastNear ? near : 1;
}

/** Two lines below the window, clear of it and of the picture's edge. */
const captionRoom = (height: number, unit: number) =>
  safeMargin * height + (narrowCaption.twoLines + narrowCaption.gap) * unit;

/** The part of the stage that `camera` shows, in stage pixels. It may lie outside the stage. */
export function cameraView(stage: StageLayout, camera: Camera): Rect {
  const width = stage.width / camera.zoom;
  const height = stage.height / camera.zoom;
  return {
    x: stage.content.x + camera.x * stage.scale - width / 2,
    y: stage.content.y + camera.y * stage.scale - height / 2,
    width,
    height,
  };
}

/** The nearest camera whose view lies inside the stage. */
export function clampCamera(stage: StageLayout, camera: Camera): Camera {
  const zoom = Math.max(1, camera.zoom);
  const within = (position: number, { size, seen }: { size: number; seen: number }, origin: number) => {
    const half = seen / zoom / 2;
    const onStage = origin + position * stage.scale;
    return (Math.min(size - half, Math.max(half, onStage)) - origin) / stage.scale;
  };
  return {
    x: within(camera.x, { size: stage.width, seen: stage.width }, stage.content.x),
    y: within(camera.y, { size: stage.depth, seen: stage.height }, stage.content.y),
    zoom,
  };
}

/** The camera that shows the whole stage, or its upper part where a device is larger than the picture. */
export const wideCamera = (stage: StageLayout): Camera => clampCamera(stage, { x: 0, y: 0, zoom: 1 });

/**
 * The part of the viewport (CSS pixels) that `camera` shows; null where it shows nothing of the page. Render it at `scale * camera.zoom`.
 * Where the edge of the output cuts it, it begins on a whole pixel.
 */
export function visibleClip(stage: StageLayout, camera: Camera): Rect | null {
  const page = onOutput(stage, camera, {
    x: 0,
    y: 0,
    width: stage.content.width / stage.scale,
    height: stage.content.height / stage.scale,
  });
  const left = Math.max(0, page.x);
  const top = Math.max(0, page.y);
  const width = Math.min(stage.width, page.x + page.width) - left;
  const height = Math.min(stage.height, page.y + page.height) - top;
  if (width <= 0 || height <= 0) return null;
  const ratio = stage.scale * camera.zoom;
  return {
    x: (left - page.x) / ratio,
    y: (top - page.y) / ratio,
    width: width / ratio,
    height: height / ratio,
  };
}

/** Where `camera` shows a rectangle of the viewport (CSS pixels), in output pixels. */
export function onOutput(stage: StageLayout, camera: Camera, rect: Rect): Rect {
  const view = cameraView(stage, camera);
  const ratio = stage.scale * camera.zoom;
  return {
    x: (stage.content.x + rect.x * stage.scale - view.x) * camera.zoom,
    y: (stage.content.y + rect.y * stage.scale - view.y) * camera.zoom,
    width: rect.width * ratio,
    height: rect.height * ratio,
  };
}

/** Of the sizes from the largest to 2 % below it, the one whose sides come closest to whole pixels. */
function wholePixels(viewport: Viewport, largest: number) {
  let best = { width: 0, height: 0, scale: largest, error: Number.POSITIVE_INFINITY };
  const most = Math.max(1, Math.floor(viewport.height * largest));
  for (let height = most; height >= most * 0.98; height--) {
    const scale = height / viewport.height;
    const width = Math.round(viewport.width * scale);
    const error = Math.abs(viewport.width * scale - width) + (most - height) * 0.002;
    if (error < best.error) best = { width, height, scale, error };
  }
  return best;
}

const even = (length: number) => Math.round(length / 2) * 2;
