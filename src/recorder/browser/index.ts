/**
 * The browser as a camera: launches Chromium (`launch/`), opens the one tab that is filmed, owns the page's time (`clock/`),
 * hides secrets (`masking/`), removes what covers the page (`interruptions/`), and keeps the page from writing while it is only
 * tried out (`write-hold/`). The recorder's other folders come in. It touches processes, its own temporary folder and the
 * DevTools protocol, and knows no script.
 */

export type { CapturedFrame, CaptureView, FrameClock } from './clock/frame-clock.ts';
export { monotonicMs, settled, sleep, throwIfCancelled, within } from './deadline.ts';
export { type BrowserState, examineBrowser } from './launch/examine.ts';
export { type Executable, findExecutable } from './launch/executable.ts';
export type { ProxySettings } from './launch/flags.ts';
export { passNiceness } from './launch/group-niceness.ts';
export type { Identity } from './launch/identity.ts';
export { type BrowserSession, launchBrowser } from './launch/launch.ts';
export type { LaunchOptions } from './launch/options.ts';
export { makePrivateFolder } from './launch/private-folder.ts';
export { type WatchTree, watchTree } from './limits/tree-watch.ts';
export { settlePage } from './settle-page.ts';
export type { Tab } from './tab.ts';
export { isRead, isReport, type SentRequest } from './write-hold/read-request.ts';
