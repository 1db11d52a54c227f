import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { ResolvedPresentation } from '../../contract/presentation.ts';
import { onOutput, type StageLayout } from '../../contract/stage-layout.ts';
import type { Point, Rect, TakeFrame } from '../../contract/take-frame.ts';
import { around } from '../pixels/changed.ts';
import { type CaptionPlate, captionPlace, drawCaption, paintCaption } from './caption.ts';
import { clickEffectMs, clickLook, clickReach, paintClick } from './click.ts';
import { cursorLook, cursorReach, isFinger, paintCursor } from './cursor.ts';
import { clamp01, easeInOut } from './easing.ts';
import { paintHud } from './hud.ts';
import { fadeCover, type WindowMotion } from './motion.ts';
import { paintWatermark } from './watermark.ts';

const pressMs = 90;
const captionMs = 240;
// A fingertip comes down so quickly, and is gone before the next one can.
const fingerMs = 180;

export interface Moment {
  frame: TakeFrame;
  motion: WindowMotion | null;
  remainingMs: number;
}

/** How it looks above the page, told apart by what changes much of the output and what changes little. */
export interface Above {
  /** The same in two frames: captions, fades and the debug display look the same in both. */
  scene: string;
  /** The same in two frames: cursor and clicks look the same in both. */
  marks: string;
  /** Where cursor and clicks are, output pixels. */
  place: Rect | null;
  /** Where captions and the watermark are; null where something lies upon all of it. */
  still: Rect[] | null;
}

/** What lies above the page. It is told of every frame in order, and says whether it looks as before. */
export interface Overlays {
  /** Moves on to this frame. */
  advance(moment: Moment): Above;
  paint(context: SKRSContext2D, moment: Moment): void;
  /** Cursor, caption and watermark as they would stand at rest, for stills. */
  paintAtRest(context: SKRSContext2D, frame: TakeFrame): void;
  /** True while something above the page is on the move, so that a still would catch it half-way. */
  busy(): boolean;
}

export function createOverlays(
  stage: StageLayout,
  presentation: ResolvedPresentation,
  watermark: boolean,
  fps: number,
): Overlays {
  const cursor = cursorLook(presentation.cursor, stage.unit);
  const click = clickLook(presentation.clickEffect, stage.unit);
  const mark = watermark ? paintWatermark(stage) : null;
  const frameMs = 1000 / fps;
  const toward = (value: number, goal: number, durationMs: number) =>
    goal > value
      ? Math.min(goal, value + frameMs / durationMs)
      : Math.max(goal, value - frameMs / durationMs);

  let press = 0;
  /** How much of a finger is there; of a cursor all or nothing. */
  let pointed = 0;
  let clicks: { at: Point; startMs: number }[] = [];
  let caption = { text: null as string | null, plate: null as CaptionPlate | null, shown: 0 };
  let cover = 0;

  const advanceCaption = (text: string | null) => {
    if (caption.shown === 0 && text !== caption.text) {
      caption = { text, plate: text?.trim() ? paintCaption(stage, text) : null, shown: 0 };
    }
    const goal = caption.plate && caption.text === text ? 1 : 0;
    caption.shown = toward(caption.shown, goal, captionMs);
  };
  const at = (frame: TakeFrame, point: Point) =>
    onOutput(stage, frame.camera, { ...point, width: 0, height: 0 });
  // A frame's length in, so that the frame of the click itself already shows it.
  const progress = (startMs: number, timeMs: number) =>
    (timeMs - startMs + frameMs) / (clickEffectMs + frameMs);

  return {
    advance({ frame, motion, remainingMs }) {
      press = toward(press, frame.cursor.pressed ? 1 : 0, pressMs);
      clicks = clicks.filter(({ startMs }) => frame.timeMs - startMs < clickEffectMs);
      if (frame.click && click.style !== 'none') clicks.push({ at: frame.click, startMs: frame.timeMs });
      advanceCaption(frame.caption);
      cover = fadeCover(presentation.fade, frame.timeMs, remainingMs);
      const { x, y, visible, shape } = frame.cursor;
      const goal = visible ? 1 : 0;
      pointed = isFinger(cursor, shape) ? toward(pointed, goal, fingerMs) : goal;
      const pointer =
        pointed > 0 && cursor.style !== 'none' ? [x.toFixed(2), y.toFixed(2), shape, press, pointed] : [];
      const here = pointer.length > 0 ? square(at(frame, frame.cursor), cursorReach(cursor)) : null;
      const reach = clickReach(click);
      return {
        scene: [
          motion?.opacity,
          caption.text,
          caption.shown,
          cover,
          presentation.debugHud && frame.index,
        ].join('|'),
        marks: [...pointer, clicks.length > 0 && frame.index].join('|'),
        place: clicks.reduce((place, { at: point }) => around(place, square(at(frame, point), reach)), here),
        still:
          cover > 0 || presentation.debugHud
            ? null
            : [
                ...(caption.plate ? [captionPlace(stage, caption.plate)] : []),
                ...(mark ? [markPlace(stage, mark)] : []),
              ],
      };
    },
    paint(context, moment) {
      const { frame, motion } = moment;
      context.globalAlpha = motion?.opacity ?? 1;
      for (const { at: point, startMs } of clicks) {
        paintClick(context, click, at(frame, point), progress(startMs, frame.timeMs));
      }
      const { shape } = frame.cursor;
      paintCursor(context, cursor, shape, at(frame, frame.cursor), easeInOut(press), easeInOut(pointed));
      context.globalAlpha = 1;
      if (caption.plate) drawCaption(context, stage, caption.plate, easeInOut(caption.shown));
      if (mark) drawMark(context, stage, mark);
      if (presentation.debugHud) paintHud(context, stage, frame);
      if (cover > 0) {
        const level = presentation.fade.color === 'white' ? 255 : 0;
        context.fillStyle = `rgba(${level}, ${level}, ${level}, ${clamp01(cover)})`;
        context.fillRect(0, 0, stage.width, stage.height);
      }
    },
    paintAtRest(context, frame) {
      if (frame.cursor.visible) paintCursor(context, cursor, frame.cursor.shape, at(frame, frame.cursor), 0);
      if (frame.caption?.trim()) drawCaption(context, stage, paintCaption(stage, frame.caption), 1);
      if (mark) drawMark(context, stage, mark);
    },
    busy: () =>
      clicks.length > 0 ||
      (pointed > 0 && pointed < 1) ||
      (caption.shown > 0 && caption.shown < 1) ||
      cover > 0,
  };
}

const square = ({ x, y }: Point, reach: number): Rect => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

function drawMark(context: SKRSContext2D, stage: StageLayout, mark: Canvas) {
  const { x, y } = markPlace(stage, mark);
  context.drawImage(mark, x, y);
}

function markPlace(stage: StageLayout, { width, height }: Canvas): Rect {
  const margin = Math.round(22 * stage.unit);
  return { x: stage.width - width - margin, y: stage.height - height - margin, width, height };
}
