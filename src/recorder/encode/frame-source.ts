import { Readable, type Writable } from 'node:stream';

/** A frame of raw pixels whose memory is lent: it is valid until `release`. */
export interface RawFrame {
  pixels: Uint8Array;
  release(): void;
}

/**
 * Raw frames as the input stream of a fluent-ffmpeg command. It overrides `pipe` and writes to ffmpeg's stdin itself, because a
 * frame's memory may be used again only after its last byte was written, and an ordinary stream does not tell when that is. One
 * frame is written at a time, so a slow encoder slows down whatever makes the frames.
 */
export class FrameSource extends Readable {
  /** How many frames were written so far. */
  writtenCount = 0;
  /** The error with which the frames ended, if they did. */
  fault: { error: unknown } | null = null;
  readonly #frames: AsyncIterable<RawFrame>;
  readonly #onWritten: (written: number) => void;

  constructor(frames: AsyncIterable<RawFrame>, onWritten: (written: number) => void) {
    super({ read() {} });
    this.#frames = frames;
    this.#onWritten = onWritten;
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    void this.#pump(destination as unknown as Writable);
    return destination;
  }

  async #pump(stdin: Writable): Promise<void> {
    // A broken pipe means that ffmpeg has ended, and its command reports why.
    stdin.on('error', () => undefined);
    try {
      for await (const frame of this.#frames) {
        const isWritten = await write(stdin, frame.pixels);
        frame.release();
        if (!isWritten) break;
        this.#onWritten(++this.writtenCount);
      }
    } catch (error) {
      this.fault = { error };
    }
    stdin.end();
  }
}

/** Resolves when all of `pixels` is written: true, or false where the pipe is broken. */
const write = (stdin: Writable, pixels: Uint8Array) =>
  new Promise<boolean>((resolve) => {
    stdin.write(pixels, (error) => resolve(!error));
  });
