import { type Html, html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';
import { passwordField } from './password-field.ts';

const style = theme + readAsset('sign-in.css') + readAsset('device.css');
const script = readAsset('reveal.js');

/** The form that asks for a mail. @param fault says what was wrong, beside what was typed. */
export const forgotPasswordPage = ({ email = '', fault = null as string | null, status = 200 } = {}): Page =>
  page(
    'Set a new password',
    html`<form class="card" method="post" action="/forgot-password">
<h1>Set a new password</h1>
<p class="quiet">Showreel mails you a link. It works for an hour.</p>
${fault && html`<p class="fault" role="alert">${fault}</p>`}
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none"
 spellcheck="false" maxlength="254" value="${email}" required autofocus>
</div>
<button type="submit" class="first">Mail me a link</button>
${backToSignIn}
</form>`,
    status,
  );

/** Shown instead of the form where the service sends no mail. */
export const mailOffPage = (): Page =>
  page(
    'Set a new password',
    html`<section class="card">
<h1>Set a new password</h1>
<p>This service sends no mail. Ask whoever runs it for a link that sets a new password.</p>
<p class="hint">For operators: <code>showreel admin password-link ACCOUNT</code> makes one. Set <code>SHOWREEL_SMTP_URL</code>,
and people can ask for links here.</p>
${backToSignIn}
</section>`,
    501,
  );

/** The same for every address. */
export const mailedPage = (email: string): Page =>
  outcome({
    mark: 'approved',
    headline: 'Look into your mail',
    text: html`If <strong>${email}</strong> has an account, a link to set a new password is on its way. It works for an hour.`,
  });

/** @param email of the account, for password managers. */
export const newPasswordPage = (
  link: { token: string; email: string },
  fault: string | null = null,
  status = 200,
): Page =>
  page(
    'Set a new password',
    html`<form class="card" method="post" action="/reset-password">
<h1>Set a new password</h1>
<p class="quiet">For <strong class="client">${link.email}</strong>. You will be signed out everywhere.</p>
<input type="hidden" name="token" value="${link.token}">
<input type="text" name="username" value="${link.email}" autocomplete="username" hidden>
${passwordField({ name: 'password', label: 'New password', autocomplete: 'new-password', fault, autofocus: true })}
<button type="submit" class="first">Set the password</button>
</form>`,
    status,
  );

export const passwordSetPage = (): Page =>
  outcome({
    mark: 'approved',
    headline: 'Your password is set',
    text: html`You were signed out everywhere. Sign in with the new password.`,
    action: { href: '/sign-in', label: 'Sign in' },
  });

/** A visit changes nothing: programs that look through mail open links too. */
export const verifyEmailPage = (link: { token: string; email: string }): Page =>
  page(
    'Confirm your email address',
    html`<form class="card" method="post" action="/verify-email">
<h1>Confirm your email address</h1>
<p class="quiet">Is <strong class="client">${link.email}</strong> your address?</p>
<input type="hidden" name="token" value="${link.token}">
<button type="submit" class="first">Yes, confirm it</button>
</form>`,
  );

export const emailVerifiedPage = (email: string): Page =>
  outcome({
    mark: 'approved',
    headline: 'Your address is confirmed',
    text: html`<strong>${email}</strong> belongs to your account.`,
    action: { href: '/sign-in', label: 'Continue' },
  });

/** The link was used, has expired, or was never one. */
export const badLinkPage = (purpose: 'reset' | 'verify'): Page =>
  outcome({
    mark: 'used',
    headline: 'This link does not work any more',
    text: html`Each link works once, and for a limited time.`,
    action:
      purpose === 'reset'
        ? { href: '/forgot-password', label: 'Ask for a new one' }
        : { href: '/security', label: 'Ask for a new one' },
    status: 404,
  });

export const refusedPage = (sentence: string, status: number): Page =>
  outcome({ mark: 'used', headline: 'Not now', text: html`${sentence}`, status });

const backToSignIn = html`<p class="aside"><a href="/sign-in">Back to sign-in</a></p>`;

const marks = {
  approved: html`<path d="M5 12.5l4.5 4.5L19 7.5"/>`,
  used: html`<path d="M12 6.5v7.5M12 17.4v.2"/>`,
};

interface Outcome {
  mark: keyof typeof marks;
  headline: string;
  text: Html;
  action?: { href: string; label: string };
  status?: number;
}

const outcome = ({ mark, headline, text, action, status = 200 }: Outcome): Page =>
  page(
    headline,
    html`<section class="card outcome">
<svg class="mark ${mark}" viewBox="0 0 24 24" aria-hidden="true">${marks[mark]}</svg>
<h1>${headline}</h1>
<p class="quiet">${text}</p>
${action && html`<a class="first" href="${action.href}">${action.label}</a>`}
</section>`,
    status,
  );

const page = (headline: string, body: Html, status = 200): Page =>
  renderPage({
    title: `${headline} · Showreel`,
    head: html`<meta name="robots" content="noindex">`,
    style,
    script,
    status,
    formAction: "'self'",
    body: html`<header class="bar">${wordmark}</header>\n<main>\n${body}\n</main>`,
  });
