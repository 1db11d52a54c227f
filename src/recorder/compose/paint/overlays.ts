import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { DressedPresentation } from '../../contract/presentation.ts';
import { onOutput, type StageLayout } from '../../contract/stage-layout.ts';
import type { Point, Rect, TakeFrame } from '../../contract/take-frame.ts';
import { enclosingRect } from '../pixels/rectangles.ts';
import { type CaptionPlate, captionBounds, drawCaption, paintCaption } from './caption.ts';
import { type ClickLook, clickEffectMs, clickLook, clickReachPx, paintClick } from './click.ts';
import { type CursorLook, cursorLook, cursorReachPx, isFinger, paintCursor } from './cursor.ts';
import { clamp01, easeInOut } from './easing.ts';
import { paintHud } from './hud.ts';
import { drawKeys, type KeysPlate, keysBounds, paintKeys } from './keys.ts';
import { fadeOpacity, type WindowMotion } from './transitions.ts';
import { paintWatermark } from './watermark.ts';

const pressMs = 90;
const captionMs = 240;
const keysMs = 140;
// A fingertip comes down in this time, and has gone before the next one can come.
const fingerMs = 180;

/** A frame and where the film's transitions are at its time. */
export interface FilmMoment {
  frame: TakeFrame;
  motion: WindowMotion | null;
  remainingMs: number;
}

/** What two frames are compared by. What changes much of the output and what changes little of it are kept apart. */
export interface OverlayState {
  /** Equal for two frames whose captions, keys, fades and debug display look the same. */
  wholeOutputKey: string;
  /** Equal for two frames whose cursor and clicks look the same. */
  pointerKey: string;
  /** Where cursor and clicks are, output pixels. */
  pointerBounds: Rect | null;
  /** Where caption, keys and watermark are; null where a fade or the debug display lies over the whole output. */
  plates: Rect[] | null;
}

/** What lies above the page: clicks, cursor, caption, keys, watermark, debug display and fade. It must see every frame in order. */
export class Overlays {
  readonly #stage: StageLayout;
  readonly #presentation: DressedPresentation;
  readonly #cursorLook: CursorLook;
  readonly #clickLook: ClickLook;
  readonly #watermark: Canvas | null;
  readonly #frameMs: number;
  /** From 0 (the button is up) to 1 (it is down). */
  #press = 0;
  /** How much of a finger is there, 0 to 1. A cursor is there fully or not at all. */
  #pointerShown = 0;
  #clicks: { at: Point; startMs: number }[] = [];
  #caption = { text: null as string | null, plate: null as CaptionPlate | null, shown: 0 };
  #keys = { faces: '', plate: null as KeysPlate | null, shown: 0 };
  #fade = 0;

  constructor(stage: StageLayout, presentation: DressedPresentation, watermark: boolean, fps: number) {
    this.#stage = stage;
    this.#presentation = presentation;
    this.#cursorLook = cursorLook(presentation.cursor, stage.unit);
    this.#clickLook = clickLook(presentation.clickEffect, stage.unit);
    this.#watermark = watermark ? paintWatermark(stage) : null;
    this.#frameMs = 1000 / fps;
  }

