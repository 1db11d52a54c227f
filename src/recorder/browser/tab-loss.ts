/**
 * Tells every pending wait that the tab is lost: crashed, closed or cancelled. `Promise.race` against one promise that lives as
 * long as the film would keep the answer of every wait until the film's end. With one picture a frame that is 4 MB for each
 * second of film.
 */
export class TabLoss {
  readonly #waiting = new Set<(reason: Error) => void>();
  #reason: Error | null = null;

  /** Rejects every pending and every later wait with `reason`. Only the first call counts. */
  declare(reason: Error): void {
    this.#reason ??= reason;
    for (const reject of this.#waiting) reject(this.#reason);
    this.#waiting.clear();
  }

  /** Settles as `work` does, or rejects as soon as the tab is lost. Nothing of `work` is kept once it has settled. */
  async race<T>(work: Promise<T>): Promise<T> {
    if (this.#reason) {
      work.catch(() => undefined);
      throw this.#reason;
    }
    const { promise, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    try {
      return await Promise.race([work, promise]);
    } finally {
      this.#waiting.delete(reject);
    }
  }
}
