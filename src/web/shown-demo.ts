/** What a page needs to know of a demo. Addresses are absolute where other sites read them, else paths. */
export interface ShownDemo {
  id: string;
  title: string | null;
  prompt: string;
  status: 'pending' | 'planning' | 'recording' | 'refreshing' | 'ready' | 'failed';
  format: 'mp4' | 'webm';
  resolution: '720p' | '1080p';
  version: number;
  durationMs: number | null;
  updatedAt: Date;
  hasVideo: boolean;
  hasThumbnail: boolean;
  hasGif: boolean;
  /** How far the running job has come, and where its news are; null where none runs. */
  progress: { fraction: number; message: string | null; socketPath: string } | null;
}

export const titleOf = (demo: ShownDemo) => demo.title ?? demo.prompt;

export const pathsOf = ({ id, format, version }: ShownDemo) => ({
  video: `/video/${id}.${format}`,
  /** The version breaks the caches of sites that show previews. */
  thumbnail: `/thumb/${id}.png?v=${version}`,
  gif: `/gif/${id}.gif`,
  share: `/share/${id}`,
  embed: `/embed/${id}`,
});

export const sizeOf = ({ resolution }: ShownDemo) =>
  resolution === '1080p' ? { width: 1920, height: 1080 } : { width: 1280, height: 720 };
