import { type Html, html } from './html.ts';
import { pathsOf, type ShownDemo, sizeOf, titleOf } from './shown-demo.ts';

/**
 * Tags for sites that show a preview of a link: Open Graph, a Twitter card, and the address of oEmbed. Everybody with the
 * link may watch the demo, but search engines are told not to list it.
 */
export function previewTags(demo: ShownDemo, baseUrl: string): Html {
  const { share } = pathsOf(demo);
  const oembed = `${baseUrl}/oembed?url=${encodeURIComponent(baseUrl + share)}&format=json`;
  return html`<link rel="canonical" href="${baseUrl}${share}">
<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${titleOf(demo)}">
${named('robots', 'noindex')}${named('description', demo.prompt)}${openGraph(demo, baseUrl)}${card(demo, baseUrl)}`;
}

function openGraph(demo: ShownDemo, baseUrl: string): Html {
  const { share, video, thumbnail } = pathsOf(demo);
  const { width, height } = sizeOf(demo);
  const image = `${baseUrl}${thumbnail}`;
  const film = `${baseUrl}${video}`;
  return html`${property('og:site_name', 'Showreel')}${property('og:title', titleOf(demo))}
${property('og:description', demo.prompt)}${property('og:url', `${baseUrl}${share}`)}
${property('og:type', demo.hasVideo ? 'video.other' : 'website')}
${
  demo.hasThumbnail && [
    property('og:image', image),
    property('og:image:secure_url', image),
    property('og:image:type', 'image/png'),
    demo.thumbnailSize && property('og:image:width', demo.thumbnailSize.width),
    demo.thumbnailSize && property('og:image:height', demo.thumbnailSize.height),
    property('og:image:alt', titleOf(demo)),
  ]
}
${
  demo.hasVideo && [
    property('og:video', film),
    property('og:video:url', film),
    property('og:video:secure_url', film),
    property('og:video:type', `video/${demo.format}`),
    property('og:video:width', width),
    property('og:video:height', height),
    demo.durationMs !== null && property('video:duration', Math.max(1, Math.round(demo.durationMs / 1000))),
  ]
}`;
}

function card(demo: ShownDemo, baseUrl: string): Html {
  const { embed, video, thumbnail } = pathsOf(demo);
  const { width, height } = sizeOf(demo);
  return html`${named('twitter:card', demo.hasVideo ? 'player' : 'summary')}
${named('twitter:title', titleOf(demo))}${named('twitter:description', demo.prompt)}
${
  demo.hasThumbnail && [
    named('twitter:image', `${baseUrl}${thumbnail}`),
    named('twitter:image:alt', titleOf(demo)),
  ]
}
${
  demo.hasVideo && [
    named('twitter:player', `${baseUrl}${embed}`),
    named('twitter:player:width', width),
    named('twitter:player:height', height),
    named('twitter:player:stream', `${baseUrl}${video}`),
    named('twitter:player:stream:content_type', `video/${demo.format}`),
  ]
}`;
}

const property = (name: string, content: string | number) =>
  html`<meta property="${name}" content="${content}">\n`;
const named = (name: string, content: string | number) => html`<meta name="${name}" content="${content}">\n`;
