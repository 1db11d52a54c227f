/**
 * The recorder: a page and a script become a film. It is a library of its own: of ours it imports `log`, `text` and `confine` and nothing else.
 * Others come in through this file, which opens pages and films them, or through `contract/`, which holds what the recorder and its
 * callers agree on: scripts, presentations, faults, sizes and times.
 *
 * - `record`, `shoot`: a film from its request to its files. `record-recut`: one of a wide page in a narrow picture. `preview-scenes`: a still of each scene without a film. `sign-in`: a project's login, off camera.
 * - `takes/`: what a film is composed of, kept as a file. `recompose`: a film from it, with another presentation.
 *   `take-stills`: single stills of such a film.
 * - `page-look`: what a page looks like, from which a film chooses its stage and its window.
 * - `page/`: loading pages. `browser/`: Chromium. `guard/`: the proxy between both and the network.
 * - `drive/`: acts the script out and emits frames. `compose/`: draws the presentation. `encode/`: makes the files.
 * - `output/`: what lies beside the video.
 */

export {
  type BrowserSession,
  type BrowserState,
  type Executable,
  examineBrowser,
  findExecutable,
  type Identity,
  launchBrowser,
  makePrivateFolder,
  passNiceness,
  type WatchTree,
  watchTree,
} from './browser/index.ts';
export { paintPreview } from './compose/preview.ts';
export { encodeGif, findFfmpeg } from './encode/index.ts';
export { type Guard, startGuard } from './guard/index.ts';
export { captionCues } from './output/narration.ts';
export { loadPage } from './page/load.ts';
export { redact } from './page/redact.ts';
export { playOffCamera } from './play-off-camera.ts';
export { previewFps, previewScenes } from './preview-scenes.ts';
export { recompose } from './recompose.ts';
export { record } from './record.ts';
export type { Recording } from './record-request.ts';
export { demandSelectors, type SignIn, signIn } from './sign-in.ts';
export { type ComposedStills, openTakeStills, type TakeStills } from './take-stills.ts';
export { BrokenTake, noteOutcome } from './takes/index.ts';
