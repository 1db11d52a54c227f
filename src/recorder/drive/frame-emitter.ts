import { wellFormedData } from '../../text.ts';
import { type BrowserSession, settled, throwIfCancelled } from '../browser/index.ts';
import type { StageLayout } from '../contract/stage-layout.ts';
import type { Camera, CursorShape, Point, Rect, TakeFrame, Viewport } from '../contract/take-frame.ts';
import { followNavigation, type LoadOptions } from '../page/load.ts';
import { between, CameraOperator, sameCamera, type ZoomSettings } from './camera/camera.ts';
import { CaptureRegion } from './camera/capture-region.ts';
import { cursorMoveMs, cursorPath, isOver, type Motion, progressOf } from './pace/motion.ts';
import { fingerMs } from './pace/timing.ts';
import { ActionRequests } from './page/action-requests.ts';
import { cursorShapeAt } from './page/cursor-shape.ts';
import { readLabel } from './page/page-label.ts';
import { Pointer } from './page/pointer.ts';
import type { ScrollPlan } from './page/scroll.ts';
import { Scrolling, unlessFault } from './page/scrolling.ts';

export interface FrameEmitterOptions {
  session: BrowserSession;
  viewport: Viewport;
  stage: StageLayout;
  zoom: ZoomSettings;
  durationMs: number;
  fps: number;
  /** What points in the film, if anything does. */
  pointing: 'cursor' | 'finger' | null;
  load: LoadOptions;
  signal: AbortSignal | undefined;
}

// The old page is held for so long after a click has led away from it, so that the click can be seen.
const farewellMs = 400;

/**
 * The film being shot: emits frames, and moves cursor, camera and page as told between them. Its time is the film's own;
 * whatever has to be waited for happens between two frames. It never emits more frames than the film has.
 */
export class FrameEmitter {
  readonly operator: CameraOperator;
  readonly pointer: Pointer;
  /** It has no more. */
  totalFrames: number;
  label = '';
  /** The script moves the camera itself: it says when to pull back. */
  camerasScripted = false;
  #options: FrameEmitterOptions;
  #frames = 0;
  /** Film time that the steps so far have asked for; frames follow it, so that rounding never adds up. */
  #dueMs = 0;
  #cursor: Point;
  #shape: CursorShape = 'arrow';
  #pressed = false;
  /** A finger is there only to touch. */
  #isFingerThere = false;
  /** The press that comes with the next frame. */
  #press: { clickCount: number; onlyShown: boolean } | null = null;
  #camera: Camera;
  #cursorMove: (Motion & { at: (progress: number) => Point }) | null = null;
  #cameraMove: (Motion & { from: Camera; to: Camera }) | null = null;
  #scroll: Scrolling | null = null;
  #caption: { text: string; untilMs: number } | null = null;
  #clip: Rect;
  #stillUntilMs = 0;
  #region: CaptureRegion;
  #requests: ActionRequests;
  #page: TakeFrame['page'] = { title: '', url: '' };
  #farewellLeftMs = farewellMs;
  #document = 0;

  constructor(options: FrameEmitterOptions) {
    this.#options = options;
    this.totalFrames = Math.round((options.durationMs / 1000) * options.fps);
    this.operator = new CameraOperator(options.stage, options.zoom);
    this.pointer = new Pointer(options.session.tab, options.viewport.isMobile);
    this.#region = new CaptureRegion(options.session.tab, options.stage);
    this.#requests = new ActionRequests(options.session.tab);
    this.#camera = this.operator.at;
    if (this.isTouched) this.#shape = 'finger';
    const { width, height } = options.viewport;
    this.#cursor = { x: width * 0.64, y: height * 0.72 };
    this.#clip = { x: 0, y: 0, width, height };
  }

