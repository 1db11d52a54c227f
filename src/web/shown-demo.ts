import { escapeHtml } from './html.ts';

/** The parts of a demo that pages show. */
export interface ShownDemo {
  id: string;
  title: string | null;
  prompt: string;
  status: 'pending' | 'planning' | 'recording' | 'refreshing' | 'ready' | 'failed';
  format: 'mp4' | 'webm';
  resolution: '720p' | '1080p';
  version: number;
  source: 'generated' | 'upload';
  /** A generated film has both texts, and an uploaded film those that its owner gave it. */
  hasCaptions: boolean;
  hasChapters: boolean;
  /** There is something to hear. */
  isAudible: boolean;
  durationMs: number | null;
  updatedAt: Date;
  hasVideo: boolean;
  hasThumbnail: boolean;
  /** In pixels; null where there is no thumbnail or its size is not known. */
  thumbnailSize: { width: number; height: number } | null;
  hasGif: boolean;
  /** The progress of the running job and the path of its socket; null where no job runs. */
  progress: { fraction: number; message: string | null; socketPath: string } | null;
}

export const titleOf = (demo: ShownDemo) => demo.title ?? demo.prompt;

/**
 * Paths of this service; where other sites read them, the caller adds the base address. The version makes a new address for
 * caches that do not ask whether their copy is the latest, such as those of other sites.
 */
export const pathsOf = ({ id, format, version }: ShownDemo) => ({
  video: `/video/${id}.${format}?v=${version}`,
  thumbnail: `/thumb/${id}.png?v=${version}`,
  gif: `/gif/${id}.gif?v=${version}`,
  captions: `/captions/${id}.vtt?v=${version}`,
  chapters: `/chapters/${id}.vtt?v=${version}`,
  share: `/share/${id}`,
  embed: `/embed/${id}`,
});

export const sizeOf = ({ resolution }: ShownDemo) =>
  resolution === '1080p' ? { width: 1920, height: 1080 } : { width: 1280, height: 720 };

/** Minutes and seconds, in the form of most players: `0:09`. */
export function lengthOf(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The iframe that a site puts into its page. */
export const embedCode = (
  demo: ShownDemo,
  baseUrl: string,
  { width, height } = { width: 960, height: 540 },
) =>
  `<iframe src="${baseUrl}${pathsOf(demo).embed}" width="${width}" height="${height}" title="${escapeHtml(titleOf(demo))}" ` +
  'style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>';
