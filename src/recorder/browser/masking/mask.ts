import { randomBytes } from 'node:crypto';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { wellFormed } from '../../../text.ts';
import { type Hidden, SecretHider } from './secret-hider.ts';

/** A field for a password stays hidden where its page shows it in the clear: by another `type`, or by another field. */
const revealed = 'data-showreel-hidden';
const always = [
  'input[type=password]',
  `[${revealed}]`,
  'input[autocomplete~="current-password" i]',
  'input[autocomplete~="new-password" i]',
];

// Letters of whatever size end as dots; 12 pixels are for pictures and for what is drawn otherwise.
const ruleOf = (selector: string) => `:is(${selector}), :is(${selector}) * {
  -webkit-text-security: disc !important; filter: blur(max(0.7em, 12px)) !important;
  transition: none !important; animation: none !important; }`;

/**
 * What no film may show and no text may say. Hidden in every document and shadow tree from before its first picture:
 * letters become dots, and what is left is blurred. Password fields always; `selectors` are CSS, each a rule of its own.
 */
export class Mask {
  #words = new Set<string>();
  #selectors: readonly string[] = [];
  #page: Page;
  #cdp: CDPSession;

  constructor(page: Page, cdp: CDPSession) {
    this.#page = page;
    this.#cdp = cdp;
  }

  /** Before the tab has opened anything. */
  async put(selectors: readonly string[] = []): Promise<void> {
    this.#selectors = selectors;
    // Under a name that no page knows.
    const tell = `showreel${randomBytes(12).toString('hex')}`;
    if (selectors.length > 0) {
      this.#cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
        if (name === tell)
          for (const word of JSON.parse(payload) as string[]) this.#words.add(wellFormed(word));
      });
      await this.#cdp.send('Runtime.enable');
      await this.#cdp.send('Runtime.addBinding', { name: tell });
    }
    const hidden: Hidden = { rules: this.#rules, selectors, tell, revealed };
    const source = `(() => { const SecretHider = ${String(SecretHider)}; new SecretHider(${JSON.stringify(hidden)}).fall(); })()`;
    await this.#page.evaluateOnNewDocument(source);
  }

  /** The words inside what `selectors` name, on all pages so far, longest first. */
  get words(): string[] {
    return [...this.#words].sort((a, b) => b.length - a.length);
  }

  /**
   * Closed shadow trees that came with the HTML, which no script gets to see: only the browser itself leads there.
   * Where nothing but passwords is hidden they are left alone, since those are dots there, too.
   */
  async coverClosedTrees(): Promise<void> {
    if (this.#selectors.length === 0) return;
    // A session of its own: one that has seen the document is told of everything that changes in it.
    const cdp = await this.#page.createCDPSession();
    try {
      const { root } = await cdp.send('DOM.getDocument', { depth: -1, pierce: true });
      for (const backendNodeId of closedTrees(root)) await this.#cover(cdp, backendNodeId);
    } finally {
      await cdp.detach().catch(() => undefined);
    }
  }

  async #cover(cdp: CDPSession, backendNodeId: number): Promise<void> {
    const { object } = await cdp.send('DOM.resolveNode', { backendNodeId });
    await cdp.send('Runtime.callFunctionOn', {
      objectId: object.objectId!,
      functionDeclaration: String(adopt),
      arguments: [{ value: this.#rules }],
    });
  }

  get #rules(): string {
    return [...always, ...this.#selectors].map(ruleOf).join('\n');
  }
}

function closedTrees(node: Protocol.DOM.Node): number[] {
  const own = node.shadowRootType === 'closed' ? [node.backendNodeId] : [];
  const inside = [...(node.children ?? []), ...(node.shadowRoots ?? [])];
  if (node.contentDocument) inside.push(node.contentDocument);
  return [...own, ...inside.flatMap(closedTrees)];
}

function adopt(this: ShadowRoot, rules: string): void {
  const View = this.ownerDocument.defaultView as (Window & typeof globalThis) | null;
  if (!View) return;
  const sheet = new View.CSSStyleSheet();
  sheet.replaceSync(rules);
  this.adoptedStyleSheets = [...this.adoptedStyleSheets, sheet];
}
