/**
 * What a stranger's file is, found out by looking: containers, tracks, pictures. Whoever takes files in comes here. It runs
 * ffprobe and ffmpeg on them under limits of time and memory, lets them read that one file and nothing else, and says no
 * with an AppError 415. It imports `errors` and nothing else of ours.
 */
export { checkGif, checkPng } from './picture.ts';
export { takeStills } from './stills.ts';
export { findProbeTools, type ProbeTools } from './tools.ts';
export { checkVideo } from './video.ts';
