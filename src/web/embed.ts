import { html } from './html.ts';
import { type Page, readAsset, renderPage, theme } from './page.ts';
import { pathsOf, type ShownDemo, titleOf } from './shown-demo.ts';
import { waitingPanel } from './waiting.ts';

export interface EmbedOptions {
  autoplay: boolean;
  loop: boolean;
  muted: boolean;
  controls: boolean;
}

const style = theme + readAsset('progress.css') + readAsset('embed.css');
const waitingScript = readAsset('waiting.js');

/** The player alone, to be framed by any site. */
export function embedPage(demo: ShownDemo, options: EmbedOptions, baseUrl: string): Page {
  const { video, thumbnail } = pathsOf(demo);
  const flags = (['autoplay', 'loop', 'muted', 'controls'] as const)
    .filter((name) => options[name])
    .join(' ');
  return renderPage({
    title: titleOf(demo),
    head: html`<meta name="robots" content="noindex">`,
    style,
    ...(!demo.hasVideo && { script: waitingScript }),
    connectTo: baseUrl.replace(/^http/, 'ws'),
    frameAncestors: '*',
    body: demo.hasVideo
      ? html`<video src="${video}" ${demo.hasThumbnail && html`poster="${thumbnail}"`} ${flags} playsinline
 preload="${options.autoplay ? 'auto' : 'metadata'}" aria-label="${titleOf(demo)}"></video>`
      : waitingPanel(demo),
  });
}
