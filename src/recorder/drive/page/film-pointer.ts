/**
 * The page during a take: what the drive does to it (input events, scrolling, restarting its animations) and what it asks the page
 * (where links lead, its title, its cursor). The rest of the drive comes in. It touches the page through the tab, and no frames.
 */
import { settled, type Tab } from '../../browser/index.ts';
import type { CursorShape, Point, TakeFrame, Viewport } from '../../contract/take-frame.ts';
import { cursorPath, isOver, type Motion, progressOf } from '../pace/motion.ts';
import { cursorShapeAt } from './cursor-shape.ts';
import { PageInput, type PressedButton } from './page-input.ts';
import { nullUnlessFault } from './unanswered.ts';

/** What points in a film, if anything does: a cursor that is visible except while text is typed, or a finger that is visible only while it touches. */
export type PointerKind = 'cursor' | 'finger' | null;

/** A press of a mouse's button, or of a finger. */
export interface Press {
  /** 2 for the second of two. */
  clickCount: number;
  button: PressedButton;
  /** The film shows a press of which the page learns nothing. */
  onlyShown: boolean;
}

/** The cursor or finger that the film shows. The page gets the events that belong to its movements. */
export class FilmPointer {
  readonly input: PageInput;
  readonly #tab: Tab;
  #kind: PointerKind;
  #at: Point;
  #shape: CursorShape = 'arrow';
  /** The button that is down. */
  #pressed: PressedButton | null = null;
  #isFingerThere = false;
  /** Until it is moved or pressed. */
  #isHidden = false;
  #motion: (Motion & { at: (progress: number) => Point }) | null = null;
  /** The press that comes with the next frame. */
  #nextPress: Press | null = null;

  constructor(tab: Tab, { width, height, isMobile }: Viewport, kind: PointerKind) {
    this.input = new PageInput(tab, isMobile);
    this.#tab = tab;
    this.#kind = kind;
    this.#at = { x: width * 0.64, y: height * 0.72 };
    if (kind === 'finger') this.#shape = 'finger';
  }

  get at(): Point {
    return this.#at;
  }

  /** The member `cursor` of a frame. */
  get inFrame(): TakeFrame['cursor'] {
    return {
      ...this.#at,
      visible: this.#kind === 'finger' ? this.#isFingerThere : this.#kind !== null && !this.#isHidden,
      shape: this.#shape,
      pressed: this.#pressed !== null,
    };
  }

  get kind(): PointerKind {
    return this.#kind;
  }

  /** A film that had no cursor gets one, which stands at `from` first. */
  enter(from: Point): void {
    this.#kind = 'cursor';
    this.#at = from;
  }

  /** A cursor moves to `to`. A finger comes down there. */
  moveTo(to: Point, motion: Motion): void {
    if (this.#kind === 'finger' && !this.#isFingerThere) {
      this.#isFingerThere = true;
      this.#at = to;
      return;
    }
    this.#isHidden = false;
    const path = cursorPath(this.#at, to);
    if (motion.durationMs > 0) this.#motion = { ...motion, at: path };
  }

  /** A cursor is not seen until it is moved or pressed. The page learns nothing of that. */
  hide(): void {
    this.#isHidden = true;
  }

  /** The button goes down with the next frame. */
  pressNext(press: Press): void {
    this.#nextPress = press;
  }

  get isPressDue(): boolean {
    return this.#nextPress !== null;
  }

  release({ clickCount, button, onlyShown }: Press): void {
    if (!onlyShown) this.input.release(this.#at, clickCount, button);
    this.#pressed = null;
    this.#isFingerThere = false;
  }

  /** Moves to the place that it has at `timeMs`. @param reachesPage whether the page gets the events */
  advance(timeMs: number, reachesPage: boolean): void {
    const motion = this.#motion;
    if (!motion) return;
    this.#at = motion.at(progressOf(motion, timeMs));
    if (isOver(motion, timeMs)) this.#motion = null;
    if (reachesPage) this.input.move(this.#at, this.#pressed);
  }

  /** Makes the press that is due. @returns where the button went down */
  press(reachesPage: boolean): Point {
    const press = this.#nextPress;
    this.#nextPress = null;
    this.#pressed = press?.button ?? 'left';
    this.#isFingerThere = true;
    this.#isHidden = false;
    if (press && reachesPage && !press.onlyShown) this.input.press(this.#at, press.clickCount, press.button);
    return this.#at;
  }

  /** Before a frame. Presses and keys are answered at once, unless the page's own code blocks it. Then the frame comes without them. */
  async beforeFrame(): Promise<void> {
    if (!this.input.isQuiet) await settled(this.input.beforeFrame(), 250);
  }

  /**
   * After a frame: the page has handled the events, and the cursor gets the shape that belongs to what is below it now. That may have
   * scrolled there.
   */
  async afterFrame(isNewPicture: boolean, index: number): Promise<void> {
    const { isQuiet } = this.input;
    if (isQuiet && !isNewPicture) return;
    await settled(this.input.afterFrame(), 1_000);
    if (this.#kind !== 'cursor' || (index % 3 !== 0 && (isQuiet || this.#motion))) return;
    const { x, y } = this.#at;
    this.#shape = (await this.#tab.ask(cursorShapeAt, x, y).catch(nullUnlessFault)) ?? this.#shape;
  }

  /** After a cut nothing moves or touches. */
  cut(): void {
    this.#motion = null;
    this.#isFingerThere = false;
    this.#isHidden = false;
    if (this.#kind !== 'finger') this.#shape = 'arrow';
  }
}
