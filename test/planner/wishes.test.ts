import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { acts, planFor, sections } from './planning.ts';

const paragraph = `<p>${'A line about what this does and when it is of use. '.repeat(12)}</p>`;
const chapters = ['Specifying inputs', 'Output options', 'Setting event handlers', 'Reading metadata'];
const button = 'display:inline-block;padding:10px 20px;background:#2450c8;color:#fff;border-radius:6px';
const posts = [
  'Man must explore the stars',
  'Science has not yet mastered prophecy',
  'Failure is not an option',
];
const extra = {
  '/manual': `<title>Manual</title><h1>Reel, a tool</h1>${paragraph}<section><h2>Usage</h2>${paragraph.repeat(2)}${chapters
    .map((chapter) => `<h3>${chapter}</h3>${paragraph.repeat(4)}`)
    .join('')}</section><h2>License</h2>${paragraph}`,
  '/answers': `<title>Answers</title><h1>Frequently asked questions</h1><div><h2>Account &amp; billing</h2>${paragraph.repeat(2)}<h2>Website issues</h2>${paragraph.repeat(2)}</div>`,
  '/login': `<title>Admin</title><input type="search" placeholder="Search for …"><h1>Login</h1><form>
    <label>Email address <input type="email"></label><label>Password <input type="password"></label>
    <a href="/forgotten">Forgot password?</a> <a href="/home" style="${button}">Login</a></form>`,
  '/blog': `<title>Blog</title><header><nav><a href="/about">About</a></nav></header><h1>A blog</h1>${posts
    .map(
      (post, at) =>
        `<div><a href="/post-${at}"><h2>${post}</h2></a><p>Posted by <a href="/me">me</a></p></div>`,
    )
    .join('')}<a href="/older" style="${button}">Older posts</a>`,
  '/app': `<title>App</title><header><a href="/">App</a></header><h1 style="font-size:50px">Showcase your app beautifully</h1><p>One line.</p><p style="height:600px"></p><section><h2>What it does</h2>${paragraph}</section>`,
};

let browser: TestBrowser;
let pages: Pages;
beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages(extra)]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

async function planOf(path: string, prompt: string, seconds = 10) {
  const page = await browser.page();
  try {
    await page.goto(`${pages.baseUrl}${path}`);
    return await planFor(page, { prompt, seconds });
  } finally {
    await page.close();
  }
}

test.each<[string, string, string[]]>([
  ['/manual', 'show how to set event handlers', ['Setting event handlers']],
  ['/manual', 'how do I set the output options?', ['Output options']],
  ['/answers', 'what about billing?', ['Account & billing']],
  ['/answers', 'show the website issues', ['Website issues']],
  [
    '/viajes/index.html',
    'Enseña los destinos y qué incluye el precio',
    ['Destinos para este otoño', 'Qué incluye el precio'],
  ],
  ['/amt/index.html', 'Zeige, was man dafür braucht und was es kostet', ['Voraussetzungen', 'Gebühren']],
  ['/docs/index.html', 'Show how to install it and how retries work', ['Install', 'Retries']],
  ['/bistro/index.html', 'Show where the restaurant is', ['Finding us']],
  ['/app', 'make a 10 second teaser for the app', ['Showcase your app beautifully', 'What it does']],
])('%s: “%s” shows each part that it names, down to smaller headings', async (path, prompt, wanted) => {
  const plan = await planOf(path, prompt);
  const shown = sections(plan);
  const at = wanted.map((heading) => shown.indexOf(heading));
  expect(at, `shown: ${shown.join(' · ')}`).not.toContain(-1);
  expect(at).toEqual([...at].sort((a, b) => a - b));
  // The pointer of a tour may hover over something.
  expect(acts(plan).filter((act) => !act.startsWith('hover'))).toEqual([]);
});

test.each<[string, string, string[]]>([
  ['/conference/index.html', "show Thursday's programme", ['click Thursday']],
  ['/conference/index.html', 'Zeig das Programm vom Freitag', ['click Friday']],
  ['/mobile-app/index.html', 'Muestra las reseñas críticas', ['click Críticas']],
  ['/shop/index.html', 'show the cups in ink', ['click Cups', 'click Ink']],
  ['/farebox/index.html', 'show the last 12 months', ['click 12 months']],
  ['/open-roles/index.html', 'show part-time jobs', ['click Part-time']],
  ['/open-roles/index.html', 'open the grant writer job', ['click Grant writer']],
  ['/trail-boots/index.html', 'set the quantity to 3', ['change Quantity = 3']],
  ['/shop/index.html', 'cheapest first', ['change Sort by = cheap']],
  ['/shop/index.html', 'sort by newest', []],
  ['/bistro/index.html', 'buy a gift voucher', ['click Gift vouchers']],
  ['/blog', 'open the first post', [`click ${posts[0]}`]],
  ['/helpdesk/index.html', 'open the first ticket', ['click Parcel arrived wet']],
  [
    '/conference/index.html',
    'keep me posted at me@example.com',
    ['change Your email = me@example.com', 'click Keep me posted'],
  ],
  [
    '/login',
    'log in as admin@example.com',
    ['change Email address = admin@example.com', 'change Password = *', 'click Login'],
  ],
  ['/login', 'reset the password', ['click Forgot password?']],
])('%s: “%s” does %j', async (path, prompt, wanted) => {
  const done = acts(await planOf(path, prompt)).map((act) => act.replace(/(?<=Password = ).*/, '*'));
  expect(done).toEqual(wanted);
});
