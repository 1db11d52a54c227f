import { type Canvas, createCanvas, type Image, ImageData } from '@napi-rs/canvas';
import type { Rect } from '../../contract/take-frame.ts';

/** A picture of the page: decoded beside the film's planes, or drawable as it is. */
export type Picture = Pixels | Image;

/**
 * A decoded picture: rows of red, green, blue and alpha, without gaps. Canvases of it are made only where something is drawn
 * over it or it is scaled: putting one whole into a canvas costs 3 ms at 1080p, and most frames need a corner or two.
 */
export class Pixels {
  readonly width: number;
  readonly height: number;
  /** It lies beside the film's planes, which can take it over from there. */
  readonly besidePlanes: boolean;
  readonly #bytes: Uint8Array;
  #canvas: Canvas | null = null;

  /** @param bytes at least `width` times `height` times 4 */
  constructor(bytes: Uint8Array, size: { width: number; height: number }, besidePlanes: boolean) {
    this.width = size.width;
    this.height = size.height;
    this.#bytes = bytes;
    this.besidePlanes = besidePlanes;
  }

  /** Where it begins in its memory, in bytes. */
  get offset(): number {
    return this.#bytes.byteOffset;
  }

  /** All of it; from then on its memory is not needed any more. */
  whole(): Canvas {
    this.#canvas ??= this.part({ x: 0, y: 0, width: this.width, height: this.height });
    return this.#canvas;
  }

  /** A part of it, in whole pixels of its own. */
  part({ x, y, width, height }: Rect): Canvas {
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
  picture instanceof Pixels ? picture.whole() : picture;
