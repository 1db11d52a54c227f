import type { Tab } from '../../browser/index.ts';
import type { Point } from '../../contract/take-frame.ts';

/** A mouse's button, and its bit in what the page is told of all buttons. */
export type PressedButton = 'left' | 'right';
const bits: Record<PressedButton, number> = { left: 1, right: 2 };

/**
 * Sends real input events, so that the page shows its hover and focus states. The page handles movements only with its next frame, so
 * a frame must not wait for their answers. It handles presses and keys at once.
 */
export class PageInput {
  readonly #tab: Tab;
  readonly #touch: boolean;
  #withNextFrame: Promise<unknown>[] = [];
  #atOnce: Promise<unknown>[] = [];

  /** @param touch whether to send touches instead of mouse events, as mobile pages expect */
  constructor(tab: Tab, touch: boolean) {
    this.#tab = tab;
    this.#touch = touch;
  }

  move(to: Point, pressed: PressedButton | null): void {
    // A page knows nothing of a finger that does not touch.
    if (this.#touch) return;
    const button = pressed ?? 'none';
    const buttons = pressed ? bits[pressed] : 0;
    collect(
      this.#withNextFrame,
      this.#tab.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...to, button, buttons }),
    );
  }

  press(at: Point, clickCount: number, button: PressedButton): void {
    if (this.#isTouch(button)) this.#sendTouch('touchStart', [at]);
    else this.#sendButton('mousePressed', at, { clickCount, button });
  }

  release(at: Point, clickCount: number, button: PressedButton): void {
    if (this.#isTouch(button)) this.#sendTouch('touchEnd', []);
    else this.#sendButton('mouseReleased', at, { clickCount, button });
  }

  wheel(at: Point, delta: Point): void {
    const event = { type: 'mouseWheel' as const, ...at, deltaX: delta.x, deltaY: delta.y };
    collect(this.#withNextFrame, this.#tab.cdp.send('Input.dispatchMouseEvent', event));
  }

  /** Has the next frame wait for `work`: a key, or another event that the page handles at once. */
  awaitBeforeFrame(work: Promise<unknown>): void {
    collect(this.#atOnce, work);
  }

  /** Settles when the page has handled all events that it handles at once. */
  async beforeFrame(): Promise<void> {
    await Promise.allSettled(this.#atOnce);
  }

  /** Settles when the page has handled all events. Call it after a frame. */
  async afterFrame(): Promise<void> {
    const answers = [...this.#atOnce, ...this.#withNextFrame];
    this.#atOnce = [];
    this.#withNextFrame = [];
    await Promise.allSettled(answers);
  }

  /** Whether no event was sent since the last frame. */
  get isQuiet(): boolean {
    return this.#atOnce.length + this.#withNextFrame.length === 0;
  }

  /** A finger that rests opens a menu too. The page gets the event that it waits for, whatever opened it. */
  #isTouch(button: PressedButton): boolean {
    return this.#touch && button === 'left';
  }

  #sendButton(
    type: 'mousePressed' | 'mouseReleased',
    at: Point,
    given: { clickCount: number; button: PressedButton },
  ): void {
    const buttons = type === 'mousePressed' ? bits[given.button] : 0;
    this.awaitBeforeFrame(this.#tab.cdp.send('Input.dispatchMouseEvent', { type, ...at, ...given, buttons }));
  }

  #sendTouch(type: 'touchStart' | 'touchEnd', touchPoints: Point[]): void {
    this.awaitBeforeFrame(this.#tab.cdp.send('Input.dispatchTouchEvent', { type, touchPoints }));
  }
}

function collect(answers: Promise<unknown>[], work: Promise<unknown>): void {
  work.catch(() => undefined);
  answers.push(work);
}
