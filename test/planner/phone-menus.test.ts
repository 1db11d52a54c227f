import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { acts, planFor } from './planning.ts';

/** The ways in which authors build a menu behind three strokes. Each menu contains the same three links. */
const links = '<a href="/features">Features</a><a href="/pricing">Pricing</a><a href="/contact">Contact</a>';
const strokes = '<svg width="24" height="24"><path d="M0 6h24M0 12h24M0 18h24" stroke="#000"/></svg>';
const toggled = "b.onclick = () => document.body.classList.toggle('open')";
const menus: Record<string, { css?: string; header: string; script?: string }> = {
  'a checkbox that is not drawn': {
    css: 'nav { display: none } #t:checked ~ nav { display: block } #t { display: none }',
    header: `<header><b>Tern</b><input id="t" type="checkbox"><label for="t" aria-label="Menu">☰</label><nav>${links}</nav></header>`,
  },
  'a panel from the side': {
    css: 'nav { position: fixed; inset: 0 auto 0 0; width: 280px; background: #fff; transform: translateX(-100%); transition: transform .35s } .open nav { transform: none }',
    header: `<header><b>Tern</b><button id="b" class="nav-toggle" aria-label="Open menu">${strokes}</button><nav>${links}</nav></header>`,
    script: toggled,
  },
  'a sheet over the whole page': {
    css: 'nav { position: fixed; inset: 0; background: #cde; padding-top: 80px; opacity: 0; visibility: hidden; transition: all .3s } #b { z-index: 2; position: relative } .open nav { opacity: 1; visibility: visible }',
    header: `<header><b>Tern</b><button id="b" class="burger"><span></span>≡</button><nav>${links}</nav></header>`,
    script: toggled,
  },
  'a dialog': {
    header: `<header><b>Tern</b><button id="b" aria-haspopup="dialog">Menu</button></header><dialog id="d"><nav>${links}</nav></dialog>`,
    script: 'b.onclick = () => d.showModal()',
  },
  'a popover': {
    header: `<header><b>Tern</b><button popovertarget="p" aria-label="Menu">☰</button></header><nav id="p" popover>${links}</nav>`,
  },
  'details and a summary': {
    header: `<header><b>Tern</b><details><summary>Menu</summary><nav>${links}</nav></details></header>`,
  },
  'a list that is created late, when it opens': {
    header:
      '<header><b>Tern</b><button id="b" aria-expanded="false" aria-label="Menu">☰</button></header><div id="m"></div>',
    script: `b.onclick = () => setTimeout(() => { m.innerHTML = '<nav>${links}</nav>'; b.setAttribute('aria-expanded', 'true') }, 150)`,
  },
  'a button without any word': {
    css: 'nav { display: none } .open nav { display: block } #b { width: 40px; height: 40px }',
    header: `<header><b>Tern</b><button id="b">${strokes}</button></header><nav>${links}</nav>`,
    script: toggled,
  },
  'drawn strokes with a pointer cursor': {
    css: '.m { display: none } .open .m { display: block } #b { width: 36px; height: 30px; cursor: pointer } #b span { display: block; height: 4px; margin: 5px; background: #333 }',
    header: `<header><b>Tern</b><div id="b" class="menu-icon"><span></span><span></span><span></span></div></header><div class="m"><nav>${links}</nav></div>`,
    script: toggled,
  },
  'a list without height': {
    css: 'nav { max-height: 0; overflow: hidden; transition: max-height .4s } .open nav { max-height: 300px }',
    header: `<header><b>Tern</b><button id="b" aria-controls="n" aria-expanded="false">Menu</button></header><nav id="n">${links}</nav>`,
    script: toggled,
  },
};
const nested = {
  css: 'nav, ul { display: none } .open nav, .sub ul { display: block }',
  header: `<header><b>Tern</b><button id="b" aria-label="Toggle menu">☰</button></header><nav><button id="c" aria-expanded="false">Product</button>
    <ul><li><a href="/features">Features</a><li><a href="/pricing">Pricing</a></ul><a href="/contact">Contact</a></nav>`,
  script: `${toggled}; c.onclick = () => c.parentElement.classList.toggle('sub')`,
};

const pageOf = ({ css = '', header, script = '' }: (typeof menus)[string]) => `<!doctype html><html lang="en">
  <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Tern</title>
  <style>body { margin: 0; font: 17px/1.5 sans-serif } header { display: flex; justify-content: space-between; padding: 12px 16px }
  nav a { display: block; padding: 14px } section { min-height: 500px } ${css}</style>${header}
  <main><h1>Tern counts birds</h1><p>Hang it up, and it listens.</p><section><h2>How it works</h2><p>It hears three hundred species.</p></section>
  <section><h2>Questions</h2><p>It sleeps at night.</p></section></main><script>${script}</script>`;
const pathOf = (name: string) => `/${name.replaceAll(/\W+/g, '-')}`;

let browser: TestBrowser;
let pages: Pages;
beforeAll(async () => {
  const own = Object.entries({ ...menus, nested }).map(([name, menu]) => [pathOf(name), pageOf(menu)]);
  const other = (title: string) =>
    `<title>${title}</title><h1>${title}</h1><section><h2>For a garden</h2><p>$4 a month.</p></section>`;
  const others = { '/pricing': other('Plans'), '/features': other('Ears'), '/contact': other('Write') };
  [browser, pages] = await Promise.all([
    testBrowser(),
    servePages({ ...Object.fromEntries(own), ...others }),
  ]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

async function clicks(name: string, prompt: string, mode: 'script' | 'agent' = 'script') {
  const phone = { width: 390, height: 844, isMobile: true, hasTouch: true };
  const page = await browser.page(phone);
  try {
    await page.goto(pages.baseUrl + pathOf(name));
    return acts(await planFor(page, { prompt, mode, viewport: phone, seconds: 15 }));
  } finally {
    await page.close();
  }
}

const opens = expect.stringMatching(/^click (?:[Mm]enu|Open menu|≡)$/);

describe('on a phone, a menu is opened before what it holds is pressed', () => {
  test.each(Object.keys(menus))('%s', async (name) => {
    expect(await clicks(name, 'open the pricing page')).toEqual([opens, 'click Pricing']);
  });

  test('a menu within the menu is opened as well', async () => {
    expect(await clicks('nested', 'open the pricing page')).toEqual([
      ...['click Toggle menu', 'click Product', 'click Pricing'],
    ]);
  });

  test.each(['a panel from the side', 'details and a summary', 'a button without any word'])(
    'an agent looks behind %s',
    async (name) => {
      expect(await clicks(name, 'show the prices', 'agent')).toEqual([opens, 'click Pricing']);
    },
  );

  test('a menu without a match is not in the film', async () => {
    expect(await clicks('a list that is created late, when it opens', 'open the aquarium')).toEqual([]);
  });
});
