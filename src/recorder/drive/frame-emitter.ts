import { wellFormedData } from '../../text.ts';
import { type BrowserSession, throwIfCancelled } from '../browser/index.ts';
import type { StageLayout } from '../contract/stage-layout.ts';
import type { Camera, Point, Rect, TakeFrame, Viewport } from '../contract/take-frame.ts';
import { followNavigation, type LoadOptions } from '../page/load.ts';
import { CameraOperator, type ZoomSettings } from './camera/camera.ts';
import { CameraMotion } from './camera/camera-motion.ts';
import { CaptureRegion } from './camera/capture-region.ts';
import { PictureMotion } from './camera/picture-motion.ts';
import { cursorMoveMs, type Motion } from './pace/motion.ts';
import { fingerMs } from './pace/timing.ts';
import { ActionRequests } from './page/action-requests.ts';
import { FilmPointer, type PointerKind, type Press } from './page/film-pointer.ts';
import type { PageInput } from './page/page-input.ts';
import { readPageLabel, shownLabel } from './page/page-label.ts';
import type { ScrollPlan } from './page/plan-scroll.ts';
import { Scrolling } from './page/scrolling.ts';
import { ShownDocument } from './page/shown-document.ts';
import { ShownKeys } from './page/shown-keys.ts';
import { ShownWords } from './page/shown-words.ts';
import { nullUnlessFault } from './page/unanswered.ts';
import { Writes } from './page/writes.ts';

export interface FrameEmitterOptions {
  session: BrowserSession;
  viewport: Viewport;
  stage: StageLayout;
  zoom: ZoomSettings;
  durationMs: number;
  fps: number;
  siteName?: string | undefined;
  pointer: PointerKind;
  /** A cursor may come into a film that begins without one. */
  mayEnterCursor?: boolean;
  load: LoadOptions;
  signal: AbortSignal | undefined;
  /** Off camera: awaited after each step that does something to the page. The page's time may pass in it. */
  afterAct?: (() => Promise<void>) | undefined;
  /** Until then the window opens, so that the picture moves whatever the page does. */
  leadInMs?: number;
}

/** Frames of a take, and what the generator returns after them. */
export type Frames<Result = void> = AsyncGenerator<TakeFrame, Result, void>;

const movedJustNowMs = 250;

/**
 * Emits the frames of a take. Between two frames it moves the pointer, the camera and the page as it was told. Its time is the film's;
 * every wait for the page or the network happens between two frames. It never emits more than `totalFrames`.
 */
export class FrameEmitter {
  readonly operator: CameraOperator;
  readonly document: ShownDocument;
  /** The keys that the script holds down. */
  readonly keys = new ShownKeys();
  totalFrames: number;
  label = '';
  /** The index of the step that is performed. */
  step = 0;
  /** The script has camera steps, and only they pull the camera back. */
  hasCameraSteps = false;
  /** What the film acts on or shows from close. */
  target: Rect | null = null;
  #options: FrameEmitterOptions;
  #frames = 0;
  /** The film time that the steps so far have asked for. Frames are emitted up to it, so that rounding errors never add up. */
  #dueMs = 0;
  #pointer: FilmPointer;
  #camera: CameraMotion;
  #scroll: Scrolling | null = null;
  #words = new ShownWords();
  #clip: Rect;
  #stillUntilMs = 0;
  #region: CaptureRegion;
  #requests: ActionRequests;
  #writes: Writes;
  #page: TakeFrame['page'] = { title: '', url: '' };
  #isCut = false;
  #motion: PictureMotion;

