import { BitWriter, withEscapes } from './bits.ts';
import type { PictureSettings, SequenceSettings } from './parameter-sets.ts';

const referencePicture = 0x41;
const predictedSlices = 5;

/**
 * The NAL unit of a picture that repeats the one before it: every macroblock is skipped (P_Skip). With one reference and no motion
 * around it, a skipped macroblock is its place in that reference, without deblocking. The picture is itself a reference, since pictures that
 * are none must not follow one another where the order of decoding is the order of display.
 * @param frameNum one more than that of the picture before, modulo its bits
 */
export function skippedPicture(
  { frameNumBits, macroblocks }: SequenceSettings,
  { id, hasWeights, initialQp, hasDeblockingControl }: PictureSettings,
  frameNum: number,
): Uint8Array {
  const slice = new BitWriter();
  slice.bits(referencePicture, 8);
  slice.golomb(0);
  slice.golomb(predictedSlices);
  slice.golomb(id);
  slice.bits(frameNum, frameNumBits);
  // The usual number of references, in their usual order.
  slice.bits(0, 2);
  if (hasWeights) {
    // No weights: denominators of 1, and a flag each for luma and chroma.
    slice.golomb(0);
    slice.golomb(0);
    slice.bits(0, 2);
  }
  // References leave in the order in which they came; the first table of CABAC contexts.
  slice.bits(0, 1);
  slice.golomb(0);
  slice.signedGolomb(sliceQp - initialQp);
  if (hasDeblockingControl) slice.golomb(1);
  slice.align(1);
  codeAllSkipped(slice, macroblocks);
  return withEscapes(slice.bytes());
}

// Context 11 (`mb_skip_flag` in P slices) begins with this state at a quantiser of 26 (table 9-13: 23 × 26 / 16 + 33 - 64), and takes a
// skipped macroblock for the likely case. The quantiser does nothing else in a slice in which nothing is coded.
const sliceQp = 26;
const firstState = 6;
const lastState = 62;

/** The range of the unlikely case (table 9-44) by state, from the first one on, and by quarter of the range. */
const unlikelyRanges = [
  [105, 128, 152, 175],
  [100, 122, 144, 166],
  [95, 116, 137, 158],
  [90, 110, 130, 150],
  [85, 104, 123, 142],
  [81, 99, 117, 135],
  [77, 94, 111, 128],
  [73, 89, 105, 122],
  [69, 85, 100, 116],
  [66, 80, 95, 110],
  [62, 76, 90, 104],
  [59, 72, 86, 99],
  [56, 69, 81, 94],
  [53, 65, 77, 89],
  [51, 62, 73, 85],
  [48, 59, 69, 80],
  [46, 56, 66, 76],
  [43, 53, 63, 72],
  [41, 50, 59, 69],
  [39, 48, 56, 65],
  [37, 45, 54, 62],
  [35, 43, 51, 59],
  [33, 41, 48, 56],
  [32, 39, 46, 53],
  [30, 37, 43, 50],
  [29, 35, 41, 48],
  [27, 33, 39, 45],
  [26, 31, 37, 43],
  [24, 30, 35, 41],
  [23, 28, 33, 39],
  [22, 27, 32, 37],
  [21, 26, 30, 35],
  [20, 24, 29, 33],
  [19, 23, 27, 31],
  [18, 22, 26, 30],
  [17, 21, 25, 28],
  [16, 20, 23, 27],
  [15, 19, 22, 25],
  [14, 18, 21, 24],
  [14, 17, 20, 23],
  [13, 16, 19, 22],
  [12, 15, 18, 21],
  [12, 14, 17, 20],
  [11, 14, 16, 19],
  [11, 13, 15, 18],
  [10, 12, 15, 17],
  [10, 12, 14, 16],
  [9, 11, 13, 15],
  [9, 11, 12, 14],
  [8, 10, 12, 14],
  [8, 9, 11, 13],
  [7, 9, 11, 12],
  [7, 9, 10, 12],
  [7, 8, 10, 11],
  [6, 8, 9, 11],
  [6, 7, 9, 10],
  [6, 7, 8, 9],
];

/**
 * Codes `count` times "skipped", and after each whether the slice ends (9.3.4). The neighbours of a skipped macroblock are skipped too,
 * so all of it is one context, and always its likely case. The coder's interval therefore begins at zero until the slice ends: each halving
 * of the range is a zero bit, but for the first, which is never written.
 */
function codeAllSkipped(out: BitWriter, count: number): void {
  let [range, state, bits] = [510, firstState, 0];
  const renormalize = () => {
    for (; range < 256; range *= 2) bits++;
  };
  for (let i = 1; ; i++) {
    range -= unlikelyRanges[state - firstState]![(range >> 6) & 3]!;
    state = Math.min(lastState, state + 1);
    renormalize();
    range -= 2;
    if (i === count) break;
    renormalize();
  }
  // The slice ends: the interval is the upper end of the range. Its last bit is the slice's stop bit.
  out.bits(0, bits);
  out.bits(range | 1, 9);
  out.align(0);
}
