import { rm } from 'node:fs/promises';
import type { Intake } from '../domain/intake.ts';
import type { MediaStorage } from '../media/index.ts';
import { receive } from '../media/receive.ts';
import { checkGif, checkPng, checkVideo, findProbeTools, type ProbeTools } from '../probe/index.ts';

/** Takes files from outside: each goes to the media storage's scratch folder, is probed, and is then moved to its place. */
export function createIntake(parts: {
  media: MediaStorage;
  ffmpegPath: string | null;
  videoLimitBytes: number;
}): Intake {
  const { media, videoLimitBytes } = parts;
  let found: Promise<ProbeTools> | null = null;
  // The tools are searched until they are found, so that an ffmpeg that is installed later works without a restart.
  const tools = () => {
    found ??= findProbeTools(parts.ffmpegPath).catch((missing: unknown) => {
      found = null;
      throw missing;
    });
    return found;
  };
  return {
    videoLimitBytes,
    async receive(body, sizeBytes) {
      const path = await media.newScratchPath();
      await receive(body, path, sizeBytes);
      return {
        checkVideo: async () => checkVideo(await tools(), path),
        checkPicture: async (format) => (format === 'gif' ? checkGif : checkPng)(await tools(), path),
        async keep(key) {
          await media.putFile(key, path);
        },
        discard: () => rm(path, { force: true }),
      };
    },
    remove: (key) => media.delete(key),
  };
}
