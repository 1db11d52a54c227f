import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import { mediaPrefix } from '../../domain/demos/media-keys.ts';
import type { MediaStorage } from '../../media/index.ts';
import type { RenderedFilm } from '../film/film.ts';

/** Storage keys of a version's files. */
export interface ShelvedFilm {
  videoKey: string;
  gifKey: string | null;
  thumbnailKey: string | null;
  snapshots: { timeMs: number; key: string; url: string; label: string }[];
}

/** Puts the files of a film into the media storage under its version. The video comes last: a version with a video is complete. */
export async function shelve(
  media: MediaStorage,
  job: GenerationJob,
  film: RenderedFilm,
): Promise<ShelvedFilm> {
  const prefix = mediaPrefix(job.demoId, job.version);
  const put = async (name: string, path: string | null) => {
    if (path === null) return null;
    await media.putFile(prefix + name, path);
    return prefix + name;
  };
  const snapshots: ShelvedFilm['snapshots'] = [];
  for (const [index, { timeMs, path, label }] of film.snapshots.entries()) {
    const key = `${prefix}snapshots/${index + 1}.jpg`;
    await media.putFile(key, path);
    snapshots.push({ timeMs, key, url: `/snapshot/${job.demoId}-${index + 1}.jpg`, label });
  }
  const thumbnailKey = await put('thumbnail.png', film.thumbnailPath);
  const gifKey = await put('animation.gif', film.gifPath);
  await put('captions.vtt', film.captionsPath);
  await put('chapters.vtt', film.chaptersPath);
  const videoKey = `${prefix}video.${job.format}`;
  await media.putFile(videoKey, film.videoPath);
  return { videoKey, gifKey, thumbnailKey, snapshots };
}

/** Removes the version before the previous one. The previous one stays, since players that opened it may still be reading it. */
export async function clearOldVersions(media: MediaStorage, job: GenerationJob): Promise<void> {
  if (job.version > 2) await media.deletePrefix(mediaPrefix(job.demoId, job.version - 2));
}
