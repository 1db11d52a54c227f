export interface Hidden {
  rules: string;
  selectors: readonly string[];
  /** The name under which the browser takes words. */
  tell: string;
  /** The attribute of a password field that is shown in the clear. */
  revealed: string;
}

type Root = Document | ShadowRoot;

/**
 * Runs in every document, before anything of its page does: covers its trees, keeps passwords hidden that their page shows,
 * and tells the words that are hidden. Its source is sent there as text, so it may use nothing but itself and the DOM.
 */
export class SecretHider {
  private readonly hidden: Hidden;
  private readonly send: ((payload: string) => void) | undefined;
  private readonly sheet = new CSSStyleSheet();
  private readonly covered = new WeakSet<Root>();
  /** Fields that were passwords once, and what they are called. */
  private readonly secret = new WeakSet<Element>();
  private readonly names = new Set<string>();
  private readonly told = new Set<string>();

  constructor(hidden: Hidden) {
    this.hidden = hidden;
    this.sheet.replaceSync(hidden.rules);
    // Taken away before the page can see it.
    const bindings = window as unknown as Record<string, ((payload: string) => void) | undefined>;
    this.send = bindings[hidden.tell];
    delete bindings[hidden.tell];
  }

  fall(): void {
    this.stayLast();
    this.followShadows();
    this.openWrittenTrees();
    this.cover(document);
    // Shadow trees that came with the HTML.
    document.addEventListener('DOMContentLoaded', () => this.cover(document));
  }

  /** Pages set the list of sheets as a whole: ours stays its last member. */
  private stayLast(): void {
    const { sheet } = this;
    for (const owner of [Document.prototype, ShadowRoot.prototype]) {
      const property = Object.getOwnPropertyDescriptor(owner, 'adoptedStyleSheets');
      if (!property?.set) continue;
      const { set } = property;
      Object.defineProperty(owner, 'adoptedStyleSheets', {
        ...property,
        set(this: Root, sheets: CSSStyleSheet[]) {
          set.call(this, [...[...sheets].filter((one) => one !== sheet), sheet]);
        },
      });
    }
  }

  private followShadows(): void {
    const { attachShadow } = Element.prototype;
    const cover = (root: ShadowRoot) => this.cover(root);
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, init);
      cover(root);
      return root;
    };
  }

  /** A closed tree that a script makes of text is nobody's to see: made open, it is covered like any other. */
  private openWrittenTrees(): void {
    const opened = (html: unknown) =>
      typeof html === 'string' ? html.replace(/(shadowrootmode\s*=\s*["']?)closed/gi, '$1open') : html;
    type Writer = { setHTMLUnsafe?: (html: never, ...more: never[]) => void };
    for (const owner of [Element.prototype, ShadowRoot.prototype] as Writer[]) {
      const { setHTMLUnsafe } = owner;
      if (!setHTMLUnsafe) continue;
      owner.setHTMLUnsafe = function (html, ...more) {
        setHTMLUnsafe.call(this, opened(html) as never, ...more);
      };
    }
  }

  private cover(root: Root): void {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets];
    if (!this.covered.has(root)) this.watch(root);
    this.covered.add(root);
    for (const element of root.querySelectorAll('*')) this.meet(element);
    this.tellWords(root);
  }

  private watch(root: Root): void {
    const attributeFilter = ['type', this.hidden.revealed, ...(this.send ? ['class', 'id'] : [])];
    new MutationObserver((records) => {
      for (const { target, oldValue } of records) {
        if ((target as Element).localName !== 'input') continue;
        if (oldValue === 'password') this.remember(target as Element);
        this.lookAt(target as Element);
      }
      this.meetAll(records.flatMap(({ addedNodes }) => [...addedNodes]));
      this.tellWords(root);
    }).observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      attributeFilter,
      characterData: this.send !== undefined,
    });
  }

  /** A parser tells of each element by itself: what came with one that was walked is not walked again. */
  private meetAll(nodes: Node[]): void {
    const walked = new Set<Node>();
    for (const node of nodes) {
      if (!(node instanceof Element)) continue;
      let outer: Node | null = node;
      while (outer && !walked.has(outer)) outer = outer.parentNode;
      if (outer) continue;
      walked.add(node);
      this.meet(node);
      for (const element of node.querySelectorAll('*')) this.meet(element);
    }
  }

  private meet(element: Element): void {
    if (element.localName === 'input') this.lookAt(element);
    if (element.shadowRoot && !this.covered.has(element.shadowRoot)) this.cover(element.shadowRoot);
  }

  /** A field that takes the place of one for a password, as an eye beside it makes it, is one. */
  private lookAt(field: Element): void {
    const { type } = field as HTMLInputElement;
    if (type === 'password') {
      this.remember(field);
      return;
    }
    const takesItsPlace = type === 'text' && this.namesOf(field).some((name) => this.names.has(name));
    if (!this.secret.has(field) && !takesItsPlace) return;
    this.secret.add(field);
    if (!field.hasAttribute(this.hidden.revealed)) field.setAttribute(this.hidden.revealed, '');
  }

  private remember(field: Element): void {
    this.secret.add(field);
    for (const name of this.namesOf(field)) this.names.add(name);
  }

  private namesOf(field: Element): string[] {
    const given = ['id', 'name'].map((attribute) => [attribute, field.getAttribute(attribute)] as const);
    return given.flatMap(([attribute, value]) => (value ? [`${attribute} ${value}`] : []));
  }

  private tellWords(root: Root): void {
    if (!this.send) return;
    const found = this.hidden.selectors.flatMap((selector) => this.wordsIn(root, selector));
    const told = [...new Set(found.map((text) => text.replace(/\s+/g, ' ').trim()))].filter(
      (text) => text.length >= 4 && text.length <= 5_000 && !this.told.has(text),
    );
    if (told.length === 0 || this.told.size > 2_000) return;
    for (const text of told) this.told.add(text);
    this.send(JSON.stringify(told));
  }

  private wordsIn(root: Root, selector: string): string[] {
    const found: string[] = [];
    try {
      for (const element of root.querySelectorAll(selector)) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node.nodeValue ?? '');
        found.push(element.textContent ?? '');
        const { value } = element as HTMLInputElement;
        if (typeof value === 'string') found.push(value);
      }
    } catch {
      // No selector that this browser knows; whoever asked for the film is told elsewhere.
    }
    return found;
  }
}
