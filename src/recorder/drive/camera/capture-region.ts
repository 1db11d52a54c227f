import type { CaptureView, Tab } from '../../browser/index.ts';

import { type StageLayout, visibleClip } from '../../contract/stage-layout.ts';
import type { Camera } from '../../contract/take-frame.ts';
import { nullUnlessFault } from '../page/unanswered.ts';

// Switching to sharp pictures of a zoom and back costs about 200 ms. Shorter stops are not worth that.
const sharpFromMs = 400;

/**
 * Which part of the page the browser renders. While a zoomed camera and the page stand still, that is only the visible part, at full
 * resolution. Otherwise it is the whole viewport.
 */
export class CaptureRegion {
  readonly #tab: Tab;
  readonly #stage: StageLayout;
  #sharp: CaptureView | null = null;

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
    if (camera.zoom <= 1.001 || stillForMs <= 0) return this.widen();
    if (!this.#sharp && stillForMs < sharpFromMs) return this.widen();
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
      const clip = visibleClip(this.#stage, camera);
      this.#sharp = clip && { clip, scale: this.#stage.scale * camera.zoom, scroll };
    }
    return this.#sharp ?? this.widen();
  }
}

const scrollAndScale = () => ({
  scroll: { x: scrollX, y: scrollY },
  scale: window.visualViewport?.scale ?? 1,
});