  /** Moves on to the next frame. */
  advance({ frame, motion, remainingMs }: FilmMoment): OverlayState {
    this.#press = this.#toward(this.#press, frame.cursor.pressed ? 1 : 0, pressMs);
    this.#clicks = this.#clicks.filter(({ startMs }) => frame.timeMs - startMs < clickEffectMs);
    if (frame.click && this.#clickLook.style !== 'none')
      this.#clicks.push({ at: frame.click, startMs: frame.timeMs });
    this.#advanceCaption(frame.caption);
    this.#advanceKeys(frame.keys ?? []);
    this.#fade = fadeOpacity(this.#presentation.fade, frame.timeMs, remainingMs);
    const { visible, shape } = frame.cursor;
    const goal = visible ? 1 : 0;
    this.#pointerShown = isFinger(this.#cursorLook, shape)
      ? this.#toward(this.#pointerShown, goal, fingerMs)
      : goal;
    const { text, shown } = this.#caption;
    const { debugHud } = this.#presentation;
    const keys = [this.#keys.faces, this.#keys.shown];
    return {
      wholeOutputKey: [motion?.opacity, text, shown, ...keys, this.#fade, debugHud && frame.index].join('|'),
      ...this.#pointerState(frame),
      plates: this.#plates(),
    };
  }

  paint(context: SKRSContext2D, { frame, motion }: FilmMoment): void {
    const stage = this.#stage;
    context.globalAlpha = motion?.opacity ?? 1;
    for (const { at, startMs } of this.#clicks) {
      // One frame is added, so that the frame of the click itself already shows it.
      const progress = (frame.timeMs - startMs + this.#frameMs) / (clickEffectMs + this.#frameMs);
      paintClick(context, this.#clickLook, this.#onOutput(frame, at), progress);
    }
    const tip = this.#onOutput(frame, frame.cursor);
    const [press, shown] = [easeInOut(this.#press), easeInOut(this.#pointerShown)];
    paintCursor(context, this.#cursorLook, frame.cursor.shape, tip, press, shown);
    context.globalAlpha = 1;
    const { plate } = this.#caption;
    if (plate) drawCaption(context, stage, plate, easeInOut(this.#caption.shown));
    const { plate: keys, shown: keysShown } = this.#keys;
    if (keys) drawKeys(context, stage, keys, { shown: easeInOut(keysShown), caption: this.#captionBounds() });
    this.#drawWatermark(context);
    if (this.#presentation.debugHud) paintHud(context, stage, frame);
    if (this.#fade > 0) {
      const level = this.#presentation.fade.color === 'white' ? 255 : 0;
      context.fillStyle = `rgba(${level}, ${level}, ${level}, ${clamp01(this.#fade)})`;
      context.fillRect(0, 0, stage.width, stage.height);
    }
  }

  /** Paints cursor, caption and watermark as they look at rest, for a still. */
  paintAtRest(context: SKRSContext2D, frame: TakeFrame): void {
    const stage = this.#stage;
    const { visible, shape } = frame.cursor;
    if (visible) paintCursor(context, this.#cursorLook, shape, this.#onOutput(frame, frame.cursor), 0);
    const caption = frame.caption?.trim() ? paintCaption(stage, frame.caption) : null;
    if (caption) drawCaption(context, stage, caption, 1);
    if (frame.keys)
      drawKeys(context, stage, paintKeys(stage, frame.keys), {
        shown: 1,
        caption: caption && captionBounds(stage, caption),
      });
    this.#drawWatermark(context);
  }

  /** Whether an overlay is moving or fading, so that a still of this frame would show it half-way. */
  isMoving(): boolean {
    return (
      this.#clicks.length > 0 ||
      (this.#pointerShown > 0 && this.#pointerShown < 1) ||
      (this.#caption.shown > 0 && this.#caption.shown < 1) ||
      (this.#keys.shown > 0 && this.#keys.shown < 1) ||
      this.#fade > 0
    );
  }

  #advanceCaption(text: string | null): void {
    if (this.#caption.shown === 0 && text !== this.#caption.text) {
      const plate = text?.trim() ? paintCaption(this.#stage, text) : null;
      this.#caption = { text, plate, shown: 0 };
    }
    const goal = this.#caption.plate && this.#caption.text === text ? 1 : 0;
    this.#caption.shown = this.#toward(this.#caption.shown, goal, captionMs);
  }

  /** Keys that follow others at once take their place without a fade: a viewer would miss them otherwise. */
  #advanceKeys(faces: readonly string[]): void {
    const pressed = faces.join('\n');
    if (pressed !== '' && pressed !== this.#keys.faces)
      this.#keys = { ...this.#keys, faces: pressed, plate: paintKeys(this.#stage, faces) };
    this.#keys.shown = this.#toward(this.#keys.shown, pressed === '' ? 0 : 1, keysMs);
    if (this.#keys.shown === 0) this.#keys = { faces: '', plate: null, shown: 0 };
  }

  #captionBounds(): Rect | null {
    const { plate, shown } = this.#caption;
    return plate && shown > 0 ? captionBounds(this.#stage, plate) : null;
  }

  #pointerState(frame: TakeFrame): Pick<OverlayState, 'pointerKey' | 'pointerBounds'> {
    const { x, y, shape } = frame.cursor;
    const isThere = this.#pointerShown > 0 && this.#cursorLook.style !== 'none';
    const cursor = isThere ? [x.toFixed(2), y.toFixed(2), shape, this.#press, this.#pointerShown] : [];
    const reachPx = clickReachPx(this.#clickLook);
    const bounds = this.#clicks.map(({ at }) => square(this.#onOutput(frame, at), reachPx));
    if (isThere) bounds.unshift(square(this.#onOutput(frame, frame.cursor), cursorReachPx(this.#cursorLook)));
    return {
      pointerKey: [...cursor, this.#clicks.length > 0 && frame.index].join('|'),
      pointerBounds: bounds.reduce<Rect | null>(enclosingRect, null),
    };
  }

  #plates(): Rect[] | null {
    if (this.#fade > 0 || this.#presentation.debugHud) return null;
    const { plate } = this.#caption;
    const { plate: keys } = this.#keys;
    return [
      ...(plate ? [captionBounds(this.#stage, plate)] : []),
      ...(keys ? [keysBounds(this.#stage, keys, this.#captionBounds())] : []),
      ...(this.#watermark ? [watermarkBounds(this.#stage, this.#watermark)] : []),
    ];
  }

  #drawWatermark(context: SKRSContext2D): void {
    if (!this.#watermark) return;
    const { x, y } = watermarkBounds(this.#stage, this.#watermark);
    context.drawImage(this.#watermark, x, y);
  }

  /** `value`, moved towards `goal` by one frame of a transition that takes `durationMs`. */
  #toward(value: number, goal: number, durationMs: number): number {
    const step = this.#frameMs / durationMs;
    return goal > value ? Math.min(goal, value + step) : Math.max(goal, value - step);
  }

  #onOutput(frame: TakeFrame, point: Point): Point {
    return onOutput(this.#stage, frame.camera, { x: point.x, y: point.y, width: 0, height: 0 });
  }
}

const square = ({ x, y }: Point, reach: number): Rect => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

function watermarkBounds(stage: StageLayout, { width, height }: Canvas): Rect {
  const margin = Math.round(22 * stage.unit);
  return { x: stage.width - width - margin, y: stage.height - height - margin, width, height };
}
