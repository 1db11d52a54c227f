/**
 * Takes: what a film was composed of, as one file, so that another presentation can be composed from it without opening the page.
 * The recorder's own files come in. It reads and writes the one file that it is given.
 *
 * The file has the browser's JPEGs one after the other, then the timeline (JSON, gzip), and 16 bytes at its end: the timeline's
 * position and the format's name. Pictures are stored as the browser made them, so nothing is lost.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { StoredPicture, TakeFrame } from '../contract/take-frame.ts';
import { type KeptFrame, type Timeline, timelineSchema } from './timeline.ts';

const format = Buffer.from('SR-TAKE1');
const endBytes = 16;
/** A timeline of three minutes takes 3 MB before it is packed. */
const mostTimelineBytes = 64 * 2 ** 20;

/** A take that is being written. */
export interface TakeWriter {
  /** Frames have to come in order. */
  add(frame: TakeFrame): Promise<void>;
  /** Completes the file. Without it, the file cannot be opened. */
  finish(about: Omit<Timeline, 'frames'>): Promise<{ sizeBytes: number }>;
  /** May be called at any time. */
  close(): Promise<void>;
}

export async function writeTake(path: string): Promise<TakeWriter> {
  const file = await open(path, 'wx', 0o600);
  const frames: KeptFrame[] = [];
  let sizeBytes = 0;
  const append = async (bytes: Uint8Array) => {
    await file.writev([bytes]);
    sizeBytes += bytes.byteLength;
  };
  return {
    async add({ image, index: _index, timeMs: _timeMs, ...shown }) {
      frames.push({ ...shown, picture: image && { at: sizeBytes, bytes: image.byteLength } });
      if (image) await append(image);
    },
    async finish(about) {
      await append(await endOf({ ...about, frames }, sizeBytes));
      return { sizeBytes };
    },
    close: () => file.close(),
  };
}

/** What comes after the pictures. */
async function endOf(timeline: Timeline, picturesBytes: number): Promise<Buffer> {
  const end = Buffer.alloc(endBytes);
  end.writeBigUInt64BE(BigInt(picturesBytes));
  format.copy(end, 8);
  return Buffer.concat([await promisify(gzip)(JSON.stringify(timeline)), end]);
}

/**
 * Writes into a finished take when its film shows what it comes to.
 * @throws BrokenTake
 */
export async function noteOutcome(path: string, outcomeMs: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { timeline, picturesBytes } = await readTimeline(file);
    const end = await endOf({ ...timeline, outcomeMs }, picturesBytes);
    await file.write(end, 0, end.byteLength, picturesBytes);
    await file.truncate(picturesBytes + end.byteLength);
  } finally {
    await file.close();
  }
}

/** A take to compose anew. */
export interface StoredTake {
  timeline: Timeline;
  /** The bytes of a picture that a frame of the timeline names. @throws BrokenTake */
  picture(place: StoredPicture): Promise<Buffer>;
  close(): Promise<void>;
}

/** The file is no take, or an incomplete one. The film has to be shot again. */
export class BrokenTake extends Error {
  constructor(why: string, cause?: unknown) {
    super(`The stored take of this film cannot be used: ${why}.`, { cause });
    this.name = 'BrokenTake';
  }
}

/**
 * @param hides CSS selectors of what the film must hide: a take that was shot with others cannot be used
 * @throws BrokenTake, here and while pictures are read
 */
export async function openTake(path: string, hides: readonly string[]): Promise<StoredTake> {
  const file = await open(path, 'r');
  try {
    const { timeline, picturesBytes } = await readTimeline(file);
    if (setOf(timeline.hides) !== setOf(hides))
      throw new BrokenTake('something else is to be hidden now than when it was shot');
    return {
      timeline,
      async picture({ at, bytes }) {
        if (at + bytes > picturesBytes) throw new BrokenTake('a picture is missing');
        return bytesAt(file, at, bytes);
      },
      close: () => file.close(),
    };
  } catch (cause) {
    await file.close();
    if (cause instanceof BrokenTake) throw cause;
    throw new BrokenTake('its timeline cannot be read', cause);
  }
}

async function readTimeline(file: FileHandle) {
  const { size } = await file.stat();
  const end = await bytesAt(file, size - endBytes, endBytes);
  if (!end.subarray(8).equals(format)) throw new BrokenTake('its end is missing');
  const picturesBytes = Number(end.readBigUInt64BE());
  const packed = await bytesAt(file, picturesBytes, size - endBytes - picturesBytes);
  const text = await promisify(gunzip)(packed, { maxOutputLength: mostTimelineBytes });
  return { timeline: timelineSchema.parse(JSON.parse(text.toString())), picturesBytes };
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0 || length < 0) throw new BrokenTake('it is too short');
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw new BrokenTake('it is too short');
  return bytes;
}

const setOf = (selectors: readonly string[]) => JSON.stringify([...new Set(selectors)].sort());
