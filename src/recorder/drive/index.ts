/**
 * The drive: acts a script out on a loaded page and emits the take, frame by frame, with a timeline beside it. `record` comes in, and
 * `sign-in` uses `act/wait` and `element/`. The drive touches the page through `browser` only. It draws nothing.
 *
 * - `take`: plays a script, step by step (`shoot-step`), with the frames of `frame-emitter` and the log of `journal`.
 * - `shoot-onward`: films what is found out when the script is over.
 * - `forecast/`: how long each step will move.
 * - `pace/`: what takes how long, and what a film gives up when it has too little time.
 * - `act/`: how each type of step is performed.
 * - `element/`: which element of the page a step means.
 * - `camera/`: what the camera frames.
 * - `rest/`: what moves while a film rests for long.
 * - `page/`: pointer, scrolling, and what the page is asked.
 */
export { type Take, take } from './take.ts';
