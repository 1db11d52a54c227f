import { FrameQueue } from './frame-queue.ts';

/**
 * Frame memory that both threads see, lent out and given back. A slot is the index of one buffer. The number of buffers limits
 * how far composing may run ahead of encoding: a caller that needs one more waits, and that back-pressure slows down the whole
 * recorder.
 */
export class FrameBuffers {
  readonly memory: SharedArrayBuffer[];
  readonly #free: number[];
  readonly #holders: number[];
  #waiting: { resolve: (slot: number) => void; reject: (error: unknown) => void }[] = [];
  #closed: Error | null = null;

  constructor(count: number, sizeBytes: number) {
    this.memory = Array.from({ length: count }, () => new SharedArrayBuffer(sizeBytes));
    this.#free = this.memory.map((_, slot) => slot);
    this.#holders = this.memory.map(() => 0);
  }

  /** Waits for a free slot; the caller is its one holder. Rejects after `close`. */
  async take(): Promise<number> {
    if (this.#closed) throw this.#closed;
    const slot = this.#free.shift();
    if (slot !== undefined) {
      this.#holders[slot] = 1;
      return slot;
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  hold(slot: number): void {
    this.#holders[slot] = (this.#holders[slot] ?? 0) + 1;
  }

  release(slot: number): void {
    const left = (this.#holders[slot] ?? 0) - 1;
    this.#holders[slot] = Math.max(0, left);
    if (left > 0) return;
    const next = this.#waiting.shift();
    if (next) {
      this.#holders[slot] = 1;
      next.resolve(slot);
    } else this.#free.push(slot);
  }

  close(reason: Error): void {
    this.#closed = reason;
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }
}

export interface ComposedFrame {
  /**
   * Planar YUV 4:2:0, BT.709, limited range; valid until `release`. A frame in which nothing changed comes with the same memory
   * as the frame before.
   */
  pixels: Uint8Array;
  isRepeated: boolean;
  release(): void;
}

/** Hands composed frames to the consumer. It holds the newest changed frame, so that it can be repeated. */
export class FrameDelivery {
  readonly frames = new FrameQueue<ComposedFrame>();
  readonly #buffers: FrameBuffers;
  #newest: number | null = null;

  constructor(buffers: FrameBuffers) {
    this.#buffers = buffers;
  }

  /** `slot` was lent for this frame. It holds new pixels where the frame `isChanged`, and is given back unused where not. */
  deliver(slot: number, isChanged: boolean): void {
    const buffers = this.#buffers;
    if (isChanged) {
      if (this.#newest !== null) buffers.release(this.#newest);
      this.#newest = slot;
    } else buffers.release(slot);
    const shown = this.#newest ?? slot;
    buffers.hold(shown);
    this.frames.push({
      pixels: new Uint8Array(buffers.memory[shown] as SharedArrayBuffer),
      isRepeated: shown !== slot,
      release: () => buffers.release(shown),
    });
  }
}
