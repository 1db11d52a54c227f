import type { Dom } from './dom.ts';

/** Selectors of one element that still work on a later day: CSS, XPath and text. Each is tried on the present page. */
export class Selectors {
  private readonly dom: Dom;
  constructor(dom: Dom) {
    this.dom = dom;
  }

  /** The hosts of the open shadow roots around the element, outermost first, then the element. */
  path(element: Element): Element[] {
    const path = [element];
    for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
      path.unshift(root.host);
    return path;
  }

  /** One CSS selector for each shadow level, each unique in its root. */
  css(element: Element): string[] {
    return this.path(element).map((step) => this.cssInRoot(step));
  }

  private cssInRoot(element: Element): string {
    const root = element.getRootNode() as Document | ShadowRoot;
    const short = this.candidates(element).find((selector) => this.isOnly(root, selector, element));
    if (short) return short;
    let path = this.step(element);
    for (let at = element.parentElement; at; at = at.parentElement) {
      const anchored = this.candidates(at).find((selector) => this.isOnly(root, selector, at!));
      const from = anchored ? `${anchored} > ${path}` : null;
      if (from && this.isOnly(root, from, element)) return from;
      path = `${this.step(at)} > ${path}`;
      if (at === document.body) break;
    }
    return path;
  }

  private isOnly(root: Document | ShadowRoot, selector: string, element: Element): boolean {
    try {
      const found = root.querySelectorAll(selector);
      return found.length === 1 && found[0] === element;
    } catch {
      return false;
    }
  }

  /**
   * Selectors from what authors set on purpose, best first. Generated ids and hashed classes are left out, since they change
   * with every build.
   */
  private candidates(element: Element): string[] {
    const tag = element.tagName.toLowerCase();
    const quote = (value: string) => `"${value.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\a ')}"`;
    const given: string[] = [];
    if (element.id && this.isLasting(element.id)) given.push(`#${CSS.escape(element.id)}`);
    for (const name of [
      'data-testid',
      'data-test',
      'data-cy',
      'data-qa',
      'data-section',
      'aria-label',
      'name',
      'aria-controls',
      'href',
      'placeholder',
      'alt',
      'title',
    ]) {
      const value = element.getAttribute(name);
      const usable = value && value.length <= 120 && (name !== 'aria-controls' || this.isLasting(value));
      if (usable)
        given.push(
          name.startsWith('data-') ? `[${name}=${quote(value)}]` : `${tag}[${name}=${quote(value)}]`,
        );
    }
    const type = element.getAttribute('type');
    if (type) given.push(`${tag}[type=${quote(type)}]`);
    const classes = [...element.classList].filter(
      (name) => this.isLasting(name) && /^[a-z][a-z-]{2,}$/i.test(name),
    );
    for (const name of classes.slice(0, 6)) given.push(`${tag}.${CSS.escape(name)}`);
    if (/^(main|header|footer|nav|h1)$/.test(tag)) given.push(tag);
    return given.filter((selector) => this.isWellFormed(selector));
  }

  /** Whether a text is well-formed. Other text is changed when it is stored, and a selector with changed text finds nothing. */
  private isWellFormed(text: string): boolean {
    return this.dom.shorten(text, text.length) === text;
  }

