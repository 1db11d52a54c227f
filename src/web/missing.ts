import { html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';

const style = theme + readAsset('share.css');

/** For the address of a demo that was deleted or never was. */
export function missingPage({ framed = false } = {}): Page {
  return renderPage({
    status: 404,
    title: 'No such demo · Showreel',
    style,
    ...(framed && { frameAncestors: '*' as const }),
    body: html`${!framed && html`<header class="bar">${wordmark}</header>`}
<main><section class="stage panel">
<h1>There is no demo here</h1>
<p>It was deleted, or the address has a slip in it.</p>
</section></main>`,
  });
}
