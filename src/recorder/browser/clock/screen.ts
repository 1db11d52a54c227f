import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Viewport } from '../../contract/take-frame.ts';
import type { CaptureView } from './frame-clock.ts';

/** The emulated screen. The page's layout stays the same whichever part of it is rendered, and at whichever scale. */
export class Screen {
  readonly viewport: Viewport;
  readonly #cdp: CDPSession;
  readonly #deviceScaleFactor: number;
  #shown = '';

  constructor(cdp: CDPSession, viewport: Viewport, deviceScaleFactor: number) {
    this.#cdp = cdp;
    this.viewport = viewport;
    this.#deviceScaleFactor = deviceScaleFactor;
  }

  /** The whole viewport at the scale the browser was launched with. */
  get whole(): CaptureView {
    const { width, height } = this.viewport;
    return { clip: { x: 0, y: 0, width, height }, scale: this.#deviceScaleFactor };
  }

  /** Renders `view` from the next frame on; text is rasterised anew at its scale. @returns whether anything had to change. */
  async show(view: CaptureView): Promise<boolean> {
    const key = JSON.stringify(view);
    if (key === this.#shown) return false;
    this.#shown = key;
    await this.#cdp.send('Emulation.setDeviceMetricsOverride', this.#metrics(view));
    return true;
  }

  #metrics(view: CaptureView): Protocol.Emulation.SetDeviceMetricsOverrideRequest {
    const { width, height, isMobile } = this.viewport;
    const metrics = {
      width,
      height,
      screenWidth: width,
      screenHeight: height,
      deviceScaleFactor: 0,
      mobile: isMobile,
    };
    const dpr = this.#deviceScaleFactor;
    const { clip, scale } = view;
    const isWhole = clip.x === 0 && clip.y === 0 && clip.width === width && clip.height === height;
    if (isWhole && scale === dpr) return metrics;
    // Chromium multiplies the size by the device scale factor, but expects the corner in device pixels.
    const ratio = scale / dpr;
    const viewport = {
      x: (clip.x + (view.scroll?.x ?? 0)) * dpr,
      y: (clip.y + (view.scroll?.y ?? 0)) * dpr,
      width: clip.width,
      height: clip.height,
      scale: ratio,
    };
    return { ...metrics, viewport };
  }
}
