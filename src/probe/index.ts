/**
 * Examines strangers' files: containers, tracks, pictures. Every room that accepts files imports it. It runs ffprobe and ffmpeg under limits
 * of time and memory, lets them read that one file only, and refuses a file with an AppError 415. Of ours it imports `errors` only.
 */
export { runConfined, type SealedFormat, sealedInput } from './confined.ts';
export { findContainer } from './container.ts';
export { checkGif, checkPng } from './picture.ts';
export { takeStills } from './stills.ts';
export { findProbeTools, type ProbeTools } from './tools.ts';
export { checkVideo } from './video.ts';
