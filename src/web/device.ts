import { type Html, html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';

const style = theme + readAsset('sign-in.css') + readAsset('device.css');

/** The form for the code. @param fault says what is wrong with the code that was typed. */
export const deviceCodePage = (fault: string | null, status = 200): Page =>
  page(
    'Connect a command line',
    html`<form class="card" method="get" action="/device">
<h1>Connect a command line</h1>
<p class="quiet">Type the code that your terminal shows.</p>
${fault && html`<p class="fault" role="alert">${fault}</p>`}
<div class="field">
<label for="user_code">Code</label>
<input id="user_code" name="user_code" class="code" placeholder="XXXX-XXXX" autocomplete="off" autocapitalize="characters"
 spellcheck="false" maxlength="20" required autofocus>
</div>
<button type="submit" class="first">Continue</button>
</form>`,
    status,
  );

/** @param clientName the name that the command line gave itself. It proves nothing, so the page also shows the code. */
export const deviceConsentPage = (login: { clientName: string; userCode: string; email: string }): Page =>
  page(
    'Connect this command line?',
    html`<form class="card" method="post" action="/device">
<h1>Connect <span class="client">${login.clientName}</span>?</h1>
<p class="quiet">It will be able to use your projects, demos and credits as <strong>${login.email}</strong>. It gets a live key,
which you can revoke at any time.</p>
<p class="shown"><span class="quiet">Check that your terminal shows this code:</span>
<strong class="code">${login.userCode}</strong></p>
<p class="hint">Did somebody send you here, and you did not start a login yourself? Then press Deny.</p>
<input type="hidden" name="user_code" value="${login.userCode}">
<div class="choice">
<button type="submit" name="verdict" value="deny" class="sign-out">Deny</button>
<button type="submit" name="verdict" value="approve" class="first">Approve</button>
</div>
</form>`,
  );

const outcomes = {
  approved: {
    mark: html`<path d="M5 12.5l4.5 4.5L19 7.5"/>`,
    headline: 'You are connected',
    text: (name: string) =>
      html`<strong>${name}</strong> is connected and continues by itself in a few seconds. You may close this page.`,
  },
  denied: {
    mark: html`<path d="M7 7l10 10M17 7L7 17"/>`,
    headline: 'Turned away',
    text: (name: string) => html`<strong>${name}</strong> got no access. You may close this page.`,
  },
  used: {
    mark: html`<path d="M12 6.5v7.5M12 17.4v.2"/>`,
    headline: 'This code was used already',
    text: () => html`Each code works once. Ask your command line for a new one.`,
  },
};

export function deviceOutcomePage(outcome: keyof typeof outcomes, clientName: string): Page {
  const { mark, headline, text } = outcomes[outcome];
  return page(
    headline,
    html`<section class="card outcome">
<svg class="mark ${outcome}" viewBox="0 0 24 24" aria-hidden="true">${mark}</svg>
<h1>${headline}</h1>
<p class="quiet">${text(clientName)}</p>
</section>`,
    outcome === 'used' ? 409 : 200,
  );
}

const page = (headline: string, body: Html, status = 200): Page =>
  renderPage({
    title: `${headline} · Showreel`,
    head: html`<meta name="robots" content="noindex">`,
    style,
    status,
    formAction: "'self'",
    body: html`<header class="bar">${wordmark}</header>\n<main>\n${body}\n</main>`,
  });
