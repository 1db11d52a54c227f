/**
 * The drive: acts a script out on a loaded page and emits the take, frame by frame, with a timeline beside it. `record`
 * comes in; it touches the page through `browser` and nothing else, and draws nothing.
 */
export { type Take, take } from './take.ts';
