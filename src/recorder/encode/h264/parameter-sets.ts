import { BitReader, withoutEscapes } from './bits.ts';

/** What of a sequence parameter set a picture's header depends on (7.3.2.1). */
export interface SequenceSettings {
  frameNumBits: number;
  macroblocks: number;
}

/** What of a picture parameter set a picture's header depends on (7.3.2.2). */
export interface PictureSettings {
  id: number;
  hasWeights: boolean;
  initialQp: number;
  hasDeblockingControl: boolean;
}

const profilesWithChromaFormat = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);
const orderOfDecoding = 2;

/**
 * @param nal with its header byte
 * @returns null for a stream in which a repeated picture would need more than its header: pictures in another order than they are
 *   decoded in, several references, fields, or scaling matrices
 */
export function readSequence(nal: Uint8Array): SequenceSettings | null {
  const bits = new BitReader(withoutEscapes(nal.subarray(1)));
  const profile = bits.bits(8);
  bits.bits(16);
  bits.golomb();
  if (profilesWithChromaFormat.has(profile)) {
    const isPlain = bits.golomb() === 1 && bits.golomb() === 0 && bits.golomb() === 0;
    if (!isPlain || bits.flag() || bits.flag()) return null;
  }
  const frameNumBits = bits.golomb() + 4;
  if (bits.golomb() !== orderOfDecoding) return null;
  const references = bits.golomb();
  bits.flag();
  const [columns, rows] = [bits.golomb() + 1, bits.golomb() + 1];
  const hasFramesOnly = bits.flag();
  return references === 1 && hasFramesOnly ? { frameNumBits, macroblocks: columns * rows } : null;
}

/** @returns null for a stream without CABAC, with several groups of slices or with more in its slices' headers than we write */
export function readPicture(nal: Uint8Array): PictureSettings | null {
  const bits = new BitReader(withoutEscapes(nal.subarray(1)));
  const id = bits.golomb();
  bits.golomb();
  const isCabac = bits.flag();
  const hasFieldOrder = bits.flag();
  const groups = bits.golomb() + 1;
  const [references] = [bits.golomb() + 1, bits.golomb()];
  const hasWeights = bits.flag();
  bits.bits(2);
  const initialQp = bits.signedGolomb() + 26;
  bits.signedGolomb();
  bits.signedGolomb();
  const hasDeblockingControl = bits.flag();
  bits.flag();
  const hasRedundantPictures = bits.flag();
  const isPlain = isCabac && !hasFieldOrder && !hasRedundantPictures && groups === 1 && references === 1;
  return isPlain ? { id, hasWeights, initialQp, hasDeblockingControl } : null;
}
