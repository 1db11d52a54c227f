/** A queue between a producer that pushes and one consumer that iterates with `for await`. */
export class FrameQueue<Item> implements AsyncIterable<Item> {
  #items: Item[] = [];
  #end: { error: unknown } | 'done' | null = null;
  #wake: (() => void) | null = null;

  push(item: Item): void {
    this.#items.push(item);
    this.#wake?.();
  }

  finish(): void {
    this.#end ??= 'done';
    this.#wake?.();
  }

  /** The consumer gets this error in place of what is still in the queue. It has no effect after `finish`. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for (;;) {
      if (this.#end && this.#end !== 'done') throw this.#end.error;
      const item = this.#items.shift();
      if (item !== undefined) yield item;
      else if (this.#end) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
