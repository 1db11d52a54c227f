import { html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';

const style = theme + readAsset('share.css');
const framedStyle = theme + readAsset('embed.css');

const texts = {
  demo: {
    headline: 'There is no demo here',
    explanation: 'It was deleted, or the address has a slip in it.',
  },
  page: {
    headline: 'There is no page here',
    explanation: 'The address may have a slip in it.',
  },
};

/** For an address that leads nowhere; `framed` where a site shows it inside its own page. */
export function missingPage({ framed = false, what = 'demo' as keyof typeof texts } = {}): Page {
  const { headline, explanation } = texts[what];
  const panel = html`<section class="stage panel">
<h1>${headline}</h1>
<p>${explanation}</p>
</section>`;
  return renderPage({
    status: 404,
    title: `${headline} · Showreel`,
    style: framed ? framedStyle : style,
    ...(framed && { frameAncestors: '*' as const }),
    body: framed ? panel : html`<header class="bar">${wordmark}</header>\n<main>${panel}</main>`,
  });
}
