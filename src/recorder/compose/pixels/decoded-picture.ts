import { type Canvas, createCanvas, type Image, ImageData } from '@napi-rs/canvas';
import type { Rect } from '../../contract/take-frame.ts';

/** A picture of the page: pixels that we decoded, or an image of the canvas library. */
export type Picture = DecodedPicture | Image;

/**
 * A decoded picture: rows of red, green, blue and alpha, without gaps. It is put into a canvas only where something is drawn over
 * it or it is scaled. A canvas of the whole picture costs 3 ms at 1080p, and most frames need only a corner or two.
 */
export class DecodedPicture {
  readonly width: number;
  readonly height: number;
  /** Whether its bytes lie in the same memory as the film's planes, which can then convert it without a copy. */
  readonly isBesidePlanes: boolean;
  readonly #bytes: Uint8Array;
  #canvas: Canvas | null = null;

  /** @param bytes at least `width` times `height` times 4 bytes */
  constructor(bytes: Uint8Array, size: { width: number; height: number }, isBesidePlanes: boolean) {
    this.width = size.width;
    this.height = size.height;
    this.#bytes = bytes;
    this.isBesidePlanes = isBesidePlanes;
  }

  /** Where its first pixel lies in its memory. */
  get byteOffset(): number {
    return this.#bytes.byteOffset;
  }

  /** A canvas of the whole picture. From then on its bytes may be overwritten. */
  toCanvas(): Canvas {
    this.#canvas ??= this.partToCanvas({ x: 0, y: 0, width: this.width, height: this.height });
    return this.#canvas;
  }

  /** A canvas of a part of the picture, in whole pixels of the picture. */
  partToCanvas({ x, y, width, height }: Rect): Canvas {
    const canvas = createCanvas(width, height);
    const rows = new Uint8ClampedArray(width * height * 4);
    for (let row = 0; row < height; row++) {
      const from = ((y + row) * this.width + x) * 4;
      rows.set(this.#bytes.subarray(from, from + width * 4), row * width * 4);
    }
    canvas.getContext('2d').putImageData(new ImageData(rows, width, height), 0, 0);
    return canvas;
  }
}

export const drawable = (picture: Picture): Canvas | Image =>
  picture instanceof DecodedPicture ? picture.toCanvas() : picture;
