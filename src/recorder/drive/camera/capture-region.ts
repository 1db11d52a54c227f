import type { CaptureView, Tab } from '../../browser/index.ts';

import { type StageLayout, visibleClip } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';
import { nullUnlessFault } from '../page/unanswered.ts';

// Switching to sharp pictures of a zoom and back costs about 200 ms. Shorter stops are not worth that.
const sharpFromMs = 400;
// How much more than the visible part a sharp picture holds at each side, as a part of the output's longer side: a close-up that leans goes
// 0.018 of its width aside, and stays sharp on its way.
const margin = 0.02;

/**
 * Which part of the page the browser renders. While a zoomed camera and the page stand still, that is only the visible part and a little
 * around it, at full resolution. Otherwise it is the whole viewport.
 */
export class CaptureRegion {
  readonly #tab: Tab;
  readonly #stage: StageLayout;
  #sharp: (CaptureView & { zoom: number }) | null = null;

  constructor(tab: Tab, stage: StageLayout) {
    this.#tab = tab;
    this.#stage = stage;
  }

  /** Switches back to the whole viewport. */
  widen(): CaptureView {
    this.#sharp = null;
    return this.#tab.screen.whole;
  }

  /** @param stillForMs how long camera and page will stand still; 0 while either moves */
  async view(camera: Camera, stillForMs: number): Promise<CaptureView> {
    if (camera.zoom <= 1.001) return this.widen();
    if (!this.#serves(camera)) {
      if (stillForMs < sharpFromMs) return this.widen();
      this.#sharp = null;
    }
    const page = await this.#tab.ask(scrollAndScale).catch(nullUnlessFault);
    // A document that is being replaced does not answer. The next frame will ask the new one.
    if (!page) return this.#sharp ?? this.widen();
    // A phone shows a page that is too wide for it at a smaller scale, and Chromium measures a clip in other units then.
    if (Math.abs(page.scale - 1) > 0.001) return this.widen();
    const { scroll } = page;
    const known = this.#sharp?.scroll;
    // The page has scrolled by itself. The clip does not move with it.
    if (known && Math.hypot(scroll.x - known.x, scroll.y - known.y) > 0.01) return this.widen();
    if (!known) {
      const clip = clipAround(this.#stage, camera);
      const { zoom } = camera;
      this.#sharp = clip && { clip, scale: this.#stage.scale * zoom, scroll, zoom };
    }
    return this.#sharp ?? this.widen();
  }

  /** Whether the sharp picture holds all that the camera sees, as large as the camera shows it. */
  #serves(camera: Camera): boolean {
    if (!this.#sharp || Math.abs(camera.zoom - this.#sharp.zoom) > 1e-4) return false;
    const seen = visibleClip(this.#stage, camera);
    return seen !== null && holds(this.#sharp.clip, seen);
  }
}

/** What the camera sees of the page, and a little around it, by whole pixels of the output. */
function clipAround(stage: StageLayout, camera: Camera): Rect | null {
  const seen = visibleClip(stage, camera);
  if (!seen) return null;
  const ratio = stage.scale * camera.zoom;
  const most = Math.round(Math.max(stage.width, stage.height) * margin);
  const page = { width: stage.content.width / stage.scale, height: stage.content.height / stage.scale };
  const room = (space: number) => Math.min(most, Math.floor(Math.max(0, space * ratio + slack))) / ratio;
  const left = room(seen.x);
  const top = room(seen.y);
  const right = room(page.width - seen.x - seen.width);
  const bottom = room(page.height - seen.y - seen.height);
  return {
    x: seen.x - left,
    y: seen.y - top,
    width: seen.width + left + right,
    height: seen.height + top + bottom,
  };
}

// What rounding may take away, in pixels of the page or of the output.
const slack = 0.01;

const holds = (clip: Rect, seen: Rect) =>
  seen.x >= clip.x - slack &&
  seen.y >= clip.y - slack &&
  seen.x + seen.width <= clip.x + clip.width + slack &&
  seen.y + seen.height <= clip.y + clip.height + slack;

const scrollAndScale = () => ({
  scroll: { x: scrollX, y: scrollY },
  scale: window.visualViewport?.scale ?? 1,
});
