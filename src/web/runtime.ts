import type { EmbedOptions } from './embed-options.ts';
import { type Html, html } from './html.ts';
import { type Page, readAsset, renderPage, theme } from './page.ts';
import { panelStyle, sign } from './panel.ts';
import { player, playerScript, playerStyle } from './player.ts';
import { type ShownDemo, titleOf } from './shown-demo.ts';
import { progressScript, waitingPanel, waitingStyle } from './waiting.ts';

export interface RuntimeOptions extends EmbedOptions {
  /** A picture of the site's own, to show instead of the film's still. */
  posterUrl: string | null;
  /** The sources of the content policy that may frame the page. */
  framers: readonly string[];
  /** The origin of the progress socket, such as `wss://showreel.example.com`. */
  socketOrigin: string;
}

const frameStyle = readAsset('embed.css');
const playerPageStyle = theme + playerStyle + frameStyle;
const waitingPageStyle =
  theme + playerStyle + waitingStyle + panelStyle + readAsset('runtime.css') + frameStyle;
/** The page's script starts the player itself when the film is ready, since an address that has expired cannot be loaded again. */
const waitingPageScript = `const startPlayer = () => {\n${playerScript}};\n${progressScript}${readAsset('runtime.js')}`;

/**
 * The page of a signed address. It shows the player; or the progress, with the player waiting in a template; or that the film
 * could not be made, with a button to try again.
 */
export function runtimePage(demo: ShownDemo, options: RuntimeOptions): Page {
  const isReady = demo.hasVideo;
  return renderPage({
    title: titleOf(demo),
    head: html`<meta name="robots" content="noindex">`,
    theme: options.theme,
    style: isReady ? playerPageStyle : waitingPageStyle,
    script: isReady ? playerScript : waitingPageScript,
    connectTo: options.socketOrigin,
    mediaFrom: demo.mediaOrigin,
    frameAncestors: options.framers.join(' '),
    ...(options.posterUrl !== null && { imagesFrom: new URL(options.posterUrl).origin }),
    body: isReady ? player(demo, options) : waiting(demo, options),
  });
}

function waiting(demo: ShownDemo, options: RuntimeOptions): Html {
  const isFailed = demo.progress === null;
  // The still is made together with the film, so the player in the template may name both.
  const coming = player({ ...demo, hasVideo: true, hasThumbnail: true }, options);
  return html`<div class="runtime" data-state="${isFailed ? 'failed' : 'waiting'}" data-demo="${demo.id}">
${isFailed ? null : waitingPanel(demo)}
<section class="stage panel" data-fault role="alert" ${!isFailed && 'hidden'}>
${sign.failed}
<h2>This demo could not be made</h2>
<p data-why>The page could not be recorded just now.</p>
<button type="button" data-retry>Try again</button>
<noscript><p>Load this page again in a while.</p></noscript>
</section>
<template>${coming}</template>
</div>`;
}
