import sharp from 'sharp';
import type { Rect } from '../../recorder/contract/take-frame.ts';

/** Pictures are compared in this width. A word that changes shows; the noise of JPEG does not. */
const comparedWidth = 240;
/** Of 255. The noise of JPEG stays below 6 at this size. */
const differs = 14;
/** A picture with less contrast than this, from its darkest to its lightest part, is empty. */
const leastContrast = 10;

/** What the film shows at a moment, reduced to what is compared. */
export interface Look {
  timeMs: number;
  /** What part of the page it shows, in CSS px of the viewport. */
  clip: Rect;
  grey: Promise<Buffer>;
  /** The film explores what it shows: what changes is no effect of a press. */
  explores: boolean;
  /** Changes where the film scrolls or comes to another page. */
  place: string;
  zoom: number;
  /** The camera is where it was in the frame before. */
  rests: boolean;
}

/** What makes two looks show the same part of the same page. */
export const isSameView = (one: Look, other: Look): boolean =>
  isSameClip(one.clip, other.clip) && one.place === other.place;

export const isSameClip = (one: Rect, other: Rect): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => one[side] === other[side]);

/** Whether two looks show the same part of the page to a pixel of what is compared: for what moves by several of them. */
export const isNearlySameClip = (one: Rect, other: Rect): boolean =>
  (['x', 'y', 'width', 'height'] as const).every(
    (side) => Math.abs(one[side] - other[side]) <= Math.max(one.width, other.width) / comparedWidth,
  );

/** The picture in grey, {@link comparedWidth} wide. libjpeg reads it at an eighth of its size, which makes it quick. */
export const greyOf = (jpeg: Buffer): Promise<Buffer> =>
  sharp(jpeg).resize({ width: comparedWidth }).greyscale().raw().toBuffer();

export const rowsOf = (grey: Buffer): number => Math.floor(grey.length / comparedWidth);

/** How many of the pixels differ by more than noise. All of them where the pictures have different sizes. */
export function otherPixels(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return Math.max(one.length, other.length);
  let count = 0;
  for (let at = 0; at < one.length; at++) if (Math.abs(one[at]! - other[at]!) >= differs) count++;
  return count;
}

export const isOther = (one: Buffer, other: Buffer): boolean => otherPixels(one, other) > 0;

export function isBlank(grey: Buffer): boolean {
  let [least, most] = [255, 0];
  for (const value of grey) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least < leastContrast;
}

/**
 * By how many rows the lower part of a picture has moved, down or up, while what is above it stands still; 0 where it shows something else.
 */
export function shiftedRows(before: Buffer, after: Buffer): number {
  const rows = rowsOf(before);
  if (before.length !== after.length) return 0;
  // A bar that stays at the upper edge may look different when the page has moved.
  const top = Math.max(firstOtherRow(before, after), Math.round(rows * mostBar));
  const unmoved = apart(before, after, top, 0, rows);
  if (unmoved < leastApart) return 0;
  let best = { by: 0, apart: unmoved };
  for (let by = 1; by < (rows - top) * mostShift; by++)
    for (const signed of [by, -by]) {
      const now = apart(before, after, top, signed, rows);
      if (now < best.apart) best = { by: signed, apart: now };
    }
  return best.apart < unmoved * shiftedPart ? best.by : 0;
}

/** Of 255, in the mean: a page whose pictures are that far apart shows something else or has moved. */
const leastApart = 4;
/** What has moved is much more like what it was than like what stood there. */
const shiftedPart = 0.3;
/** Of the picture's height. */
const mostBar = 0.12;
/** So much of the moved part is still seen. */
const mostShift = 0.6;

function firstOtherRow(one: Buffer, other: Buffer): number {
  for (let at = 0; at < one.length; at++)
    if (Math.abs(one[at]! - other[at]!) >= differs) return Math.floor(at / comparedWidth);
  return rowsOf(one);
}

function apart(before: Buffer, after: Buffer, top: number, by: number, rows: number): number {
  const from = (by < 0 ? top - by : top) * comparedWidth;
  const to = (by < 0 ? rows : rows - by) * comparedWidth;
  let sum = 0;
  for (let at = from; at < to; at += 2) sum += Math.abs(before[at]! - after[at + by * comparedWidth]!);
  return to > from ? sum / ((to - from) / 2) : Number.POSITIVE_INFINITY;
}
