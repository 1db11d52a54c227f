import { escapeHtml } from './html.ts';

/** What a page needs to know of a demo. Addresses are absolute where other sites read them, else paths. */
export interface ShownDemo {
  id: string;
  title: string | null;
  prompt: string;
  status: 'pending' | 'planning' | 'recording' | 'refreshing' | 'ready' | 'failed';
  format: 'mp4' | 'webm';
  resolution: '720p' | '1080p';
  version: number;
  /** A film that we recorded has captions and chapters, one that was uploaded has neither. */
  source: 'generated' | 'upload';
  durationMs: number | null;
  updatedAt: Date;
  hasVideo: boolean;
  hasThumbnail: boolean;
  /** In pixels; null where nobody looked, or there is none. */
  thumbnailSize: { width: number; height: number } | null;
  hasGif: boolean;
  /** How far the running job has come, and where its news are; null where none runs. */
  progress: { fraction: number; message: string | null; socketPath: string } | null;
}

export const titleOf = (demo: ShownDemo) => demo.title ?? demo.prompt;

/** The version breaks the caches that do not ask whether theirs is still the latest, and those of other sites. */
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

/** Minutes and seconds, as players write them: `0:09`. */
export function lengthOf(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What a site puts into its page. */
export const embedCode = (
  demo: ShownDemo,
  baseUrl: string,
  { width, height } = { width: 960, height: 540 },
) =>
  `<iframe src="${baseUrl}${pathsOf(demo).embed}" width="${width}" height="${height}" title="${escapeHtml(titleOf(demo))}" ` +
  'style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>';
