import type { CaptureView, Tab } from '../../browser/index.ts';
import { RecordingFault } from '../../contract/fault.ts';
import { type StageLayout, visibleClip } from '../../contract/stage-layout.ts';
import type { Camera } from '../../contract/take-frame.ts';

// A sharp picture of a zoom costs about 200 ms to set up and to leave: shorter stops are not worth it.
const sharpFromMs = 400;

/** What to render: the visible part alone, and sharp, while a zoom holds still; else the whole viewport. */
export class CaptureRegion {
  readonly #tab: Tab;
  readonly #stage: StageLayout;
  #sharp: CaptureView | null = null;

  constructor(tab: Tab, stage: StageLayout) {
    this.#tab = tab;
    this.#stage = stage;
  }

  /** Back to the whole viewport. */
  widen(): CaptureView {
    this.#sharp = null;
    return this.#tab.screen.whole;
  }

  /** @param stillForMs for how long camera and page will stay as they are; 0 while either moves */
  async view(camera: Camera, stillForMs: number): Promise<CaptureView> {
    if (camera.zoom <= 1.001 || stillForMs <= 0) return this.widen();
    if (!this.#sharp && stillForMs < sharpFromMs) return this.widen();
    const page = await this.#lookAtPage();
    // No answer where the document is just being replaced; the next frames see to that.
    if (!page) return this.#sharp ?? this.widen();
    // A page too wide for its phone is shown smaller, and Chromium then clips by another measure.
    if (Math.abs(page.scale - 1) > 0.001) return this.widen();
    const { scroll } = page;
    const known = this.#sharp?.scroll;
    // The page scrolls by itself: the clip would stay behind.
    if (known && Math.hypot(scroll.x - known.x, scroll.y - known.y) > 0.01) return this.widen();
    if (!known) {
      const clip = visibleClip(this.#stage, camera);
      this.#sharp = clip && { clip, scale: this.#stage.scale * camera.zoom, scroll };
    }
    return this.#sharp ?? this.widen();
  }

  async #lookAtPage() {
    try {
      return await this.#tab.ask(() => ({
        scroll: { x: scrollX, y: scrollY },
        scale: window.visualViewport?.scale ?? 1,
      }));
    } catch (error) {
      if (error instanceof RecordingFault) throw error;
      return null;
    }
  }
}
