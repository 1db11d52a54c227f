import type { EmbedOptions } from './embed-options.ts';
import { type Html, html } from './html.ts';
import { readAsset } from './page.ts';
import { lengthOf, pathsOf, type ShownDemo, sizeOf, titleOf } from './shown-demo.ts';

export const playerStyle = readAsset('player.css');
export const playerScript = readAsset('player.js');

type PlayerOptions = Omit<EmbedOptions, 'theme'> & {
  /** A picture to show instead of the film's own still. */
  posterUrl?: string | null;
};

/**
 * The player: the film, its poster and one large button. Without its script only the browser's own controls are shown. Before
 * a visitor plays the film, the browser loads the poster, or the head of the film where there is no poster.
 */
export function player(demo: ShownDemo, options: PlayerOptions): Html {
  const { video, download, thumbnail } = pathsOf(demo);
  const { width, height } = sizeOf(demo);
  const still = demo.hasThumbnail && options.poster ? thumbnail : null;
  const poster = options.posterUrl ?? still;
  const flags = (['autoplay', 'loop', 'muted', 'controls'] as const).filter((name) => options[name]);
  return html`<div class="stage player">
<video src="${video}" ${poster && html`poster="${poster}"`} ${flags.join(' ')} playsinline
 preload="${preloadOf(options.autoplay, poster !== null)}" width="${width}" height="${height}" aria-label="${titleOf(demo)}">${tracks(demo)}</video>
<button type="button" class="start" aria-label="Play: ${titleOf(demo)}" hidden>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5.2v13.6a.8.8 0 0 0 1.2.7l11-6.8a.8.8 0 0 0 0-1.4l-11-6.8a.8.8 0 0 0-1.2.7z"/></svg>
</button>
${demo.durationMs !== null && html`<span class="length" hidden>${lengthOf(demo.durationMs)}</span>`}
${demo.isAudible && options.autoplay && unmuteButton}
<p class="fault" role="alert" hidden>This browser cannot play the film.
<a href="${download}" download="${demo.id}.${demo.format}">Download it</a></p>
</div>`;
}

/** A film that starts by itself is muted, and not every player has controls. */
const unmuteButton = html`<button type="button" class="unmute" hidden>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9.5v5h3.4L12 18.6V5.4L7.4 9.5zM15.4 8.6a4.8 4.8 0 0 1 0 6.8M18 6a8.5 8.5 0 0 1 0 12" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round"/></svg>
Sound on</button>`;

/** Captions and chapters. They are off until the visitor switches them on, and are loaded then. */
function tracks(demo: ShownDemo): Html {
  const { captions, chapters } = pathsOf(demo);
  return html`${demo.hasCaptions && html`<track kind="captions" src="${captions}" srclang="en" label="Captions">`}${demo.hasChapters && html`<track kind="chapters" src="${chapters}" srclang="en" label="Chapters">`}`;
}

function preloadOf(autoplay: boolean, hasPoster: boolean) {
  if (autoplay) return 'auto';
  return hasPoster ? 'none' : 'metadata';
}
