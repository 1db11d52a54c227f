import type { FindingCode } from '../../src/critic/index.ts';

/** A page with a fault that a viewer would see at once, or one that looks a little like it and has none (`is: null`). */
export interface PlantedPage {
  name: string;
  is: 'error_page' | 'sign_in_page' | Extract<FindingCode, 'still_loading' | 'banner_left'> | null;
  title: string;
  body: string;
  /** Where the page is found. */
  path?: string;
}

const header =
  '<header><a href="/">Acme</a> <nav><a href="/a">Product</a> <a href="/b">Pricing</a> <a href="/c">Docs</a> <a href="/d">Blog</a></nav></header>';
const footer =
  '<footer><p>© Acme. Terms, privacy, imprint. Made with care in many places by many people over many years.</p><a href="/t">Terms</a></footer>';
const article = `<main><h1>How we plan a quarter</h1>${'<p>Every team writes down three things that would make the quarter a good one, and two that would make it a bad one.</p>'.repeat(8)}<a href="/x">Read on</a></main>`;
const form = (fields: string, button: string) => `<form>${fields}<button>${button}</button></form>`;
const spinner =
  '<style>@keyframes t{to{transform:rotate(360deg)}} .s{width:48px;height:48px;border:5px solid #ccc;border-top-color:#333;border-radius:50%;animation:t 1s linear infinite}</style>';
const banner = (text: string, buttons: string) =>
  `<div style="position:fixed;left:0;right:0;bottom:0;padding:24px;background:#222;color:#fff;font:16px sans-serif"><p>${text}</p>${buttons}</div>`;

