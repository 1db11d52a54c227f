/**
 * Pixels: pictures are decoded into the memory of the film's planes, and changed parts of a frame are converted to the encoder's
 * colours there, by the program in `planes.wat`. `untouched.ts` finds what can be copied without drawing. The compositor's
 * thread, its renderer and `paint/` come in. It touches memory and nothing else.
 */
import { readFileSync } from 'node:fs';
import type { Canvas } from '@napi-rs/canvas';
import type { Point, Rect } from '../../contract/take-frame.ts';
import type { DecodedPicture } from './decoded-picture.ts';
import { type ResampleProgram, resamplePlane, tableBytes } from './resample.ts';

/**
 * A frame as the encoder takes it: planar YUV 4:2:0, BT.709, limited range. It is converted here and not by ffmpeg, because only
 * the compositor knows which part of a frame changed, and because 3 MB a frame reach ffmpeg more cheaply than 8 MB.
 */
export interface Planes {
  /** The whole frame as it is now: luma, then the two chroma planes of a quarter each. */
  readonly frame: Uint8Array;
  /** Memory for decoded pictures, beside the planes. */
  readonly pictureBuffers: readonly Uint8Array[];
  /**
   * Converts a part of a picture without drawing it. The picture's pixel `from` becomes the upper left corner of `to`. All four
   * members of `to` are even. The picture must lie in one of `pictureBuffers`.
   */
  convertPicture(picture: DecodedPicture, from: Point, to: Rect): void;
  /** Converts `part` of a canvas that is opaque and has the frame's size. All four members of `part` are even whole numbers. */
  convertCanvas(canvas: Canvas, part: Rect): void;
  /** Keeps the frame as it is now, for `zoom`. */
  keep(): void;
  /**
   * Shows the kept frame through a camera: `view` is the rectangle of it that fills the whole output. Only `to` is written, with four
   * even members. A frame at 1080p takes 3 ms, and drawing and converting it 20.
   */
  zoom(view: Rect, to: Rect): void;
}

interface Program extends ResampleProgram {
  convert(...place: number[]): void;
}

/** The smallest width that the converter accepts. */
export const minWidth = 16;
const pageBytes = 65_536;
const wasm = readFileSync(new URL('./planes.wasm', import.meta.url));

/**
 * @param size even width and height, at least 16 wide
 * @param pictures how many pictures, and of how many bytes each, fit beside the planes
 */
export function createPlanes(
  { width, height }: { width: number; height: number },
  pictures: { count: number; sizeBytes: number } = { count: 0, sizeBytes: 0 },
): Planes {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm));
  const program = instance.exports as unknown as Program;
  const { memory, convert } = program;
  const area = width * height;
  const bufferBytes = Math.ceil(pictures.sizeBytes / 16) * 16;
  const keptAt = Math.ceil((area * 5.5) / 16) * 16;
  const tableAt = Math.ceil((keptAt + area * 1.5) / 16) * 16;
  const firstBufferAt = Math.ceil((tableAt + tableBytes(width)) / 16) * 16;
  memory.grow(Math.ceil((firstBufferAt + pictures.count * bufferBytes) / pageBytes));
  const bytes = new Uint8Array(memory.buffer);
  const luma = area * 4;
  const [cb, cr] = [luma + area, luma + area * 1.25];
  const convertTarget = (part: Rect): number[] => {
    const corner = part.y * width + part.x;
    const chroma = (part.y / 2) * (width / 2) + part.x / 2;
    return [part.width, part.height, luma + corner, cb + chroma, cr + chroma, width];
  };
  return {
    pictureBuffers: Array.from({ length: pictures.count }, (_, at) =>
      bytes.subarray(firstBufferAt + at * bufferBytes, firstBufferAt + (at + 1) * bufferBytes),
    ),
    convertPicture(picture, from, to) {
      if (!picture.isBesidePlanes) throw new Error('The picture does not lie beside the planes.');
      convert(
        picture.byteOffset + (from.y * picture.width + from.x) * 4,
        picture.width * 4,
        ...convertTarget(to),
      );
    },
    frame: bytes.subarray(luma, luma + area * 1.5),
    keep: () => bytes.copyWithin(keptAt, luma, luma + area * 1.5),
    zoom(view, to) {
      const part = (rect: Rect, ratio: number): Rect => ({
        x: rect.x * ratio,
        y: rect.y * ratio,
        width: rect.width * ratio,
        height: rect.height * ratio,
      });
      const planes = [
        { at: 0, ratio: 1 },
        { at: area, ratio: 0.5 },
        { at: area * 1.25, ratio: 0.5 },
      ];
      for (const { at, ratio } of planes) {
        const from = { at: keptAt + at, width: width * ratio, height: height * ratio };
        const place = { view: part(view, ratio), to: part(to, ratio), tableAt };
        resamplePlane(program, { from, into: luma + at, ...place });
      }
    },
    convertCanvas(canvas, part) {
      const place = convertTarget(part);
      // A read of the whole canvas is one copy. A read of a part takes 2.5 times as long for each pixel.
      if (part.width * part.height > area * 0.4) {
        const from = part.y * width * 4;
        bytes.set(canvas.data().subarray(from, from + part.height * width * 4));
        convert(part.x * 4, width * 4, ...place);
      } else {
        const { x, y } = part;
        bytes.set(canvas.getContext('2d').getImageData(x, y, part.width, part.height).data);
        convert(0, part.width * 4, ...place);
      }
    },
  };
}
