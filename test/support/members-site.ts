import { bodyOf, html, serveSite, type TestSite } from './site.ts';

export const member = { email: 'ada@members.example', password: 'correct-horse-7' };

const signIn = `<!doctype html><html lang="en"><title>Sign in – Heron</title><h1>Sign in</h1>
<form method="post" action="/session"><label>Email <input name="email" type="email"></label>
<label>Password <input name="password" type="password"></label><button>Sign in</button></form>`;
const dashboard = `<!doctype html><html lang="en"><title>Your nests – Heron</title>
<style>body{margin:0;font:20px/1.5 sans-serif}section{padding:60px 10%;min-height:300px}</style>
<section><h1>Your nests</h1><p>Three herons came by this morning.</p><button id="feed">Open the feed</button></section>
<section><h2>Account</h2><p class="account">DE44 5001 0517</p></section>`;

const ledger = `<!doctype html><html lang="en"><title>Ledger – Heron</title><h1>Ledger</h1>
<p class="account"><button name="first">Copy DE44 5001 0517</button><button name="second">Copy DE44 5001 0518</button></p>`;

/** A site with a real sign-in: a form, a session cookie, and a page that only members see. */
export async function membersSite(): Promise<TestSite & { seen: string[] }> {
  const seen: string[] = [];
  const session = 'heron=s-4711';
  const site = await serveSite('none', {
    '/sign-in': html(signIn),
    '/ledger': html(ledger),
    '/session': async (request, response) => {
      const form = new URLSearchParams(await bodyOf(request));
      const known = form.get('email') === member.email && form.get('password') === member.password;
      seen.push(known ? 'signed in' : 'refused');
      const headers = known
        ? { location: '/nests', 'set-cookie': `${session}; HttpOnly; Path=/` }
        : { location: '/sign-in' };
      response.writeHead(303, headers).end();
    },
    '/nests': (request, response) => {
      const known = request.headers.cookie?.includes(session) === true;
      seen.push(known ? 'nests' : 'turned away');
      if (known) html(dashboard)(request, response);
      else response.writeHead(303, { location: '/sign-in' }).end();
    },
  });
  return { ...site, seen };
}

/** The flow that signs in on that site. */
export const signInFlow = (url: string, password = member.password) => ({
  title: 'Sign in',
  steps: [
    { type: 'navigate', url: `${url}/sign-in` },
    { type: 'change', selectors: [['aria/Email']], value: member.email },
    { type: 'change', selectors: [['aria/Password']], value: password },
    { type: 'click', selectors: [['aria/Sign in[role="button"]']], offsetX: 5, offsetY: 5 },
  ],
});
