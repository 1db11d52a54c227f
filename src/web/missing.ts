import type { EmbedOptions } from './embed-options.ts';
import { html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';
import { panelStyle, sign } from './panel.ts';

const style = theme + readAsset('sign-in.css') + readAsset('notice.css');
const framedStyle = theme + panelStyle + readAsset('embed.css');

const texts = {
  demo: {
    headline: 'There is no demo here',
    explanation: 'It was deleted, or the address has a typing mistake.',
  },
  page: {
    headline: 'There is no page here',
    explanation: 'The address may have a typing mistake.',
  },
  documents: {
    headline: 'The documents are not built',
    explanation: 'Run `make setup` in the folder of the service, and start the service again.',
  },
  dashboard: {
    headline: 'The dashboard is not built',
    explanation: 'Run `make setup` in the folder of the service, and start the service again.',
  },
};

/** The page for an unknown address. @param options `framed` is set where a site frames the page, with the theme it asks for. */
export function missingPage({
  framed = null as Pick<EmbedOptions, 'theme'> | null,
  what = 'demo' as keyof typeof texts,
} = {}): Page {
  const { headline, explanation } = texts[what];
  const text = html`${sign.empty}
<h1>${headline}</h1>
<p class="quiet">${explanation}</p>`;
  const isUnbuilt = what === 'dashboard' || what === 'documents';
  const wayHome = !isUnbuilt && html`<a class="first" href="/">Go to Showreel</a>`;
  return renderPage({
    status: isUnbuilt ? 503 : 404,
    title: `${headline} · Showreel`,
    head: html`<meta name="robots" content="noindex">`,
    style: framed ? framedStyle : style,
    ...(framed && { frameAncestors: '*' as const, theme: framed.theme }),
    body: framed
      ? html`<section class="stage panel">${text}</section>`
      : html`<header class="bar">${wordmark}</header>
<main><section class="card notice">${text}
${wayHome}</section></main>`,
  });
}
