import type { Shorten } from '../../../text.ts';

/**
 * Runs in the page and describes elements there, for `similarity` to compare. Its source is sent to the page as text, so it may
 * refer to nothing but itself, what its constructor gets, and the DOM.
 */
export class ElementProbe {
  static readonly pressable =
    'a,button,input,select,textarea,summary,label,option,[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[role=switch],[role=checkbox],[role=radio],[role=combobox],[role=textbox],[onclick],[tabindex],[contenteditable]';
  static readonly block =
    'section,article,main,header,footer,aside,nav,form,table,figure,ul,ol,dl,h1,h2,h3,h4,h5,h6';
  static readonly attributes =
    'id name type href src data-testid data-test data-cy data-qa data-section aria-controls placeholder alt title for autocomplete data-target data-bs-target class'.split(
      ' ',
    );

  private readonly shorten: Shorten;
  private found: Element[] = [];

  constructor(shorten: Shorten) {
    this.shorten = shorten;
  }

  /**
   * Fingerprints of all visible elements that the element of a step could be, in the page's order.
   * @param press whether the step presses its element. Otherwise the step shows it, and blocks and headings count.
   */
  pool(press: boolean, tag: string, most: number) {
    this.found = this.search(press, tag, most);
    return this.found.map((element) => this.fingerprint(element));
  }

  /**
   * What the page has beside an element: how many of its kind, the headings of those with the same role and name, and role and name of
   * what else can be pressed (or, for a step that presses nothing, of the headings).
   */
  others(press: boolean, like: { tag: string; role: string; name: string; heading: string }, most: number) {
    const peers = this.search(press, like.tag, 1_200);
    const same = (one: Element) =>
      this.role(one) === like.role && this.shorten(this.name(one), 200) === like.name;
    const twins = peers.filter(same).map((one) => this.heading(one));
    const shown = press ? peers : this.search(false, 'h2', 1_200).filter((one) => /^H/.test(one.tagName));
    const named = shown
      .slice(0, most * 2)
      .map((one) => ({ role: this.role(one), name: this.shorten(this.name(one), 60) }));
    return { peers: peers.length, twins: twins.filter((one) => one !== like.heading).slice(0, 20), named };
  }

  /** The element with that index in the pool. */
  element(index: number): Element | null {
    return this.found[index] ?? null;
  }

  indexOf(element: Element): number {
    return this.found.indexOf(element);
  }

  /** Whether one element is a part of the other. Then it does not matter which one is pressed. */
  areNested(a: number, b: number): boolean {
    const [one, other] = [this.found[a], this.found[b]];
    return one !== undefined && other !== undefined && (one.contains(other) || other.contains(one));
  }

