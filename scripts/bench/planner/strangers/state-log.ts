import type { AppLogLine } from '../../../../test/planning/app-log.ts';

/** Looks at an application's state again and again, and logs each that is new. */
export class StateLog {
  readonly #lines: AppLogLine[] = [];
  readonly #read: () => Promise<unknown>;
  #last = '';
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(read: () => Promise<unknown>) {
    this.#read = read;
    this.#lookAgain();
  }

  /** All lines up to now, the state of this moment among them. */
  async lines(): Promise<AppLogLine[]> {
    await this.#look();
    return [...this.#lines];
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #lookAgain(): void {
    this.#timer = setTimeout(() => {
      // An application that is busy, or has ended, is looked at again later.
      void this.#look().then(
        () => this.#lookAgain(),
        () => this.#lookAgain(),
      );
    }, betweenLooksMs);
  }

  /** One look after the other, so that no older state is logged after a newer one. */
  #look(): Promise<void> {
    const look = this.#looking.then(async () => {
      const state = await this.#read();
      const text = JSON.stringify(state);
      if (text !== this.#last) this.#lines.push({ kind: 'put', state });
      this.#last = text;
    });
    this.#looking = look.catch(() => undefined);
    return look;
  }
}

const betweenLooksMs = 300;
