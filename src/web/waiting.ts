import { html } from './html.ts';
import { readAsset } from './page.ts';
import { panelStyle, sign } from './panel.ts';
import type { ShownDemo } from './shown-demo.ts';

export const waitingStyle = panelStyle + readAsset('progress.css');
/** The beginning of the script on both pages that wait for a film. */
export const progressScript = readAsset('progress.js');
export const waitingScript = progressScript + readAsset('waiting.js');

const headlines: Record<ShownDemo['status'], string> = {
  pending: 'Waiting for its turn',
  planning: 'Reading the page and planning the film',
  recording: 'Recording',
  refreshing: 'Making a new version',
  ready: 'Almost there',
  failed: 'This demo could not be made',
};

/** The panel in place of the player while there is no video. Its script updates it and loads the page when the film is ready. */
export function waitingPanel(demo: ShownDemo, { isOwner = false } = {}) {
  if (demo.status === 'failed' || !demo.progress) {
    const advice = isOwner
      ? html`<p>Only you see this button. Once there is a film, this page shows it.</p>
<a class="way" href="/demos/${demo.id}">See why, and try again</a>`
      : html`<p>The person who made it can see the reason and try again. This page will then show the film.</p>`;
    return html`<section class="stage panel failed" role="status">
${sign.failed}
<h2>${headlines.failed}</h2>
${advice}
</section>`;
  }
  const percent = Math.round(demo.progress.fraction * 100);
  return html`<section class="stage panel" data-socket="${demo.progress.socketPath}">
${sign.coming}
<h2 data-headline aria-live="polite">${headlines[demo.status]}</h2>
<progress max="100" value="${percent}" aria-label="Progress"></progress>
<p data-message>${demo.progress.message ?? 'The film appears here as soon as it is ready.'}</p>
<noscript><p>Reload this page in a while to see the film.</p></noscript>
</section>`;
}
