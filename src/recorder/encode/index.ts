/**
 * The encoder: ffmpeg makes video and GIF files of raw frames. `record.ts` and `recorder/index` come in. It runs ffmpeg processes
 * and writes into the folder it is given, and knows nothing of pages.
 */
export { type Ffmpeg, findFfmpeg, readyFfmpeg } from './ffmpeg.ts';
export type { RawFrame } from './frame-source.ts';
export { encodeGif } from './gif.ts';
export { encodeVideo } from './video.ts';
