/**
 * The drive: acts a script out on a loaded page and emits the take, frame by frame, with a timeline beside it. `record`
 * comes in; it touches the page through `browser` and nothing else, and draws nothing.
 */
export type { ZoomSettings } from './camera.ts';
export { type Snapshot, type Take, type TakeOptions, take } from './take.ts';
