/**
 * Masks: what no frame may show and no text may say. `mask.ts` installs them from outside the page, `secret-hider.ts` runs inside
 * it, and `own-embeds.ts` names the embeds of this service. `tab.ts` and `launch/` come in; other folders read the hidden words by the tab. They speak the DevTools protocol with the
 * tab's page and touch nothing else.
 */
import { randomBytes } from 'node:crypto';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
import { wellFormed } from '../../../text.ts';
import { leaveOutEmbeds, standInForSdk } from './own-embeds.ts';
import { type HiderSettings, SecretHider } from './secret-hider.ts';

/** Marks a password field that its page shows as plain text, by changing its `type` or by putting another field in its place. */
const revealedAttribute = 'data-showreel-hidden';
const alwaysHidden = [
  'input[type=password]',
  `[${revealedAttribute}]`,
  'input[autocomplete~="current-password" i]',
  'input[autocomplete~="new-password" i]',
];

// Letters of every size become dots. The blur of at least 12 pixels hides pictures and whatever is not text.
const hidingRule = (selector: string) => `:is(${selector}), :is(${selector}) * {
  -webkit-text-security: disc !important; filter: blur(max(0.7em, 12px)) !important;
  transition: none !important; animation: none !important; }`;

/**
 * Hides secrets in every document and shadow tree, from before its first frame: letters become dots, and the rest is blurred.
 * Password fields are always hidden, and so is what the given CSS selectors match. Each selector is a rule of its own, so that an
 * invalid one does not disable the others.
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

  /** Call it before the tab has opened a page. */
  async install(selectors: readonly string[] = []): Promise<void> {
    this.#selectors = selectors;
    // No page can guess this name.
    const bindingName = `showreel${randomBytes(12).toString('hex')}`;
    if (selectors.length > 0) {
      this.#cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
        if (name === bindingName)
          for (const word of JSON.parse(payload) as string[]) this.#words.add(wellFormed(word));
      });
      await this.#cdp.send('Runtime.enable');
      await this.#cdp.send('Runtime.addBinding', { name: bindingName });
    }
    const settings: HiderSettings = { rules: this.#rules, selectors, bindingName, revealedAttribute };
    const source = `(() => { const SecretHider = ${String(SecretHider)}; new SecretHider(${JSON.stringify(settings)}).install(); })()`;
    await this.#page.evaluateOnNewDocument(source);
    await this.#page.evaluateOnNewDocument(standInForSdk);
  }

  /** The texts inside what the selectors match, on all pages so far, longest first. */
  get words(): string[] {
    return [...this.#words].sort((a, b) => b.length - a.length);
  }

  /**
   * Covers closed shadow trees that came with the HTML. No script can reach those, so they are reached by the DevTools protocol.
   * Without selectors there is nothing to do: the browser itself draws passwords as dots in those trees too.
   */
  async coverClosedTrees(): Promise<void> {
    if (this.#selectors.length === 0) return;
    // Uses a session of its own: after `DOM.getDocument`, a session receives an event for every change of the document.
    const cdp = await this.#page.createCDPSession();
    try {
      const { root } = await cdp.send('DOM.getDocument', { depth: -1, pierce: true });
      for (const backendNodeId of closedTrees(root)) await this.#coverTree(cdp, backendNodeId);
    } finally {
      await cdp.detach().catch(() => undefined);
    }
  }

  async #coverTree(cdp: CDPSession, backendNodeId: number): Promise<void> {
    const { object } = await cdp.send('DOM.resolveNode', { backendNodeId });
    await cdp.send('Runtime.callFunctionOn', {
      objectId: object.objectId!,
      functionDeclaration: String(adoptSheet),
      arguments: [{ value: this.#rules }],
    });
  }

  get #rules(): string {
    return [leaveOutEmbeds, ...[...alwaysHidden, ...this.#selectors].map(hidingRule)].join('\n');
  }
}

function closedTrees(node: Protocol.DOM.Node): number[] {
  const own = node.shadowRootType === 'closed' ? [node.backendNodeId] : [];
  const inside = [...(node.children ?? []), ...(node.shadowRoots ?? [])];
  if (node.contentDocument) inside.push(node.contentDocument);
  return [...own, ...inside.flatMap(closedTrees)];
}

function adoptSheet(this: ShadowRoot, rules: string): void {
  const View = this.ownerDocument.defaultView as (Window & typeof globalThis) | null;
  if (!View) return;
  const sheet = new View.CSSStyleSheet();
  sheet.replaceSync(rules);
  this.adoptedStyleSheets = [...this.adoptedStyleSheets, sheet];
}
