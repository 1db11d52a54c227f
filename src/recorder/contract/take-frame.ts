/**
 * What passes between the two halves of the recorder: a take is a clean recording of the page, frame by frame, with a
 * timeline beside it. The drive half produces it; the compose half dresses it. CSS pixels are those of the viewport.
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
 * What the film sees of the stage: a rectangle of stage width / `zoom` by stage height / `zoom`, whose middle is the
 * point `x`, `y` of the viewport (CSS px, so at content.x + x * scale on the stage). The drive half keeps that
 * rectangle inside the stage, so at `zoom` 1 its middle is the stage's; compose draws it as it is told.
 */
export interface Camera extends Point {
  zoom: number;
}

/** `finger`: on a touch screen, seen only while it is about to touch and touches. */
export type CursorShape = 'arrow' | 'hand' | 'text' | 'finger';

export interface TakeFrame {
  index: number;
  /** Film time of this frame in ms: index / fps * 1000. */
  timeMs: number;
  /**
   * Encoded picture (JPEG) of `clip`, or null where nothing changed since the frame before: compose reuses the last.
   * Rendered natively for `clip`: while the camera holds a zoom, `clip` is the visible part of the viewport alone.
   */
  image: Buffer | null;
  clip: Rect;
  camera: Camera;
  cursor: Point & { visible: boolean; shape: CursorShape; pressed: boolean };
  /** Set in the very frame in which the mouse button goes down. */
  click: Point | null;
  /** Caption shown during this frame, if any. */
  caption: string | null;
  /** What is being done, for the debug HUD. */
  stepLabel: string;
  /** Page title and address, for the window's bar; the page's colour (CSS) at its upper edge, for a phone's. */
  page: { title: string; url: string; topColor?: string | null };
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

/** One line of the recording log, times in the film's ms. */
export interface StepLog {
  step: number;
  type: string;
  intent: string | null;
  startMs: number;
  endMs: number;
  status: 'ok' | 'healed' | 'skipped' | 'failed';
  selector: string | null;
  message: string | null;
  /** Of a step that failed: where a picture of the page at that moment is kept. */
  snapshot?: string;
}