export const plantedPages: PlantedPage[] = [
  {
    name: 'a number that is no status',
    is: null,
    title: 'Acme',
    body: `<main><h1>Trusted by the Fortune 500</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'a plan for old age',
    is: null,
    title: 'Acme',
    body: `<main><h1>401(k) plans made simple</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'a call for those who search',
    is: null,
    title: 'Acme',
    body: `<main><h1>Can’t find a plumber? We can.</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'an agency',
    is: null,
    title: 'Acme',
    body: `<main><h1>We build things that don’t exist yet</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'a moment of calm',
    is: null,
    title: 'Acme',
    body: `<main><h1>Just a moment of calm</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'a roastery',
    is: null,
    title: 'Acme',
    body: `<main><h1>502 Coffee Roasters</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'a route planner',
    is: null,
    title: 'Acme',
    body: `<main><h1>Lost? Find your way.</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'questions in Chinese',
    is: null,
    title: 'Acme',
    body: `<main><h1>常见问题</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'a tool against errors',
    is: null,
    title: 'Acme',
    body: `<main><h1>Every error, explained</h1><p>Made for teams.</p><a href="/start">Start</a></main>`,
  },
  {
    name: 'a plain 404',
    is: 'error_page',
    title: '404 Not Found',
    body: '<h1>Not Found</h1><p>The requested URL was not found on this server.</p>',
  },
  {
    name: 'a friendly 404',
    is: 'error_page',
    title: 'Acme',
    body: `${header}<main><h1>Lost in space?</h1><h2>We couldn't find that page</h2><p>It may have moved.</p><a href="/">Take me home</a></main>${footer}`,
  },
  {
    name: 'a number alone',
    is: 'error_page',
    title: 'Acme',
    body: `${header}<main><div style="font-size:160px">404</div><p>Sorry, this page isn't available.</p></main>${footer}`,
  },
  {
    name: 'a single-page application without a route',
    is: 'error_page',
    title: 'App',
    body: '<div id="root"><div style="font-size:30px">This page could not be found.</div></div>',
  },
  {
    name: 'a German 404',
    is: 'error_page',
    title: 'Seite nicht gefunden',
    body: `${header}<main><h1>Seite nicht gefunden</h1><p>Die Seite gibt es nicht mehr.</p></main>`,
  },
  {
    name: 'a French 404',
    is: 'error_page',
    title: 'Acme',
    body: '<main><h1>Page introuvable</h1><a href="/">Accueil</a></main>',
  },
  {
    name: 'a Spanish 404',
    is: 'error_page',
    title: 'Acme',
    body: '<main><h1>Página no encontrada</h1></main>',
  },
  {
    name: 'a Japanese 404',
    is: 'error_page',
    title: 'Acme',
    body: '<main><h1>お探しのページが見つかりませんでした</h1></main>',
  },
  {
    name: 'a crash of the application',
    is: 'error_page',
    title: 'App',
    body: '<h2 style="font-size:20px">Application error: a client-side exception has occurred (see the browser console for more information).</h2>',
  },
  {
    name: 'something went wrong',
    is: 'error_page',
    title: 'Acme',
    body: `${header}<main><h1>Oops! Something went wrong</h1><p>Our team has been told. Please try again.</p><button>Reload</button></main>`,
  },
  {
    name: 'a broken upstream',
    is: 'error_page',
    title: '502 Bad Gateway',
    body: '<center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>',
  },
  {
    name: 'maintenance',
    is: 'error_page',
    title: 'Acme',
    body: '<main><h1>We are down for maintenance</h1><p>Back at noon.</p></main>',
  },
  {
    name: 'a database that is away',
    is: 'error_page',
    title: 'Database Error',
    body: '<h1>Error establishing a database connection</h1>',
  },
  {
    name: 'no access',
    is: 'error_page',
    title: 'Access denied',
    body: '<h1>Access denied</h1><p>You do not have permission to view this page.</p>',
  },
  {
    name: 'a check for robots',
    is: 'error_page',
    title: 'Just a moment...',
    body: '<h1>acme.example</h1><h2>Verify you are human by completing the action below.</h2><input type="checkbox">',
  },
  {
    name: 'a workspace that is gone',
    is: 'error_page',
    title: 'App',
    body: '<main><h1>This workspace no longer exists</h1><a href="/">Back</a></main>',
  },
  {
    name: 'an article on errors',
    is: null,
    title: 'Designing a 404 page',
    body: `${header}${article.replace('How we plan a quarter', 'What makes a good 404 page')}${footer}`,
  },
  {
    name: 'an empty list',
    is: null,
    title: 'Projects',
    body: `${header}<main><h1>Projects</h1><p>You have no projects yet.</p><button>New project</button></main>`,
  },
  {
    name: 'a search without hits',
    is: null,
    title: 'Search',
    body: `${header}<main><h1>Results</h1><input placeholder="Search"><p>Nothing matches your filters.</p></main>`,
  },
  {
    name: 'a status page',
    is: null,
    title: 'Status',
    body: `${header}<main><h1>All systems operational</h1><p>API: up. Website: up.</p></main>`,
  },
  {
    name: 'a very short landing page',
    is: null,
    title: 'Acme',
    body: '<main><h1>Ship faster</h1><p>The tool for teams.</p><a href="/start">Get started</a></main>',
  },
  {
    name: 'a password and an address',
    is: 'sign_in_page',
    title: 'Sign in · Acme',
    body: `<main><h1>Welcome back</h1>${form('<input type="email" placeholder="Email"><input type="password" placeholder="Password">', 'Sign in')}<a href="/f">Forgot password?</a></main>`,
  },
  {
    name: 'a sign-in beside its brand',
    is: 'sign_in_page',
    title: 'App',
    body: `<div style="display:flex"><div style="width:50%"><h2>Plan better together</h2><p>Teams plan their quarter with Acme.</p></div><div>${form('<input name="u"><input type="password">', 'Log in')}</div></div>`,
  },
  {
    name: 'the address first',
    is: 'sign_in_page',
    title: 'Log in',
    body: `<main><h1>Log in to Acme</h1>${form('<input type="email">', 'Continue')}<button>Sign in with SSO</button></main>`,
  },
  {
    name: 'a shop that is locked',
    is: 'sign_in_page',
    title: 'Opening soon',
    body: `<h1>Opening soon</h1>${form('<input type="password">', 'Enter')}`,
  },
  {
    name: 'a German sign-in',
    is: 'sign_in_page',
    title: 'Anmelden',
    body: `<h1>Anmelden</h1>${form('<input><input type="password">', 'Anmelden')}`,
  },
  {
    name: 'a sign-in where the page was to be',
    is: 'sign_in_page',
    title: 'Acme',
    path: '/',
    body: `<h1>Acme</h1>${form('<input name="login"><input type="password"><label><input type="checkbox"> Stay</label>', 'Go')}`,
  },
  {
    name: 'a page whose address asks for it',
    is: null,
    title: 'Sign in',
    path: '/login',
    body: `<h1>Welcome back</h1>${form('<input><input type="password">', 'Sign in')}`,
  },
  {
    name: 'a landing page with a form',
    is: null,
    title: 'Acme',
    body: `${header}<main><h1>Plan better</h1>${form('<input type="email" placeholder="Work email"><input type="password">', 'Start free')}${article}</main>${footer}`,
  },
  {
    name: 'a newsletter',
    is: null,
    title: 'Acme',
    body: `${header}<main><h1>Letters from Acme</h1><p>One letter a month.</p>${form('<input type="email">', 'Subscribe')}</main>`,
  },
  {
    name: 'a page that turns',
    is: 'still_loading',
    title: 'App',
    body: `${spinner}<div style="height:800px;display:grid;place-items:center"><div class="s"></div></div>`,
  },
  {
    name: 'a part that turns',
    is: 'still_loading',
    title: 'App',
    body: `${spinner}${header}<main><h1>Reports</h1><section style="width:700px;height:400px;display:grid;place-items:center"><div class="s"></div></section></main>`,
  },
  {
    name: 'a part that says it is busy',
    is: 'still_loading',
    title: 'App',
    body: `${header}<h1>Reports</h1><div role="progressbar" style="width:600px;height:300px">Loading…</div>`,
  },
  {
    name: 'a progress without an end',
    is: 'still_loading',
    title: 'App',
    body: '<h1>Import</h1><div style="width:600px;height:300px"><progress></progress></div>',
  },
  {
    name: 'a logo that turns',
    is: null,
    title: 'Acme',
    body: `${spinner}${header}<main><div class="s"></div>${article}</main>`,
  },
  {
    name: 'a progress of three quarters',
    is: null,
    title: 'Goals',
    body: `${header}<main><h1>Goals</h1><div role="progressbar" aria-valuenow="75" style="width:600px;height:200px"></div>${article}</main>`,
  },
  {
    name: 'a cookie banner',
    is: 'banner_left',
    title: 'Acme',
    body: `${header}${article}${banner('We use cookies to improve your experience.', '<button>Accept all</button><button>Reject</button>')}`,
  },
  {
    name: 'a banner of one line',
    is: 'banner_left',
    title: 'Acme',
    body: `${article}${banner('This site uses cookies.', '<button>Got it</button>')}`,
  },
  {
    name: 'a German cookie banner',
    is: 'banner_left',
    title: 'Acme',
    body: `${article}${banner('Wir verwenden Cookies. Ihre Einwilligung ist freiwillig.', '<button>Alle akzeptieren</button>')}`,
  },
  {
    name: 'an open chat',
    is: 'banner_left',
    title: 'Acme',
    body: `${article}<div id="intercom-container" style="position:fixed;right:20px;bottom:20px;width:360px;height:500px;background:#fff"><p>Hi! How can we help?</p></div>`,
  },
  {
    name: 'a bar with an offer',
    is: null,
    title: 'Acme',
    body: `${article}${banner('New: plan a quarter in a minute.', '<a href="/n">Read more</a>')}`,
  },
  {
    name: 'a header that stays',
    is: null,
    title: 'Acme',
    body: `<div style="position:sticky;top:0">${header}</div>${article}<p>See our cookie policy.</p>`,
  },
];

export const documentOf = ({ title, body }: PlantedPage): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;
