import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/index.ts';
import { openMedia } from '../media/open.ts';

/**
 * Opens the media storage of the settings. Where the bucket is away, the service starts, and says that it is unhealthy: the bucket may
 * come back. Where the settings are wrong, it does not start.
 * @throws Error with a sentence that names the setting
 */
export async function openCheckedMedia(config: Config, log: Logger): Promise<MediaStorage> {
  const media = await openMedia(config);
  if (config.bucket === null) return media;
  const { bucket, endpoint, prefix, direct } = config.bucket;
  try {
    await media.check();
    log.info({ bucket, endpoint, prefix, presigned: direct !== null }, 'media are in a bucket');
  } catch (error) {
    const cause = (error as Error).cause as { mayPass?: boolean; message: string } | undefined;
    if (cause?.mayPass !== true) throw new Error(`Media in a bucket: ${cause?.message ?? String(error)}`);
    log.error({ err: cause }, 'the bucket of the media does not answer; films wait for it');
  }
  return media;
}
