import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Viewport } from '../../contract/take-frame.ts';
import type { CaptureView } from './frame-clock.ts';

/** The emulated screen: the layout stays the same whatever part of it is rendered, and at whatever scale. */
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

  /** The view that shows the whole viewport at the scale the browser was launched with. */
  get whole(): CaptureView {
    const { width, height } = this.viewport;
    return { clip: { x: 0, y: 0, width, height }, scale: this.#deviceScaleFactor };
  }

  /** Renders `view` from the next frame on, text re-rastered at its scale. Returns whether anything had to change. */
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
    // Chromium multiplies the size with the device scale factor, but takes the corner in device pixels.
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
