import { Readable, type Writable } from 'node:stream';

/** A frame of raw pixels on loan: good until `release`. */
export interface RawFrame {
  pixels: Uint8Array;
  release(): void;
}

/**
 * Raw frames as the input stream of a fluent-ffmpeg command. It writes to ffmpeg's stdin itself instead of leaving that
 * to `pipe`: a frame's memory may be used again only when its last byte has left, and a stream's own buffering does not
 * tell when that is. One frame is under way at a time, so a slow encoder stops whoever makes the frames.
 */
export class FrameSource extends Readable {
  /** Frames that have left so far. */
  written = 0;
  /** What the frames themselves ended with, if not in good order. */
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
    // A pipe that breaks means that ffmpeg has ended; its command says why.
    stdin.on('error', () => undefined);
    try {
      for await (const frame of this.#frames) {
        const left = await write(stdin, frame.pixels);
        frame.release();
        if (!left) break;
        this.#onWritten(++this.written);
      }
    } catch (error) {
      this.fault = { error };
    }
    stdin.end();
  }
}

/** False where the pipe is broken. */
const write = (stdin: Writable, pixels: Uint8Array) =>
  new Promise<boolean>((resolve) => {
    stdin.write(pixels, (error) => resolve(!error));
  });
