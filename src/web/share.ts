import { readEmbedOptions } from './embed-options.ts';
import { type Html, html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';
import { player, playerScript, playerStyle } from './player.ts';
import { previewTags } from './preview-tags.ts';
import { embedCode, pathsOf, type ShownDemo, shapeStyle, titleOf } from './shown-demo.ts';
import { waitingPanel, waitingScript, waitingStyle } from './waiting.ts';

const pageStyle = readAsset('share.css');
const readyStyle = theme + playerStyle + pageStyle;
const waitingPageStyle = theme + waitingStyle + pageStyle;
const script = playerScript + readAsset('share.js');

/** The share page of a demo: the player, or the progress while the film is being made. */
export function sharePage(demo: ShownDemo, baseUrl: string, { isOwner = false } = {}): Page {
  const title = titleOf(demo);
  return renderPage({
    title: `${title} · Showreel`,
    head: previewTags(demo, baseUrl),
    style: (demo.hasVideo ? readyStyle : waitingPageStyle) + shapeStyle(demo),
    script: demo.hasVideo ? script : waitingScript,
    connectTo: baseUrl.replace(/^http/, 'ws'),
    mediaFrom: demo.mediaOrigin,
    body: html`<header class="bar">${wordmark}</header>
<main>
${demo.hasVideo ? player(demo, readEmbedOptions({})) : waitingPanel(demo, { isOwner })}
<div class="caption">
<h1>${title}</h1>
${saysMore(demo) && html`<p class="prompt">${demo.prompt}</p>`}
${demo.hasVideo && facts(demo)}
${demo.hasVideo && actions(demo, baseUrl)}
</div>
</main>
<footer>${madeBy(demo)}</footer>`,
  });
}

function madeBy({ source, hasVideo }: ShownDemo): Html {
  if (source === 'upload') return html`Shared with <a href="/">Showreel</a>.`;
  return hasVideo
    ? html`Recorded by <a href="/">Showreel</a> from the address of a page and one sentence.`
    : html`<a href="/">Showreel</a> makes films from the address of a page and one sentence.`;
}

/** Many titles contain the prompt, which is then not shown a second time. */
const saysMore = ({ title, prompt }: ShownDemo) => title !== null && !title.includes(prompt);

function facts(demo: ShownDemo): Html {
  const seconds = demo.durationMs === null ? null : `${(demo.durationMs / 1000).toFixed(0)} seconds`;
  const day = demo.updatedAt.toISOString().slice(0, 10);
  return html`<p class="facts">${[seconds, demo.resolution, demo.version > 1 && `version ${demo.version}`]
    .filter(Boolean)
    .join(' · ')} · <time datetime="${demo.updatedAt.toISOString()}">${day}</time>
${demo.status === 'refreshing' || demo.status === 'recording' ? html` · <em>a new version is being made</em>` : null}</p>`;
}

function actions(demo: ShownDemo, baseUrl: string): Html {
  const { share, download } = pathsOf(demo);
  return html`<div class="actions">
<button type="button" class="first" data-copy="${baseUrl}${share}">Copy link</button>
<button type="button" data-copy="${embedCode(demo, baseUrl)}">Copy embed code</button>
<a class="button" href="${download}" download="${demo.id}.${demo.format}">Download</a>
<label class="pace"><span>Speed</span><select>${paces.map(
    (pace) => html`<option value="${pace}" ${pace === 1 && 'selected'}>${pace}×</option>`,
  )}</select></label>
</div>
<label class="by-hand" hidden>Copy this:<textarea readonly rows="3"></textarea></label>
<p class="keys"><span><kbd>Space</kbd> play</span> <span><kbd>←</kbd> <kbd>→</kbd> seek</span>
<span><kbd>M</kbd> mute</span> <span><kbd>F</kbd> full screen</span> <span><kbd>&lt;</kbd> <kbd>&gt;</kbd> speed</span></p>`;
}

const paces = [0.5, 0.75, 1, 1.25, 1.5, 2];
