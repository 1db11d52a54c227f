import { type FileHandle, open } from 'node:fs/promises';

export type Container = 'mp4' | 'webm';

/**
 * Which of the two containers a file is, judged by its bytes. Returns null where it is neither, and where the file is shorter than its
 * own structure says: otherwise half an MP4 with its index in front would pass for a complete one.
 */
export async function findContainer(path: string): Promise<Container | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = await bytesAt(file, 0, 64);
    if (head.toString('latin1', 4, 8) === 'ftyp') return (await isWholeMp4(file, head, size)) ? 'mp4' : null;
    if (head.readUInt32BE(0) === ebmlHead) return (await isWholeWebm(file, size)) ? 'webm' : null;
    return null;
  } finally {
    await file.close();
  }
}

// Brands of QuickTime's own files, and of pictures in the same container.
const otherBrands = new Set(['qt  ', 'avif', 'avis', 'heic', 'heix', 'hevc', 'heif', 'mif1', 'msf1']);
const mostBoxes = 100_000;

/** Walks the outermost boxes. They have to end where the file ends, and one of them has to be an index. */
async function isWholeMp4(file: FileHandle, head: Buffer, size: number): Promise<boolean> {
  if (otherBrands.has(head.toString('latin1', 8, 12))) return false;
  const seen = new Set<string>();
  let at = 0;
  for (let count = 0; at < size && count < mostBoxes; count++) {
    const box = await bytesAt(file, at, 16);
    const short = box.readUInt32BE(0);
    // 1: the length follows in 64 bits. 0: the box reaches to the end of the file.
    const length = short === 1 ? Number(box.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8 || at + length > size) return false;
    seen.add(box.toString('latin1', 4, 8));
    at += length;
  }
  return at === size && seen.has('moov');
}

const ebmlHead = 0x1a45dfa3;
const docTypeId = 0x4282;
const segmentId = 0x18538067;

/** The header has to say `webm`. The segment behind it has to be complete, where its length is known. */
async function isWholeWebm(file: FileHandle, size: number): Promise<boolean> {
  const headLength = readVint(await bytesAt(file, 4, 8), 0);
  if (!headLength || headLength.value === null || headLength.value > 1024) return false;
  const headStart = 4 + headLength.bytes;
  const headEnd = headStart + headLength.value;
  if (docTypeOf(await bytesAt(file, headStart, headLength.value)) !== 'webm') return false;
  const next = await bytesAt(file, headEnd, 12);
  if (next.readUInt32BE(0) !== segmentId) return false;
  const segment = readVint(next, 4);
  if (!segment) return false;
  // The length is unknown: the file was written while it was being recorded.
  return segment.value === null || headEnd + 4 + segment.bytes + segment.value <= size;
}

function docTypeOf(head: Buffer): string | null {
  for (let at = 0; at + 3 < head.length; ) {
    const isDocType = head.readUInt16BE(at) === docTypeId;
    const length = readVint(head, at + 2);
    if (!length || length.value === null) return null;
    const start = at + 2 + length.bytes;
    if (isDocType) return head.toString('latin1', start, start + length.value).replace(/\0+$/, '');
    at = start + length.value;
  }
  return null;
}

/** A number of 1 to 8 bytes, whose first bits say how many bytes. All ones mean that the number is unknown. */
function readVint(from: Buffer, at: number): { bytes: number; value: number | null } | null {
  const first = from[at] ?? 0;
  const bytes = Math.clz32(first) - 23;
  if (first === 0 || at + bytes > from.length) return null;
  let value = BigInt(first & (0xff >> bytes));
  for (let n = 1; n < bytes; n++) value = (value << 8n) | BigInt(from[at + n]!);
  const unknown = value === (1n << BigInt(7 * bytes)) - 1n;
  return { bytes, value: unknown ? null : Number(value) };
}

/** Bytes of the file; zeros behind its end. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  await file.read(buffer, 0, length, position);
  return buffer;
}