  constructor(options: FrameEmitterOptions) {
    const { session, stage, viewport } = options;
    this.#options = options;
    this.totalFrames = Math.round((options.durationMs / 1000) * options.fps);
    this.operator = new CameraOperator(stage, options.zoom);
    this.document = new ShownDocument(session.tab);
    this.#pointer = new FilmPointer(session.tab, viewport, options.pointer);
    this.#region = new CaptureRegion(session.tab, stage);
    this.#requests = new ActionRequests(session.tab);
    this.#writes = new Writes(session.tab);
    this.#camera = new CameraMotion(this.operator.at);
    this.#clip = { x: 0, y: 0, width: viewport.width, height: viewport.height };
    this.#motion = new PictureMotion(options.leadInMs ?? 0);
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
  get hasFinger(): boolean {
    return this.#options.pointer === 'finger';
  }
  get hasCursor(): boolean {
    return this.#pointer.kind === 'cursor';
  }
  /** For how long the film's picture has not moved. */
  get stoodMs(): number {
    return Math.max(0, this.timeMs - this.#motion.movedAtMs);
  }
  /** Whether the picture moves at this moment. */
  get isMoving(): boolean {
    return this.stoodMs < movedJustNowMs;
  }
  get input(): PageInput {
    return this.#pointer.input;
  }
  get cursor(): Point {
    return this.#pointer.at;
  }
  /** Film time of the next frame. */
  get timeMs(): number {
    return (this.#frames * 1000) / this.#options.fps;
  }
  /** Film time until the film is full. */
  get leftMs(): number {
    return (this.totalFrames * 1000) / this.#options.fps - this.timeMs;
  }
  get isFull(): boolean {
    return this.#frames >= this.totalFrames;
  }

  /** How long a cursor moves, or a finger comes down, at normal speed. */
  pointingMs(from: Point, to: Point): number {
    return this.hasFinger ? fingerMs : cursorMoveMs(from, to);
  }

  moveCursor(to: Point, durationMs: number): void {
    this.#pointer.moveTo(to, this.#motionOf(durationMs));
  }

  /** A cursor comes into a film that had none: from below what the camera shows. Returns whether the film has a cursor. */
  enterCursor(): boolean {
    if (this.hasCursor || !this.#options.mayEnterCursor) return this.hasCursor;
    const { viewport, stage } = this.#options;
    const { x, y, zoom } = this.#camera.at;
    const halfView = stage.height / zoom / stage.scale / 2;
    this.#pointer.enter({
      x: x + viewport.width / zoom / 8,
      y: Math.min(viewport.height, y + halfView) + 40,
    });
    return true;
  }

  /** Returns false where the camera is there already. */
  moveCamera(to: Camera, durationMs: number): boolean {
    return this.#camera.moveTo(to, this.#motionOf(durationMs));
  }

  /** How long the camera will still move after everything that was asked for so far. */
  get cameraLeftMs(): number {
    return this.#camera.leftMs(this.#dueMs);
  }

  scroll(plan: ScrollPlan, durationMs: number): void {
    if (plan.tracks.length === 0) return;
    this.#scroll = new Scrolling(plan, this.#motionOf(durationMs));
  }

  /** The button goes down in the next frame, and the ripple starts in the same frame. */
  pressNext(press: Press): void {
    this.#pointer.pressNext(press);
  }

  release(press: Press): void {
    this.#pointer.release(press);
  }

  caption(text: string, durationMs: number): void {
    this.#words.showCaption(text, this.#dueMs + durationMs);
  }

  /** Shows the keys of a shortcut. */
  showKeys(faces: string[], durationMs: number): void {
    this.#words.showKeys(faces, this.#dueMs + durationMs);
  }

  /** A cursor is not seen while text is typed, and until it is moved: nobody reads through it. */
  hideCursor(): void {
    this.#pointer.hide();
  }

  /** Requests that the page sends from now on belong to this action. Their answers are awaited off camera. */
  noteAction(): void {
    this.#requests.note(this.#dueMs);
  }

  /** A press or a key reaches the page: an action, and what the page sends because of it is this step's. */
  noteInput(): void {
    this.noteAction();
    this.#writes.note(this.step);
  }

  /** The film opens another page by itself: what that page sends is no step's. */
  noteNavigation(): void {
    this.#writes.note(null);
  }

  /** The steps whose input made the page send a write. */
  get writingSteps(): ReadonlySet<number> {
    return this.#writes.steps;
  }

  end(): void {
    this.#writes.end();
  }

  /**
   * The camera will not move for `durationMs`, whatever calls of `shoot` that time is spread over. It is worth taking sharp pictures
   * then.
   */
  expectStill(durationMs: number): void {
    this.#stillUntilMs = this.#dueMs + durationMs;
  }

  /** Emits the frames of the next `durationMs` of the film. */
  async *shoot(durationMs: number): Frames {
    this.#dueMs += Math.max(0, durationMs);
    while (!this.isFull && this.timeMs < this.#dueMs - 0.001) yield await this.#next(this.#dueMs);
  }

  /** A new scene: another page, the whole stage, and nothing moves. */
  async cut(): Promise<void> {
    this.#camera.cutTo(this.operator.cut());
    this.#pointer.cut();
    this.#scroll = null;
    this.target = null;
    this.#isCut = true;
    this.#region.widen();
    this.document.begin();
    await this.tab.clock.roll();
    await this.#readPage();
  }

  /** Off camera: follows the navigation that has begun to its end, and cuts to the new page. */
  async changeScene(): Promise<void> {
    await followNavigation(this.#options.session, this.#options.load);
    await this.cut();
  }

  #motionOf(durationMs: number): Motion {
    return { startMs: this.#dueMs, durationMs };
  }

  async #next(untilMs: number): Promise<TakeFrame> {
    throwIfCancelled(this.#options.signal);
    const { timeMs } = this;
    const frameMs = 1000 / this.#options.fps;
    if (this.document.isLeaving && this.document.leftMs <= 0) await this.changeScene();
    const isHeld = this.document.isLeaving && this.#frames > 0;
    const scrolls = this.#scroll !== null && !isHeld;
    // A frame shows what has moved by its end, so that a movement of n frames is complete in the n-th one.
    const click = await this.#advance(timeMs + frameMs, !isHeld);
    if (isHeld) this.document.hold(frameMs);
    const image = isHeld ? null : await this.#capture(untilMs);
    const frame: TakeFrame = {
      index: this.#frames++,
      timeMs,
      image,
      clip: this.#clip,
      camera: this.#camera.at,
      cursor: this.#pointer.inFrame,
      click,
      ...this.#words.at(timeMs),
      target: this.target,
      ...(this.#isCut && { isCut: true }),
      ...(scrolls && { scrolls }),
      stepLabel: this.label,
      page: this.#page,
    };
    this.#isCut = false;
    this.#motion.note(frame);
    return frame;
  }

  /** Moves everything to where it is at `timeMs`. Returns where the button went down, if it did. */
  async #advance(timeMs: number, reachesPage: boolean): Promise<Point | null> {
    this.#camera.advance(timeMs);
    this.#pointer.advance(timeMs, reachesPage);
    const { viewport } = this.#options;
    if (reachesPage && (await this.#scroll?.advance(timeMs, this.tab, this.input, viewport)))
      this.#scroll = null;
    if (!this.#pointer.isPressDue) return null;
    this.noteInput();
    return this.#pointer.press(reachesPage);
  }

  /** Takes the picture of the next frame; null where nothing has changed. */
  async #capture(untilMs: number): Promise<Buffer | null> {
    const { timeMs } = this;
    await this.#pointer.beforeFrame();
    await this.#requests.waitOffCamera(timeMs);
    const isMoving = this.#camera.isMoving || this.#scroll !== null;
    const stillForMs = isMoving ? 0 : Math.max(untilMs, this.#stillUntilMs) - timeMs;
    const shot = await this.tab.clock.frame(await this.#region.view(this.#camera.at, stillForMs));
    let image: Buffer | null = null;
    // A picture of a document that was replaced meanwhile belongs to the next scene.
    if (shot && this.document.isThere) {
      image = shot.jpeg;
      this.#clip = shot.clip;
    }
    await this.#pointer.afterFrame(image !== null, this.#frames);
    // Single-page applications change title and address at any time.
    if (this.#frames % 10 === 0) await this.#readPage();
    return image;
  }

  async #readPage(): Promise<void> {
    const { session, siteName } = this.#options;
    const known = await this.tab.ask(readPageLabel).catch(nullUnlessFault);
    // The page that comes may have answered already, while the film still shows the one before it for up to 0.4 s.
    if (!this.document.isThere) return;
    this.#page = shownLabel(known ? wellFormedData(known) : { title: '', url: session.page.url() }, siteName);
  }
}
