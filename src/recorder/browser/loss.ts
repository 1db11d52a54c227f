/**
 * The end of what every wait depends on. `Promise.race` with a promise that lasts as long as the film would keep each
 * wait's answer until then, one picture a frame: 4 MB a second of film.
 */
export class Loss {
  readonly #waiting = new Set<(reason: Error) => void>();
  #reason: Error | null = null;

  /** Ends every wait with `reason`, now and from now on; the first reason holds. */
  declare(reason: Error): void {
    this.#reason ??= reason;
    for (const reject of this.#waiting) reject(this.#reason);
    this.#waiting.clear();
  }

  /** What `work` comes to, unless the loss comes first. Nothing of it is kept once it is settled. */
  async orElse<T>(work: Promise<T>): Promise<T> {
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
