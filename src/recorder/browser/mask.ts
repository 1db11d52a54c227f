import type { Page } from 'puppeteer-core';

/**
 * Hides what no film may show, in every document and shadow tree, from before its first picture: letters become dots, and
 * what is left is blurred. Password fields always; `selectors` are CSS, each a rule of its own.
 */
export async function maskOnFilm(page: Page, selectors: readonly string[] = []): Promise<void> {
  await page.evaluateOnNewDocument(hide, ['input[type=password]', ...selectors].map(ruleOf).join('\n'));
}

// Letters of whatever size end as dots; 12 pixels are for pictures and for what is drawn otherwise.
const ruleOf = (selector: string) => `:is(${selector}), :is(${selector}) * {
  -webkit-text-security: disc !important; filter: blur(max(0.7em, 12px)) !important;
  transition: none !important; animation: none !important; }`;

function hide(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  const cover = (root: Document | ShadowRoot) => {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets];
  };
  // Pages set this list as a whole: ours stays its last member.
  for (const owner of [Document.prototype, ShadowRoot.prototype]) {
    const property = Object.getOwnPropertyDescriptor(owner, 'adoptedStyleSheets');
    if (!property?.set) continue;
    const { set } = property;
    Object.defineProperty(owner, 'adoptedStyleSheets', {
      ...property,
      set(this: Document | ShadowRoot, sheets: CSSStyleSheet[]) {
        set.call(this, [...[...sheets].filter((one) => one !== sheet), sheet]);
      },
    });
  }
  cover(document);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    cover(root);
    return root;
  };
  // Shadow trees that came with the HTML.
  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll('*')) if (element.shadowRoot) cover(element.shadowRoot);
  });
}
