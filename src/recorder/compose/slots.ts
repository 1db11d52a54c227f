/**
 * Frames in memory that both threads see, lent out and given back. As many as there are is how far composing
 * may run ahead of encoding: who asks for one more waits, which is the back-pressure on the whole recorder.
 */
export class SlotRing {
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

  /** A slot nobody holds, held once; waits for one. Rejects after `close`. */
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
