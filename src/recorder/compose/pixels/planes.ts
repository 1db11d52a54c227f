import { readFileSync } from 'node:fs';
import type { Canvas } from '@napi-rs/canvas';
import type { Point, Rect } from '../../contract/take-frame.ts';
import type { Pixels } from './pixels.ts';

/**
 * The film's frames as the encoder takes them: planar YUV 4:2:0, BT.709, limited range. Made here and not by ffmpeg,
 * because only here it is known which part of a frame changed, and because 3 MB a frame pass to it more cheaply than 8.
 */
export interface Planes {
  /** The whole frame as it is now: luma, then the two chroma planes of a quarter each. */
  readonly frame: Uint8Array;
  /** Memory for decoded pictures. */
  readonly rooms: readonly Uint8Array[];
  /**
   * Takes a part of a picture over as it is: its pixel `from` comes to the upper left corner of `to`, which is even in all four of its
   * lengths. The picture lies `besidePlanes`, in one of `rooms`.
   */
  take(picture: Pixels, from: Point, to: Rect): void;
  /** Takes over `part` of the canvas, which is opaque and of the same size. Whole pixels, all four of its lengths even. */
  update(canvas: Canvas, part: Rect): void;
}

interface Converter {
  memory: WebAssembly.Memory;
  convert(...place: number[]): void;
}

/** The least width that the converter takes. */
export const leastWidth = 16;
const pageBytes = 65_536;
const program = readFileSync(new URL('./planes.wasm', import.meta.url));

/**
 * @param size both even, at least 16 wide
 * @param pictures how many pictures of how many bytes can lie beside the planes
 */
export function createPlanes(
  { width, height }: { width: number; height: number },
  pictures: { count: number; sizeBytes: number } = { count: 0, sizeBytes: 0 },
): Planes {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(program));
  const { memory, convert } = instance.exports as unknown as Converter;
  const area = width * height;
  const roomBytes = Math.ceil(pictures.sizeBytes / 16) * 16;
  const firstRoom = Math.ceil((area * 5.5) / 16) * 16;
  memory.grow(Math.ceil((firstRoom + pictures.count * roomBytes) / pageBytes));
  const bytes = new Uint8Array(memory.buffer);
  const luma = area * 4;
  const [cb, cr] = [luma + area, luma + area * 1.25];
  const placeOf = (part: Rect): number[] => {
    const corner = part.y * width + part.x;
    const chroma = (part.y / 2) * (width / 2) + part.x / 2;
    return [part.width, part.height, luma + corner, cb + chroma, cr + chroma, width];
  };
  return {
    rooms: Array.from({ length: pictures.count }, (_, at) =>
      bytes.subarray(firstRoom + at * roomBytes, firstRoom + (at + 1) * roomBytes),
    ),
    take(picture, from, to) {
      if (!picture.besidePlanes) throw new Error('The picture does not lie beside the planes.');
      convert(picture.offset + (from.y * picture.width + from.x) * 4, picture.width * 4, ...placeOf(to));
    },
    frame: bytes.subarray(luma, luma + area * 1.5),
    update(canvas, part) {
      const place = placeOf(part);
      // Reading all of a canvas is one copy; reading a part takes 2.5 times as long for a pixel.
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
