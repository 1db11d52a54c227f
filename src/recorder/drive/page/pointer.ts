import type { Tab } from '../../browser/index.ts';
import type { Point } from '../../contract/take-frame.ts';

/**
 * Real input events, so that hover and focus states show. The page takes movements with its next frame, so their answers
 * must not be awaited before it; presses and keys it takes at once.
 */
export class Pointer {
  readonly #tab: Tab;
  readonly #touch: boolean;
  #withNextFrame: Promise<unknown>[] = [];
  #atOnce: Promise<unknown>[] = [];

  /** @param touch fingers instead of a mouse, for mobile pages */
  constructor(tab: Tab, touch: boolean) {
    this.#tab = tab;
    this.#touch = touch;
  }

  move(to: Point, pressed: boolean): void {
    // A finger that is not down does not exist for the page.
    if (this.#touch) return;
    const button = pressed ? 'left' : 'none';
    const buttons = pressed ? 1 : 0;
    keep(
      this.#withNextFrame,
      this.#tab.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...to, button, buttons }),
    );
  }

  press(at: Point, clickCount: number): void {
    if (this.#touch) this.#touched('touchStart', [at]);
    else this.#clicked('mousePressed', at, clickCount);
  }

  release(at: Point, clickCount: number): void {
    if (this.#touch) this.#touched('touchEnd', []);
    else this.#clicked('mouseReleased', at, clickCount);
  }

  wheel(at: Point, delta: Point): void {
    const event = { type: 'mouseWheel' as const, ...at, deltaX: delta.x, deltaY: delta.y };
    keep(this.#withNextFrame, this.#tab.cdp.send('Input.dispatchMouseEvent', event));
  }

  /** A key, or whatever else the page reacts to at once. */
  also(work: Promise<unknown>): void {
    keep(this.#atOnce, work);
  }

  /** Before a frame: the page has taken what it takes at once. */
  async beforeFrame(): Promise<void> {
    await Promise.allSettled(this.#atOnce);
  }

  /** After a frame: everything sent so far has been answered. */
  async afterFrame(): Promise<void> {
    const answers = [...this.#atOnce, ...this.#withNextFrame];
    this.#atOnce = [];
    this.#withNextFrame = [];
    await Promise.allSettled(answers);
  }

  get isQuiet(): boolean {
    return this.#atOnce.length + this.#withNextFrame.length === 0;
  }

  #clicked(type: 'mousePressed' | 'mouseReleased', at: Point, clickCount: number): void {
    const buttons = type === 'mousePressed' ? 1 : 0;
    this.also(
      this.#tab.cdp.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons, clickCount }),
    );
  }

  #touched(type: 'touchStart' | 'touchEnd', touchPoints: Point[]): void {
    this.also(this.#tab.cdp.send('Input.dispatchTouchEvent', { type, touchPoints }));
  }
}

function keep(answers: Promise<unknown>[], work: Promise<unknown>): void {
  work.catch(() => undefined);
  answers.push(work);
}
