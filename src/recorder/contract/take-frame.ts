/**
 * What the drive hands to composition. A take is a clean recording of the page, frame by frame, with a timeline beside it. Composition
 * draws the presentation around it. CSS pixels are those of the viewport.
 */
export interface Point {
  x: number;
  y: number;
}
export interface Rect extends Point {
  width: number;
  height: number;
}

/**
 * What the film shows of the stage: a rectangle of stage width / `zoom` by stage height / `zoom`. Its middle is the point `x`, `y` of the
 * viewport (in CSS px, so it is at content.x + x * scale on the stage). The drive keeps the rectangle inside the stage, so that its middle
 * is the stage's at `zoom` 1. Composition draws the rectangle that it gets.
 */
export interface Camera extends Point {
  zoom: number;
}

/** A `finger` is for touch screens. It is visible only just before and while it touches. */
export type CursorShape = 'arrow' | 'hand' | 'text' | 'finger';

/** The label of frames that keep a long rest alive. What changes in them is no effect of a step. */
export const exploring = 'explore';

export interface TakeFrame {
  index: number;
  /** Film time of this frame in ms: index / fps * 1000. */
  timeMs: number;
  /**
   * A JPEG of `clip`. Null where nothing has changed since the frame before; composition uses the last picture again. While a zoomed
   * camera stands still, `clip` is only the visible part of the viewport, rendered at full resolution.
   */
  image: Buffer | null;
  clip: Rect;
  camera: Camera;
  cursor: Point & { visible: boolean; shape: CursorShape; pressed: boolean };
  /** Set only in the frame in which the button goes down. */
  click: Point | null;
  caption: string | null;
  /** What the film acts on or shows from close, from when it goes there until it goes on: its place in the viewport, in CSS px. */
  target?: Rect | null | undefined;
  /** This frame begins a new scene: nothing in it goes on from the frame before. */
  isCut?: true | undefined;
  /** The film scrolls the page. */
  scrolls?: true | undefined;
  /** The keys of a shortcut that was pressed just now, as they are written on keys. */
  keys?: string[] | undefined;
  /** What the film does, for the debug HUD; `exploring` where it only looks around. */
  stepLabel: string;
  /**
   * Title and address for the window's bar, what stands there in place of an address that is no website's, and the page's colour (CSS) at
   * its upper edge for a phone's status bar.
   */
  page: { title: string; url: string; shownAs?: string; topColor?: string | null };
}

/** Where a picture lies in the file of its take. */
export interface StoredPicture {
  at: number;
  bytes: number;
}

/** A frame whose picture is still in the file of its take. null: the picture of an earlier frame is still valid. */
export interface FrameOutline extends Omit<TakeFrame, 'image'> {
  picture: StoredPicture | null;
  /** How close the camera was when the frame was shot, whatever the presentation makes of that. */
  shotZoom: number;
}

export interface Output {
  width: number;
  height: number;
  /** Frames a second. */
  fps: number;
  format: 'mp4' | 'webm';
}

export interface Viewport {
  width: number;
  height: number;
  isMobile: boolean;
}
export const viewports = {
  desktop: { width: 1440, height: 900, isMobile: false },
  tablet: { width: 820, height: 1180, isMobile: true },
  mobile: { width: 390, height: 844, isMobile: true },
} as const satisfies Record<string, Viewport>;
export type ViewportName = keyof typeof viewports;

/** One line of the recording log. Times are the film's, in ms. */
export interface StepLog {
  step: number;
  type: string;
  intent: string | null;
  startMs: number;
  endMs: number;
  status: 'ok' | 'healed' | 'skipped' | 'failed';
  selector: string | null;
  message: string | null;
  /** The address of a picture of the page at the moment when the step failed. */
  snapshot?: string;
}
