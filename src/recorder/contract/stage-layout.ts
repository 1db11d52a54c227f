import type { ResolvedPresentation } from './presentation.ts';
import type { Camera, Output, Rect, Viewport } from './take-frame.ts';

/**
 * Where everything is on the stage, in output pixels. The drive uses `scale`, the device scale factor of its captures, and `visibleClip`.
 * Composition draws by the rest.
 */
export interface StageLayout {
  width: number;
  height: number;
  /** Output pixels for each pixel of a stage with 1080 lines. Every length given "at 1080p" is multiplied by it. */
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
}

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

/** Puts the page in the middle of the stage, as large as padding and frame allow. */
export function layoutStage(given: {
  output: Pick<Output, 'width' | 'height'>;
  viewport: Viewport;
  presentation: ResolvedPresentation;
}): StageLayout {
  const { output, viewport, presentation } = given;
  const unit = output.height / 1080;
  const device = viewport.isMobile && presentation.mockup !== 'none';
  const free = presentation.padding * output.height;
  const room = { width: output.width - 2 * free, height: output.height - 2 * free };
  const kind = device ? (viewport.width < 600 ? 'phone' : 'tablet') : presentation.mockup;
  const lengths = frames[kind];

  const bezelCss = 'bezel' in lengths ? lengths.bezel : 0;
  const barCss = device ? lengths.bar : 0;
  const windowBar = device ? 0 : Math.round(lengths.bar * unit);
  const largest = Math.min(
    room.width / (viewport.width + 2 * bezelCss),
    (room.height - windowBar) / (viewport.height + barCss + 2 * bezelCss),
  );
  const size = wholePixels(viewport, largest);
  const { scale } = size;

  const bezel = Math.round(bezelCss * scale);
  const barHeight = device ? Math.round(barCss * scale) : windowBar;
  const content = {
    x: even((output.width - size.width) / 2),
    y: even((output.height - size.height + barHeight) / 2),
    width: size.width,
    height: size.height,
  };
  const radius = lengths.radius * (device ? scale : unit);
  return {
    width: output.width,
    height: output.height,
    unit,
    window: {
      x: content.x - bezel,
      y: content.y - barHeight - bezel,
      width: content.width + 2 * bezel,
      height: content.height + barHeight + 2 * bezel,
    },
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
  };
}

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
  const within = (position: number, size: number, origin: number) => {
    const half = size / zoom / 2;
    const onStage = origin + position * stage.scale;
    return (Math.min(size - half, Math.max(half, onStage)) - origin) / stage.scale;
  };
  return {
    x: within(camera.x, stage.width, stage.content.x),
    y: within(camera.y, stage.height, stage.content.y),
    zoom,
  };
}

/** The camera that shows the whole stage. */
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