  private search(press: boolean, tag: string, most: number): Element[] {
    const wanted = press ? `${ElementProbe.pressable},${tag}` : `${ElementProbe.block},${tag}`;
    const found: Element[] = [];
    const search = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        if (found.length >= most) return;
        if (element.matches(wanted) && this.isVisible(element)) found.push(element);
        if (element.shadowRoot) search(element.shadowRoot);
      }
    };
    search(document);
    return found;
  }

  fingerprint(element: Element) {
    const box = element.getBoundingClientRect();
    const attributes: Record<string, string> = {};
    for (const name of ElementProbe.attributes) {
      const value = element.getAttribute(name);
      if (value) attributes[name] = this.shorten(value, 200);
    }
    const inner = element.querySelector('img[src],use[href]');
    const drawn = inner?.getAttribute('src') ?? inner?.getAttribute('href');
    if (drawn) attributes.inner = this.shorten(drawn, 200);
    return {
      tag: this.shorten(element.localName, 60),
      role: this.role(element),
      name: this.shorten(this.name(element), 200),
      text: this.text(element, 120),
      attributes,
      heading: this.heading(element),
      region: this.region(element),
      near: this.near(element),
      lang: this.shorten(document.documentElement.lang, 40),
      path: this.path(element),
      place: this.place(element),
      box: {
        x: Math.round(box.x + scrollX),
        y: Math.round(box.y + scrollY),
        width: Math.round(box.width),
        height: Math.round(box.height),
      },
    };
  }

  private isVisible(element: Element): boolean {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1) return false;
    let reach = { x: right + scrollX, y: bottom + scrollY };
    // A pane that is scrolled has what lies above it.
    for (let at = element.parentElement; at && (reach.x <= 0 || reach.y <= 0); at = at.parentElement)
      if (at !== document.scrollingElement) reach = { x: reach.x + at.scrollLeft, y: reach.y + at.scrollTop };
    if (reach.x <= 0 || reach.y <= 0) return false;
    return element.checkVisibility({ visibilityProperty: true });
  }

  /** The element's words, with a space between those of nested elements. */
  private text(element: Element | null, most: number): string {
    if (!element) return '';
    let text = '';
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && text.length < most * 2; node = walker.nextNode())
      if (!node.parentElement?.closest('script,style,template,noscript,select')) text += ` ${node.nodeValue}`;
    return this.shorten(text.replace(/\s+/g, ' ').trim(), most);
  }

  private role(element: Element): string {
    const given = element.getAttribute('role');
    if (given) return this.shorten(given, 40);
    const tag = element.localName;
    if (tag === 'a') return element.hasAttribute('href') ? 'link' : 'generic';
    if (tag === 'input') return this.inputRole((element as HTMLInputElement).type);
    const known: Record<string, string> = {
      button: 'button',
      summary: 'button',
      select: 'combobox',
      textarea: 'textbox',
      img: 'img',
      nav: 'navigation',
      main: 'main',
      header: 'banner',
      footer: 'contentinfo',
      form: 'form',
      section: 'region',
      article: 'article',
      table: 'table',
      ul: 'list',
      ol: 'list',
      li: 'listitem',
    };
    return known[tag] ?? (/^h[1-6]$/.test(tag) ? 'heading' : 'generic');
  }

  private inputRole(type: string): string {
    if (/^(button|submit|reset|image)$/.test(type)) return 'button';
    if (/^(checkbox|radio)$/.test(type)) return type;
    if (type === 'range') return 'slider';
    return type === 'search' ? 'searchbox' : 'textbox';
  }

  private name(element: Element): string {
    const root = element.getRootNode() as Document | ShadowRoot;
    const labelled = element.getAttribute('aria-labelledby');
    const words = (labelled ?? '')
      .split(/\s+/)
      .map((id) => (id ? this.text(root.getElementById(id), 200) : ''))
      .join(' ')
      .trim();
    if (words) return words;
    const given = element.getAttribute('aria-label')?.trim();
    if (given) return given;
    const isField = /^(input|select|textarea)$/.test(element.localName);
    if (!isField) {
      const picture = element.matches('img') ? element : element.querySelector('img[alt],svg[aria-label]');
      const drawn = picture?.getAttribute('alt') ?? picture?.getAttribute('aria-label') ?? '';
      return this.text(element, 200) || drawn || (element.getAttribute('title') ?? '');
    }
    const field = element as HTMLInputElement;
    if (/^(submit|button|reset)$/.test(field.type)) return field.value;
    const label = [...(field.labels ?? [])].map((one) => this.text(one, 200)).join(' ');
    return label || field.placeholder || field.title || '';
  }

  /** The first heading in the nearest parent that has one. A heading in or around the element does not count. */
  private heading(element: Element): string {
    for (let at = element.parentElement, up = 0; at && up < 12; at = at.parentElement, up++) {
      for (const heading of at.querySelectorAll('h1,h2,h3,h4,h5,h6,legend,caption,dt'))
        if (!heading.contains(element) && !element.contains(heading)) return this.text(heading, 120);
    }
    return '';
  }

  private region(element: Element): string {
    const at = element.parentElement?.closest(
      'nav,header,footer,main,aside,form,section,article,dialog,[role]',
    );
    if (!at) return '';
    const label = at.id || at.getAttribute('aria-label') || '';
    return this.shorten(`${at.getAttribute('role') ?? at.localName}${label && ` ${label}`}`, 120);
  }

  private near(element: Element): string[] {
    const found: string[] = [];
    for (let at: Element | null = element, up = 0; at && at !== document.body && up < 3; up++) {
      for (const beside of [at.previousElementSibling, at.nextElementSibling]) {
        const text = this.text(beside, 60);
        if (text && found.length < 4) found.push(text);
      }
      at = at.parentElement;
    }
    return found;
  }

  private path(element: Element): string {
    const tags: string[] = [];
    for (let at: Element | null = element; at && at !== document.body && tags.length < 24; ) {
      tags.push(at.localName);
      const root: Node = at.getRootNode();
      at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
    return this.shorten(tags.join('<'), 300);
  }

  /** The element's index among those with its tag, in the nearest parent that has several of them. */
  private place(element: Element): { index: number; count: number } {
    for (let at = element.parentElement, up = 0; at && up < 5; at = at.parentElement, up++) {
      const like = [...at.querySelectorAll(element.localName)].slice(0, 200);
      if (like.length > 1) return { index: like.indexOf(element), count: like.length };
    }
    return { index: 0, count: 1 };
  }

  /** Selectors that match the element alone, now: first by what authors wrote on it, then by its position. */
  selectors(element: Element): string[] {
    const root = element.getRootNode();
    // A selector of the document does not reach into a shadow root. Elements in there are found by role and name.
    if (!(root instanceof Document)) return [];
    const isOnly = (selector: string) => root.querySelectorAll(selector).length === 1;
    const given = [
      'data-testid',
      'data-test',
      'data-cy',
      'data-qa',
      'name',
      'aria-label',
      'href',
      'placeholder',
    ]
      .map((name) => [name, element.getAttribute(name)] as const)
      .filter(([, value]) => value && value.length <= 120)
      .map(([name, value]) => `${element.localName}[${name}=${JSON.stringify(value)}]`);
    const { id } = element;
    // An id that is not well-formed is never kept as it is, and with another it is found by nothing.
    if (id && id.length <= 120 && !/\d{3,}/.test(id) && this.shorten(id, id.length) === id)
      given.unshift(`#${CSS.escape(id)}`);
    const found = given.filter(isOnly).slice(0, 2);
    let path = '';
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const like = [...(at.parentNode?.children ?? [])].filter((one) => one.localName === at?.localName);
      const tag = CSS.escape(at.localName);
      const step = like.length > 1 ? `${tag}:nth-of-type(${like.indexOf(at) + 1})` : tag;
      path = path ? `${step} > ${path}` : step;
      if (isOnly(path)) break;
    }
    return isOnly(path) ? [...found, path] : found;
  }
}
