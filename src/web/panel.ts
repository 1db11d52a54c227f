import { html } from './html.ts';
import { readAsset } from './page.ts';

/** For what stands in a film's place while there is none. */
export const panelStyle = readAsset('panel.css');

const frame = html`<rect x="1" y="4" width="22" height="16" rx="4"/>`;

/** The sign above the words: a film that comes, one that did not, none at all. */
export const sign = {
  coming: html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${frame}<path d="M10 8.6v6.8l6-3.4z"/></svg>`,
  failed: html`<svg class="sign quiet" viewBox="0 0 24 24" aria-hidden="true">${frame}
<path d="M11 8h2v5h-2zM11 14.4h2v2h-2z"/></svg>`,
  empty: html`<svg class="sign quiet" viewBox="0 0 24 24" aria-hidden="true">${frame}<path d="M8 11h8v2H8z"/></svg>`,
};
