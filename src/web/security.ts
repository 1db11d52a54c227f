import { type Html, html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';
import { passwordField } from './password-field.ts';

const style = theme + readAsset('sign-in.css') + readAsset('security.css');
const script = readAsset('reveal.js');

export interface ShownSession {
  id: string;
  device: string;
  network: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  isCurrent: boolean;
}

export interface Security {
  user: { email: string; emailVerified: boolean };
  sessions: ShownSession[];
  /** Whether the service sends mail. */
  sendsMail: boolean;
  now: Date;
}

/** What is said of the form that was sent last. */
export interface Said {
  about: 'email' | 'sessions' | 'password' | 'current-password';
  sentence: string;
  isFault: boolean;
}

/** The page of somebody's password, address and sessions. It uses plain forms and works without a script. */
export function securityPage(security: Security, said: Said | null, status = 200): Page {
  const { user, sessions } = security;
  const body = html`<h1>Password and sessions</h1>
${emailCard(security, said)}
<section class="card" id="sessions" aria-labelledby="sessions-title">
<h2 id="sessions-title">Where you are signed in</h2>
${remark(said, 'sessions')}
<ul class="sessions">${sessions.map((session) => sessionItem(session, security.now))}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="/security"><input type="hidden" name="intent" value="revoke-others">
<button type="submit" class="sign-out">Sign out everywhere else</button></form>`
}
</section>
<form class="card" id="password-card" method="post" action="/security">
<h2>Change the password</h2>
${said?.isFault === false && remark(said, 'password')}
<input type="hidden" name="intent" value="change-password">
<input type="text" name="username" value="${user.email}" autocomplete="username" hidden>
${passwordField({
  name: 'current',
  label: 'Current password',
  autocomplete: 'current-password',
  fault: faultOf(said, 'current-password'),
})}
${passwordField({
  name: 'password',
  label: 'New password',
  autocomplete: 'new-password',
  fault: faultOf(said, 'password'),
})}
<p class="hint">You will be signed out everywhere else.</p>
<button type="submit" class="first">Change the password</button>
</form>`;
  return renderPage({
    title: 'Password and sessions · Showreel',
    head: html`<meta name="robots" content="noindex">`,
    style,
    script,
    status,
    formAction: "'self'",
    body: html`<header class="bar">${wordmark}<nav><a href="/account">Your account</a></nav></header>\n<main>\n${body}\n</main>`,
  });
}

function emailCard({ user, sendsMail }: Security, said: Said | null): Html {
  return html`<section class="card" aria-labelledby="email-title">
<h2 id="email-title">Email address</h2>
${remark(said, 'email')}
<p class="row wraps"><span class="what">${user.email}</span>
<span class="state ${user.emailVerified ? 'good' : ''}">${user.emailVerified ? 'Confirmed' : 'Not confirmed'}</span></p>
${
  !user.emailVerified &&
  sendsMail &&
  html`<form method="post" action="/security"><input type="hidden" name="intent" value="verify-email">
<button type="submit" class="sign-out">Mail me a link to confirm it</button></form>`
}
${!sendsMail && html`<p class="hint">This service sends no mail. Where you forget your password, ask whoever runs it.</p>`}
</section>`;
}

function sessionItem({ id, device, network, createdAt, lastSeenAt, isCurrent }: ShownSession, now: Date) {
  const seen = isCurrent ? 'used now' : `used ${agoOf(now.getTime() - lastSeenAt.getTime())}`;
  return html`<li class="row">
<span class="what"><strong>${device}</strong><br>
<span class="quiet">${network && html`${network} · `}${seen}<br>
signed in <time datetime="${createdAt.toISOString()}">${dayOf(createdAt)}</time></span></span>
${
  isCurrent
    ? html`<span class="state good">This one</span>`
    : html`<form method="post" action="/security"><input type="hidden" name="intent" value="revoke">
<input type="hidden" name="id" value="${id}">
<button type="submit" class="small" aria-label="Sign out ${device}">Sign out</button></form>`
}
</li>`;
}

const faultOf = (said: Said | null, about: Said['about']) =>
  said?.about === about && said.isFault ? said.sentence : null;

const remark = (said: Said | null, about: Said['about']) =>
  said?.about === about &&
  html`<p class="${said.isFault ? 'fault' : 'done'}" role="${said.isFault ? 'alert' : 'status'}">${said.sentence}</p>`;

/** A day in UTC. */
const dayOf = (at: Date) => at.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Such as `3 hours ago`: true in every time zone. */
function agoOf(ms: number): string {
  const step = steps.find(([, length]) => ms >= length);
  if (!step) return 'just now';
  return new Intl.RelativeTimeFormat('en').format(-Math.floor(ms / step[1]), step[0]);
}
