import type { EmbedOptions } from './embed-options.ts';
import { html } from './html.ts';
import { type Page, readAsset, renderPage, theme } from './page.ts';
import { player, playerScript, playerStyle } from './player.ts';
import { type ShownDemo, shapeStyle, titleOf } from './shown-demo.ts';
import { waitingPanel, waitingScript, waitingStyle } from './waiting.ts';

/** There are two styles, so that a page contains only what it needs. */
const playerPageStyle = theme + playerStyle + readAsset('embed.css');
const waitingPageStyle = theme + waitingStyle + readAsset('embed.css');

/** The player alone, which any site may frame. A visitor who does not play it loads this page and the poster. */
export function embedPage(demo: ShownDemo, options: EmbedOptions, baseUrl: string): Page {
  return renderPage({
    title: titleOf(demo),
    head: html`<meta name="robots" content="noindex">`,
    theme: options.theme,
    style: demo.hasVideo ? playerPageStyle + shapeStyle(demo) : waitingPageStyle,
    script: demo.hasVideo ? playerScript : waitingScript,
    connectTo: baseUrl.replace(/^http/, 'ws'),
    mediaFrom: demo.mediaOrigin,
    frameAncestors: '*',
    body: demo.hasVideo ? player(demo, options) : waitingPanel(demo),
  });
}
