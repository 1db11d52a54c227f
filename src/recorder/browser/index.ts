/**
 * The browser as a camera: launches Chromium, opens the one tab that is filmed, and owns its time. `load.ts` and the
 * drive come in; it touches processes, its own temporary folder and the DevTools protocol, and knows no script.
 */
export { monotonicMs, settled, sleep, throwIfCancelled, within } from './deadline.ts';
export type { ProxySettings } from './flags.ts';
export type { CaptureView, FrameClock, Shot } from './frame-clock.ts';
export { type BrowserSession, type LaunchOptions, launchBrowser } from './launch.ts';
export type { Tab } from './tab.ts';
