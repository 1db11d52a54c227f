import type { Rect } from '../../contract/take-frame.ts';

/** A plane of one byte a pixel in the memory of the program in `planes.wat`. */
export interface Plane {
  at: number;
  width: number;
  height: number;
}

export interface ResampleProgram {
  memory: WebAssembly.Memory;
  /** One row. All but `share`, which is in units of 1/32768, are addresses. */
  resample(above: number, below: number, share: number, to: number, table: number, tableEnd: number): void;
}

/** The program takes the columns in blocks of eight, and has this many bytes of table for each. */
const block = 8;
export const tableBytes = (width: number) => Math.ceil(width / block) * 64;
const unread = 0x80;
const whole = 32_767;

/**
 * Fills the part `to` of a plane from another plane of the same size, which is seen through `view` (a rectangle of it, in its pixels, that
 * fills the whole plane). Between pixels it takes the four neighbours by their distance (bilinear). `view` is at least 0.9 and at most
 * 1.1 times as wide as the plane. What lies outside of the plane is taken from its edge.
 * @param to on whole pixels, at least 8 wide
 * @param tableAt memory for {@link tableBytes} of the plane's width
 */
export function resamplePlane(
  program: ResampleProgram,
  { from, into, view, to, tableAt }: { from: Plane; into: number; view: Rect; to: Rect; tableAt: number },
): void {
  const { width, height } = from;
  const tableEnd = writeColumns(program.memory, { width, view, to, tableAt });
  const ratio = view.height / height;
  for (let y = to.y; y < to.y + to.height; y++) {
    const at = Math.max(0, Math.min(height - 1, view.y + (y + 0.5) * ratio - 0.5));
    const above = Math.floor(at);
    const below = Math.min(height - 1, above + 1);
    const share = Math.round((at - above) * whole);
    program.resample(
      from.at + above * width,
      from.at + below * width,
      share,
      into + y * width,
      tableAt,
      tableEnd,
    );
  }
}

/** What is the same for all rows: for each column its two neighbours and how much of the second it has. */
function writeColumns(
  memory: WebAssembly.Memory,
  { width, view, to, tableAt }: { width: number; view: Rect; to: Rect; tableAt: number },
): number {
  const ratio = view.width / width;
  const columns = Math.ceil(to.width / block);
  const table = new DataView(memory.buffer, tableAt, columns * 64);
  for (let column = 0; column < columns; column++) {
    // The last block begins further left, so that it ends with the row.
    const first = to.x + Math.min(column * block, to.width - block);
    const places = Array.from({ length: block }, (_, lane) =>
      Math.max(0, Math.min(width - 1, view.x + (first + lane + 0.5) * ratio - 0.5)),
    );
    const start = Math.min(Math.floor(places[0] as number), width - 16);
    table.setInt32(column * 64, start, true);
    table.setInt32(column * 64 + 4, first, true);
    for (const [lane, place] of places.entries()) {
      const left = Math.floor(place);
      const right = Math.min(width - 1, left + 1);
      const at = column * 64 + lane * 2;
      table.setUint8(at + 16, unread);
      table.setUint8(at + 17, left - start);
      table.setUint8(at + 32, unread);
      table.setUint8(at + 33, right - start);
      table.setInt16(at + 48, Math.round((place - left) * whole), true);
    }
  }
  return tableAt + columns * 64;
}