  get tab() {
    return this.#options.session.tab;
  }
  get session() {
    return this.#options.session;
  }
  get options(): FrameEmitterOptions {
    return this.#options;
  }
  get showsCursor(): boolean {
    return this.#options.pointing !== null;
  }
  get isTouched(): boolean {
    return this.#options.pointing === 'finger';
  }
  get cursor(): Point {
    return this.#cursor;
  }
  /** Film time of the next frame. */
  get timeMs(): number {
    return (this.#frames * 1000) / this.#options.fps;
  }
  get nextIndex(): number {
    return this.#frames;
  }
  get isFull(): boolean {
    return this.#frames >= this.totalFrames;
  }

  /** How long a cursor is on its way, or a finger comes down, at normal speed. */
  pointMs(from: Point, to: Point): number {
    return this.isTouched ? fingerMs : cursorMoveMs(from, to);
  }

  /** A finger comes down where it touches, and goes no way there. */
  moveCursor(to: Point, durationMs: number): void {
    if (this.isTouched && !this.#isFingerThere) {
      this.#isFingerThere = true;
      this.#cursor = to;
      return;
    }
    const at = cursorPath(this.#cursor, to);
    if (durationMs > 0) this.#cursorMove = { startMs: this.#dueMs, durationMs, at };
  }

  /** Returns false where the camera is already there. */
  moveCamera(to: Camera, durationMs: number): boolean {
    if (sameCamera(this.#camera, to)) return false;
    this.#cameraMove = { startMs: this.#dueMs, durationMs, from: this.#camera, to };
    return true;
  }

  /** How long the camera is under way still, when all that was asked for so far has been shot. */
  get cameraLeftMs(): number {
    const move = this.#cameraMove;
    return move ? Math.max(0, move.startMs + move.durationMs - this.#dueMs) : 0;
  }

  scroll(plan: ScrollPlan, durationMs: number): void {
    if (plan.tracks.length === 0) return;
    this.#scroll = new Scrolling(plan, { startMs: this.#dueMs, durationMs });
  }

  /** The mouse button goes down in the next frame, and its ripple starts there. */
  pressNext(clickCount: number, onlyShown: boolean): void {
    this.#press = { clickCount, onlyShown };
  }

  release(clickCount: number, onlyShown: boolean): void {
    if (!onlyShown) this.pointer.release(this.#cursor, clickCount);
    this.#pressed = false;
    this.#isFingerThere = false;
  }

  caption(text: string, durationMs: number): void {
    this.#caption = text === '' ? null : { text, untilMs: this.#dueMs + durationMs };
  }

  /** What the page fetches from here on belongs to this action, and is waited for off camera. */
  noteAction(): void {
    this.#requests.note(this.#dueMs);
  }

  /** The camera will stay where it is for so long: worth a sharp picture, in however many shots it is spent. */
  expectStill(durationMs: number): void {
    this.#stillUntilMs = this.#dueMs + durationMs;
  }

  /** Frames for `durationMs` of film. */
  async *shoot(durationMs: number): AsyncGenerator<TakeFrame, void, void> {
    this.#dueMs += Math.max(0, durationMs);
    while (!this.isFull && this.timeMs < this.#dueMs - 0.001) yield await this.#next(this.#dueMs);
  }

  /** After a change of scene: other page, camera wide, nothing moves. */
  async cut(): Promise<void> {
    this.#camera = this.operator.cut();
    this.#cameraMove = null;
    this.#cursorMove = null;
    this.#scroll = null;
    this.#region.widen();
    this.#farewellLeftMs = farewellMs;
    this.#document = this.tab.network.documents;
    await this.tab.clock.roll();
    await this.#readPage();
    this.#isFingerThere = false;
    if (!this.isTouched) this.#shape = 'arrow';
  }

  async #next(untilMs: number): Promise<TakeFrame> {
    throwIfCancelled(this.#options.signal);
    const timeMs = this.timeMs;
    if (this.isLeaving && this.#farewellLeftMs <= 0) await this.changeScene();
    const held = this.isLeaving && this.#frames > 0;
    // A frame shows what has moved by its end, so that a movement of n frames is complete in the n-th.
    const click = await this.#act(timeMs + 1000 / this.#options.fps, held);
    let image: Buffer | null = null;
    if (held) this.#farewellLeftMs -= 1000 / this.#options.fps;
    else {
      // Answered at once, unless the page's own code holds it up; then the frame comes without it.
      if (!this.pointer.isQuiet) await settled(this.pointer.beforeFrame(), 250);
      await this.#requests.await(timeMs);
      const isMoving = this.#cameraMove !== null || this.#scroll !== null;
      const stillForMs = isMoving ? 0 : Math.max(untilMs, this.#stillUntilMs) - timeMs;
      const shot = await this.tab.clock.frame(await this.#region.view(this.#camera, stillForMs));
      // A document that was replaced while it was drawn: the picture is of the next scene, and this one is over.
      if (shot && this.tab.network.documents === this.#document) {
        image = shot.jpeg;
        this.#clip = shot.clip;
      }
      await this.#look(image !== null);
      // Single-page applications change title and address as they like.
      if (this.#frames % 10 === 0) await this.#readPage();
    }
    if (this.#caption && this.#caption.untilMs <= timeMs) this.#caption = null;
    return {
      index: this.#frames++,
      timeMs,
      image,
      clip: this.#clip,
      camera: this.#camera,
      cursor: {
        ...this.#cursor,
        visible: this.isTouched ? this.#isFingerThere : this.showsCursor,
        shape: this.#shape,
        pressed: this.#pressed,
      },
      click,
      caption: this.#caption?.text ?? null,
      stepLabel: this.label,
      page: this.#page,
    };
  }

  /** Everything that moves, moved to where it is at `timeMs`. Returns where the button went down, if it did. */
  async #act(timeMs: number, held: boolean): Promise<Point | null> {
    const cameraMove = this.#cameraMove;
    if (cameraMove) {
      this.#camera = between(cameraMove.from, cameraMove.to, progressOf(cameraMove, timeMs));
      if (isOver(cameraMove, timeMs)) {
        this.#camera = cameraMove.to;
        this.#cameraMove = null;
      }
    }
    const cursorMove = this.#cursorMove;
    if (cursorMove) {
      this.#cursor = cursorMove.at(progressOf(cursorMove, timeMs));
      if (isOver(cursorMove, timeMs)) this.#cursorMove = null;
      if (!held) this.pointer.move(this.#cursor, this.#pressed);
    }
    const { viewport } = this.#options;
    if (!held && (await this.#scroll?.advance(timeMs, this.tab, this.pointer, viewport))) this.#scroll = null;
    const press = this.#press;
    if (press === null) return null;
    this.#press = null;
    this.#pressed = true;
    this.#isFingerThere = true;
    this.noteAction();
    if (!held && !press.onlyShown) this.pointer.press(this.#cursor, press.clickCount);
    return this.#cursor;
  }

  /** After the frame: input was answered, and the cursor has the shape of what is below it, also where that scrolled. */
  async #look(isNewPicture: boolean): Promise<void> {
    const isQuiet = this.pointer.isQuiet;
    if (isQuiet && !isNewPicture) return;
    await settled(this.pointer.afterFrame(), 1_000);
    if (this.#options.pointing !== 'cursor' || (this.#frames % 3 !== 0 && (isQuiet || this.#cursorMove)))
      return;
    const { x, y } = this.#cursor;
    this.#shape = (await this.tab.ask(cursorShapeAt, x, y).catch(unlessFault)) ?? this.#shape;
  }

  /** Off camera: to the end of a navigation that is under way, then a cut. */
  async changeScene(): Promise<void> {
    await followNavigation(this.#options.session, this.#options.load);
    await this.cut();
  }

  /** The page that the film shows is not, or not for long, the page that is there. */
  get isLeaving(): boolean {
    const { network } = this.tab;
    return network.navigating || network.documents !== this.#document;
  }

  /** How long the old page is still held where a press has led away from it. */
  get farewellLeftMs(): number {
    return this.isLeaving ? Math.max(0, this.#farewellLeftMs) : 0;
  }

  async #readPage(): Promise<void> {
    const { page } = this.#options.session;
    this.#page = await this.tab
      .ask(readLabel)
      .catch(unlessFault)
      .then((known) => (known ? wellFormedData(known) : { title: '', url: page.url() }));
  }
}
