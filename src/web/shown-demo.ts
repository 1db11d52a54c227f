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
  /** Pixels of the film; null where they are not known. */
  width: number | null;
  height: number | null;
  updatedAt: Date;
  hasVideo: boolean;
  hasThumbnail: boolean;
  /** In pixels; null where there is no thumbnail or its size is not known. */
  thumbnailSize: { width: number; height: number } | null;
  hasGif: boolean;
  /** The origin of the bucket that browsers get the film from; null where it comes from the service. */
  mediaOrigin: string | null;
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
  download: `/video/${id}.${format}?v=${version}&download`,
  thumbnail: `/thumb/${id}.png?v=${version}`,
  gif: `/gif/${id}.gif?v=${version}`,
  captions: `/captions/${id}.vtt?v=${version}`,
  chapters: `/chapters/${id}.vtt?v=${version}`,
  share: `/share/${id}`,
  embed: `/embed/${id}`,
});

export interface Size {
  width: number;
  height: number;
}

/** Pixels of the film. Where they are not known, its thumbnail has its shape. */
export function sizeOf({ width, height, thumbnailSize }: ShownDemo): Size {
  if (width !== null && height !== null) return { width, height };
  return thumbnailSize ?? { width: 1920, height: 1080 };
}

/** The film's width to its height, for the style sheets of pages. */
export function shapeStyle(demo: ShownDemo): string {
  const { width, height } = sizeOf(demo);
  return `:root{--ratio:${Math.round((1000 * width) / height) / 1000}}`;
}

/** The largest frame in the film's shape that fits. */
export function frameWithin(demo: ShownDemo, most: Size): Size {
  const { width, height } = sizeOf(demo);
  const [byWidth, byHeight] = [(most.width * height) / width, (most.height * width) / height];
  return byWidth <= most.height
    ? { width: most.width, height: Math.max(1, Math.floor(byWidth)) }
    : { width: Math.max(1, Math.floor(byHeight)), height: most.height };
}

/** Frames of a usual size are no larger. */
export const usualFrame: Size = { width: 960, height: 720 };

/** Minutes and seconds, in the form of most players: `0:09`. */
export function lengthOf(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The iframe that a site puts into its page. */
export const embedCode = (
  demo: ShownDemo,
  baseUrl: string,
  { width, height } = frameWithin(demo, usualFrame),
) =>
  `<iframe src="${baseUrl}${pathsOf(demo).embed}" width="${width}" height="${height}" title="${escapeHtml(titleOf(demo))}" ` +
  'style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>';
