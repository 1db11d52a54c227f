/**
 * The encoder: raw frames become files with ffmpeg. Only `record.ts` comes in; it runs processes and writes into the
 * folder it is given, and knows nothing of pages.
 */
export { type Ffmpeg, findFfmpeg } from './ffmpeg.ts';
export type { RawFrame } from './frame-source.ts';
export { encodeGif } from './gif.ts';
export { encodeVideo } from './video.ts';
