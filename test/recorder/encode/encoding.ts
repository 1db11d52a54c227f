import { createLogger } from '../../../src/log.ts';
import { encodeVideo, findFfmpeg, type RawFrame } from '../../../src/recorder/encode/index.ts';

type Options = Parameters<typeof encodeVideo>[1];

/** Encodes frames to their end, to the finished file. */
export async function encodeTo(
  given: Pick<Options, 'folder' | 'output'> & Partial<Options>,
  frames: AsyncIterable<RawFrame>,
) {
  const { finish, ...encoded } = await encodeVideo(frames, {
    ffmpeg: await findFfmpeg(),
    gif: false,
    signal: new AbortController().signal,
    log: createLogger('silent'),
    ...given,
  });
  return { ...encoded, path: await finish() };
}
