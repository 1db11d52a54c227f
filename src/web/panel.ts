import { html } from './html.ts';
import { readAsset } from './page.ts';

/** The style of the panel that is shown where there is no film. */
export const panelStyle = readAsset('panel.css');

const frame = html`<rect x="1" y="4" width="22" height="16" rx="4"/>`;

/** The picture above the panel's text: a film is being made, it failed, or there is none. */
export const sign = {
  coming: html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${frame}<path d="M10 8.6v6.8l6-3.4z"/></svg>`,
  failed: html`<svg class="sign quiet" viewBox="0 0 24 24" aria-hidden="true">${frame}
<path d="M11 8h2v5h-2zM11 14.4h2v2h-2z"/></svg>`,
  empty: html`<svg class="sign quiet" viewBox="0 0 24 24" aria-hidden="true">${frame}<path d="M8 11h8v2H8z"/></svg>`,
};
