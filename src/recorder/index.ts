/**
 * The recorder: a page and a script become a video. It is a library of its own: of ours it imports `log` and nothing else.
 * Others come in through this file, which opens pages and films them, or through `contract/`, which holds what the recorder
 * and its callers agree on: scripts, presentations, faults, sizes and times.
 */

export { type BrowserSession, launchBrowser } from './browser/index.ts';
export { paintPreview } from './compose/preview.ts';
export { encodeGif, findFfmpeg } from './encode/index.ts';
export { type Guard, startGuard } from './guard/index.ts';
export { loadPage } from './page/load.ts';
export { redact } from './page/redact.ts';
export { record } from './record.ts';
export { demandSelectors, type SignIn, signIn } from './sign-in.ts';