  /** Whether a name is neither generated (`:r1:`, `css-1x2y3z`, `ember123`) nor a state (`is-open`). */
  private isLasting(name: string): boolean {
    if (name.length > 60 || /^[:\d]/.test(name) || /\d{3,}/.test(name)) return false;
    if (/^(is|has)-|active|open|visible|hover|focus|selected|loaded|animate/i.test(name)) return false;
    if (/(^|[-_])(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{5,}$/i.test(name)) return false;
    if (/^(css|sc|jsx|svelte|emotion|radix|headlessui|mui|ember|react-aria)-?/i.test(name)) return false;
    return !/[a-z][A-Z]+[a-z][A-Z]/.test(name) || name.length < 8;
  }

  private step(element: Element): string {
    const tag = CSS.escape(element.tagName.toLowerCase());
    const siblings = [...(element.parentNode?.children ?? [])].filter(
      (one) => one.tagName === element.tagName,
    );
    return siblings.length > 1 ? `${tag}:nth-of-type(${siblings.indexOf(element) + 1})` : tag;
  }

  /** Null for elements in shadow roots, because XPath does not see into them. */
  xpath(element: Element): string | null {
    if (element.getRootNode() !== document) return null;
    let path = '';
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (
        at.id &&
        this.isLasting(at.id) &&
        !/["']/.test(at.id) &&
        this.isWellFormed(at.id) &&
        document.querySelectorAll(`#${CSS.escape(at.id)}`).length === 1
      )
        return this.ifOnlyXPath(`//*[@id="${at.id}"]${path}`, element);
      const tag = at.tagName.toLowerCase();
      const name = /^[a-z][a-z0-9]*$/.test(tag) ? tag : `*[local-name()="${tag}"]`;
      const siblings = [...(at.parentElement?.children ?? [])].filter((one) => one.tagName === at!.tagName);
      path = `/${name}${siblings.length > 1 ? `[${siblings.indexOf(at) + 1}]` : ''}${path}`;
    }
    return this.ifOnlyXPath(path, element);
  }

  private ifOnlyXPath(path: string, element: Element): string | null {
    try {
      const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
      return found.snapshotLength === 1 && found.snapshotItem(0) === element ? path : null;
    } catch {
      return null;
    }
  }

  /**
   * A text by which the element, or something inside it, is the only innermost match. Text is matched as by Puppeteer's
   * `text/`: a part of it is enough, letter case counts, and fields match by their value.
   */
  text(element: Element, exact: boolean): string | null {
    if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    )
      return null;
    // The joined text of a card is no text that its author would keep as it is.
    if (exact && element.childElementCount > 1) return null;
    const lines = this.textPieces(element).filter((piece) => piece.length >= 3 && piece.length <= 80);
    const piece = lines.find((one) => /\p{L}/u.test(one) && this.isWellFormed(one));
    if (!piece) return null;
    const matches = this.innermost(document.documentElement, piece);
    return matches.length === 1 && (matches[0] === element || (!exact && element.contains(matches[0]!)))
      ? piece
      : null;
  }

  private textPieces(element: Element): string[] {
    const whole = this.textOf(element).trim();
    if (whole.length <= 80 && !/\n/.test(whole)) return [whole];
    const pieces: string[] = [];
    this.dom.walk(element, (inner) => {
      if (this.dom.isMachinery(inner)) return false;
      const own = this.dom.ownText(inner);
      if (own && pieces.length < 6) pieces.push(own);
      return pieces.length < 6;
    });
    return pieces;
  }

  private textOf(node: Node): string {
    if (node instanceof Element && /^(SCRIPT|STYLE)$/.test(node.nodeName)) return '';
    if (node instanceof HTMLInputElement && !/^(checkbox|radio|image)$/.test(node.type)) return node.value;
    if (node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement) return node.value;
    let text = '';
    for (const child of node.childNodes)
      text +=
        child.nodeType === Node.TEXT_NODE
          ? child.nodeValue
          : child instanceof Element
            ? this.textOf(child)
            : '';
    return node instanceof Element && node.shadowRoot ? text + this.textOf(node.shadowRoot) : text;
  }

  private innermost(root: Element | ShadowRoot, piece: string): Element[] {
    const found: Element[] = [];
    for (const child of root.children) {
      if (child.nodeName === 'HEAD' || !this.textOf(child).includes(piece)) continue;
      const inside = this.innermost(child.shadowRoot ?? child, piece);
      found.push(...(inside.length > 0 ? inside : [child]));
      if (found.length > 1) return found;
    }
    return found;
  }
}
