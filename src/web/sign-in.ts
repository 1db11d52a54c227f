import { type Html, html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';
import { passwordField } from './password-field.ts';

const style = theme + readAsset('sign-in.css');
const script = readAsset('reveal.js') + readAsset('sign-in.js');

const modes = {
  in: {
    headline: 'Sign in',
    submit: 'Sign in',
    action: '/api/auth/sign-in/email',
    password: { autocomplete: 'current-password' },
    other: { question: 'New here?', path: '/sign-up', label: 'Create an account' },
  },
  up: {
    headline: 'Create an account',
    submit: 'Create my account',
    action: '/api/auth/sign-up/email',
    password: { autocomplete: 'new-password' },
    other: { question: 'Do you have one already?', path: '/sign-in', label: 'Sign in' },
  },
} as const;

/** @param next the page of ours to continue to; null where none was asked for. */
export function signInPage(mode: keyof typeof modes, next: string | null): Page {
  const { headline, submit, action, password, other } = modes[mode];
  return page(
    headline,
    html`<form class="card" data-action="${action}" data-next="${next ?? '/'}">
<h1>${headline}</h1>
<p class="quiet">${other.question} <a href="${withNext(other.path, next)}">${other.label}</a></p>
<p class="fault" role="alert" hidden></p>
<noscript><p class="fault">This page needs JavaScript to sign you in.</p></noscript>
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none"
 spellcheck="false" maxlength="254" required autofocus>
</div>
${passwordField({ name: 'password', label: 'Password', ...password })}
<label class="check"><input name="rememberMe" type="checkbox" checked> Stay signed in on this device</label>
<button type="submit" class="first">${submit}</button>
${mode === 'in' && html`<p class="aside"><a href="/forgot-password">Forgot your password?</a></p>`}
</form>`,
  );
}

/** The page for a user who is signed in already. */
export function signedInPage(
  user: { name: string; email: string },
  next: string | null,
  { waitsForVerification = false } = {},
): Page {
  return page(
    'You are signed in',
    html`<section class="card">
<h1>You are signed in</h1>
<p class="who"><span class="initial" aria-hidden="true">${initialOf(user)}</span>
<span><strong>${user.name}</strong><br><span class="quiet">${user.email}</span></span></p>
<p class="fault" role="alert" hidden></p>
${
  waitsForVerification &&
  html`<p class="hint">Your email address is not confirmed yet. Open the link that was mailed to you, or
<a href="/security">ask for another one</a>.</p>`
}
<a class="first" href="${next ?? '/'}">${next ? 'Continue' : 'Go to Showreel'}</a>
<button type="button" class="sign-out" data-next="${withNext('/sign-in', next)}">${
      next ? 'Use another account' : 'Sign out'
    }</button>
<p class="aside"><a href="/security">Password and sessions</a></p>
</section>`,
  );
}

const initialOf = ({ name, email }: { name: string; email: string }) =>
  ([...name.trim()][0] ?? email[0] ?? '').toUpperCase();

const withNext = (path: string, next: string | null) =>
  next === null ? path : `${path}?next=${encodeURIComponent(next)}`;

const page = (headline: string, body: Html): Page =>
  renderPage({
    title: `${headline} · Showreel`,
    head: html`<meta name="robots" content="noindex">`,
    style,
    script,
    body: html`<header class="bar">${wordmark}</header>\n<main>\n${body}\n</main>`,
  });
