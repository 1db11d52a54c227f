/**
 * The browser as a camera: launches Chromium, opens the one tab that is filmed, and owns its time. `load.ts` and the
 * drive come in; it touches processes, its own temporary folder and the DevTools protocol, and knows no script.
 */

export type { CapturedFrame, CaptureView, FrameClock } from './clock/frame-clock.ts';
export { monotonicMs, settled, sleep, throwIfCancelled, within } from './deadline.ts';
export type { ProxySettings } from './launch/flags.ts';
export { type BrowserSession, launchBrowser } from './launch/launch.ts';
export type { LaunchOptions } from './launch/options.ts';
export type { Tab } from './tab.ts';
