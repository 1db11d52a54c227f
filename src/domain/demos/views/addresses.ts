import { z } from 'zod';
import { exampleIds } from '../../fields.ts';

const address = (path: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [`https://showreel.example.com${path.replace('{id}', exampleIds.demo)}`] });

/** Where a demo and its files are, for everybody who has the address. */
export const urlsField = z
  .object({
    share: address('/share/{id}'),
    embed: address('/embed/{id}'),
    video: address('/video/{id}.mp4'),
    gif: address('/gif/{id}.gif'),
    thumbnail: address('/thumb/{id}.png'),
    captions: address('/captions/{id}.vtt'),
    chapters: address('/chapters/{id}.vtt'),
  })
  .meta({
    description:
      'The addresses of the demo and of its files; null where there is none. `share` and `embed` exist at once and show the progress ' +
      'until the video is ready.',
  });

/** Of a demo that is read by itself, which has its history. */
export const detailUrlsField = urlsField
  .extend({
    versions: z.array(
      z.object({
        version: z.number().meta({ examples: [2] }),
        page: z.string().meta({ examples: [`https://showreel.example.com/page/${exampleIds.demo}-2.jpg`] }),
      }),
    ),
  })
  .meta({
    description:
      'As `urls` of a list. `versions` has a picture of the page for each version that a refresh has compared, newest first. Only the ' +
      'newest version has a video.',
  });

interface Compared {
  old_version: number | null;
  new_version: number | null;
  before_url: string | null;
  after_url: string | null;
}

/** The pictures that the entries of the history name, each version once. */
export function versionUrls(
  history: readonly Compared[],
  baseUrl: string,
): { version: number; page: string }[] {
  const pages = new Map<number, string>();
  for (const { old_version, new_version, before_url, after_url } of history) {
    if (old_version !== null && before_url !== null) pages.set(old_version, baseUrl + before_url);
    if (new_version !== null && after_url !== null) pages.set(new_version, baseUrl + after_url);
  }
  return [...pages].map(([version, page]) => ({ version, page })).sort((a, b) => b.version - a.version);
}

/** Of an uploaded demo: whether its owner has given it these texts. Its addresses tell. */
export interface OwnTracks {
  has_captions: boolean;
  has_chapters: boolean;
}

interface Addressed extends OwnTracks {
  id: string;
  format: string;
  source: 'generated' | 'upload';
  video_key: string | null;
  gif_key: string | null;
  thumbnail_key: string | null;
}

/** The same demo with its addresses. @param baseUrl the public address of this service */
export function withUrls<Demo extends Addressed>(
  demo: Demo,
  baseUrl: string,
): Omit<Demo, 'has_captions' | 'has_chapters'> & { urls: z.infer<typeof urlsField> } {
  const { has_captions, has_chapters, ...told } = demo;
  const { id, format, source, video_key, gif_key, thumbnail_key } = demo;
  const at = (path: string, isThere: unknown = true) => (isThere ? `${baseUrl}${path}` : null);
  // What a film shows is written down as it is made. An uploaded film has such texts where its owner has given them.
  const isNarrated = source === 'generated' && video_key !== null;
  const urls = {
    share: at(`/share/${id}`),
    embed: at(`/embed/${id}`),
    video: at(`/video/${id}.${format}`, video_key),
    gif: at(`/gif/${id}.gif`, gif_key),
    thumbnail: at(`/thumb/${id}.png`, thumbnail_key),
    captions: at(`/captions/${id}.vtt`, isNarrated || has_captions),
    chapters: at(`/chapters/${id}.vtt`, isNarrated || has_chapters),
  };
  return { ...told, urls };
}
