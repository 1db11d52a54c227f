import { type Html, html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';
import { pathsOf, type ShownDemo, sizeOf, titleOf } from './shown-demo.ts';
import { waitingPanel } from './waiting.ts';

const style = theme + readAsset('progress.css') + readAsset('share.css');
const script = readAsset('share.js');
const waitingScript = readAsset('waiting.js');

/** The page that a demo is passed on by: the player, or how far the film has come. */
export function sharePage(demo: ShownDemo, baseUrl: string): Page {
  const title = titleOf(demo);
  return renderPage({
    title: `${title} · Showreel`,
    head: previewTags(demo, baseUrl),
    style,
    script: demo.hasVideo ? script : waitingScript,
    connectTo: baseUrl.replace(/^http/, 'ws'),
    body: html`<header class="bar">${wordmark}</header>
<main>
${demo.hasVideo ? player(demo) : waitingPanel(demo)}
<div class="caption">
<h1>${title}</h1>
${saysMore(demo) && html`<p class="prompt">${demo.prompt}</p>`}
${demo.hasVideo && facts(demo)}
${demo.hasVideo && actions(demo, baseUrl)}
</div>
</main>
<footer>Recorded by <a href="/">Showreel</a> from the address of a page and one sentence.</footer>`,
  });
}

/** Many titles end in the prompt: it is not said twice. */
const saysMore = ({ title, prompt }: ShownDemo) => title !== null && !title.includes(prompt);

function player(demo: ShownDemo): Html {
  const { video, thumbnail } = pathsOf(demo);
  const { width, height } = sizeOf(demo);
  return html`<video class="stage" src="${video}" ${demo.hasThumbnail && html`poster="${thumbnail}"`} width="${width}"
 height="${height}" controls playsinline preload="metadata" aria-label="${titleOf(demo)}"></video>`;
}

function facts(demo: ShownDemo): Html {
  const seconds = demo.durationMs === null ? null : `${(demo.durationMs / 1000).toFixed(0)} seconds`;
  const day = demo.updatedAt.toISOString().slice(0, 10);
  return html`<p class="facts">${[seconds, demo.resolution, demo.version > 1 && `version ${demo.version}`]
    .filter(Boolean)
    .join(' · ')} · <time datetime="${demo.updatedAt.toISOString()}">${day}</time>
${demo.status === 'refreshing' || demo.status === 'recording' ? html` · <em>a new version is being made</em>` : null}</p>`;
}

function actions(demo: ShownDemo, baseUrl: string): Html {
  const { share, embed, video } = pathsOf(demo);
  const frame =
    `<iframe src="${baseUrl}${embed}" width="960" height="540" style="border:0" ` +
    'allow="autoplay; fullscreen" allowfullscreen></iframe>';
  return html`<div class="actions">
<button type="button" data-copy="${baseUrl}${share}">Copy link</button>
<button type="button" data-copy="${frame}">Copy embed code</button>
<a class="button" href="${video}" download="${demo.id}.${demo.format}">Download</a>
</div>
<p class="keys"><kbd>Space</kbd> play <kbd>←</kbd> <kbd>→</kbd> seek <kbd>M</kbd> mute <kbd>F</kbd> full screen</p>`;
}

/** For the sites that show a preview of a link. Who has the link may watch; search engines need not know of it. */
function previewTags(demo: ShownDemo, baseUrl: string): Html {
  const paths = pathsOf(demo);
  const { width, height } = sizeOf(demo);
  const property = (name: string, content: string | number) =>
    html`<meta property="${name}" content="${content}">\n`;
  const named = (name: string, content: string | number) =>
    html`<meta name="${name}" content="${content}">\n`;
  const image = `${baseUrl}${paths.thumbnail}`;
  return html`<link rel="canonical" href="${baseUrl}${paths.share}">
${named('robots', 'noindex')}${named('description', demo.prompt)}
${property('og:site_name', 'Showreel')}${property('og:title', titleOf(demo))}
${property('og:description', demo.prompt)}${property('og:url', `${baseUrl}${paths.share}`)}
${property('og:type', demo.hasVideo ? 'video.other' : 'website')}
${demo.hasThumbnail && [property('og:image', image), property('og:image:alt', titleOf(demo)), named('twitter:image', image)]}
${
  demo.hasVideo && [
    property('og:video', `${baseUrl}${paths.video}`),
    property('og:video:type', `video/${demo.format}`),
    property('og:video:width', width),
    property('og:video:height', height),
    named('twitter:player', `${baseUrl}${paths.embed}`),
    named('twitter:player:width', width),
    named('twitter:player:height', height),
  ]
}
${named('twitter:card', demo.hasVideo ? 'player' : 'summary')}${named('twitter:title', titleOf(demo))}
${named('twitter:description', demo.prompt)}`;
}
