export interface HiderSettings {
  rules: string;
  selectors: readonly string[];
  /** The name of the DevTools binding that receives the hidden words. */
  bindingName: string;
  /** The attribute that marks a password field which its page shows as plain text. */
  revealedAttribute: string;
}

type Root = Document | ShadowRoot;

/**
 * Runs in every document, before the page's own scripts: puts the hiding style sheet into every tree, keeps a password hidden
 * that its page shows as plain text, and reports the hidden words. The source of this class is sent to the page as text, so it
 * may refer to nothing but itself and the DOM.
 */
export class SecretHider {
  private readonly settings: HiderSettings;
  private readonly send: ((payload: string) => void) | undefined;
  private readonly sheet = new CSSStyleSheet();
  private readonly covered = new WeakSet<Root>();
  /** Fields that are or were of type `password`, and their ids and names. */
  private readonly passwordFields = new WeakSet<Element>();
  private readonly passwordNames = new Set<string>();
  private readonly reported = new Set<string>();

  constructor(settings: HiderSettings) {
    this.settings = settings;
    this.sheet.replaceSync(settings.rules);
    // The binding is removed before the page's own scripts can see it.
    const bindings = window as unknown as Record<string, ((payload: string) => void) | undefined>;
    this.send = bindings[settings.bindingName];
    delete bindings[settings.bindingName];
  }

  install(): void {
    this.keepSheetLast();
    this.coverNewShadowTrees();
    this.openTreesWrittenAsText();
    this.cover(document);
    // By then the shadow trees that came with the HTML are there.
    document.addEventListener('DOMContentLoaded', () => this.cover(document));
  }

  /** Pages replace the list of adopted sheets as a whole; this keeps ours its last member. */
  private keepSheetLast(): void {
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

  private coverNewShadowTrees(): void {
    const { attachShadow } = Element.prototype;
    const cover = (root: ShadowRoot) => this.cover(root);
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, init);
      cover(root);
      return root;
    };
  }

  /** No script can reach a closed tree that is made from HTML text. It is made open instead, and covered like any other. */
  private openTreesWrittenAsText(): void {
    const withOpenTrees = (html: unknown) =>
      typeof html === 'string' ? html.replace(/(shadowrootmode\s*=\s*["']?)closed/gi, '$1open') : html;
    type Writer = { setHTMLUnsafe?: (html: never, ...more: never[]) => void };
    for (const owner of [Element.prototype, ShadowRoot.prototype] as Writer[]) {
      const { setHTMLUnsafe } = owner;
      if (!setHTMLUnsafe) continue;
      owner.setHTMLUnsafe = function (html, ...more) {
        setHTMLUnsafe.call(this, withOpenTrees(html) as never, ...more);
      };
    }
  }

  private cover(root: Root): void {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets];
    if (!this.covered.has(root)) this.watch(root);
    this.covered.add(root);
    for (const element of root.querySelectorAll('*')) this.inspect(element);
    this.reportWords(root);
  }

  private watch(root: Root): void {
    const attributeFilter = ['type', this.settings.revealedAttribute, ...(this.send ? ['class', 'id'] : [])];
    new MutationObserver((records) => {
      for (const { target, oldValue } of records) {
        if ((target as Element).localName !== 'input') continue;
        if (oldValue === 'password') this.rememberPassword(target as Element);
        this.hideIfPassword(target as Element);
      }
      this.inspectAll(records.flatMap(({ addedNodes }) => [...addedNodes]));
      this.reportWords(root);
    }).observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      attributeFilter,
      characterData: this.send !== undefined,
    });
  }

  /** The HTML parser reports each element by itself, so a node inside one that was already walked is skipped. */
  private inspectAll(nodes: Node[]): void {
    const walked = new Set<Node>();
    for (const node of nodes) {
      if (!(node instanceof Element)) continue;
      let outer: Node | null = node;
      while (outer && !walked.has(outer)) outer = outer.parentNode;
      if (outer) continue;
      walked.add(node);
      this.inspect(node);
      for (const element of node.querySelectorAll('*')) this.inspect(element);
    }
  }

  private inspect(element: Element): void {
    if (element.localName === 'input') this.hideIfPassword(element);
    if (element.shadowRoot && !this.covered.has(element.shadowRoot)) this.cover(element.shadowRoot);
  }

  /** A text field that replaces a password field, as a "show password" button makes it, counts as a password field. */
  private hideIfPassword(field: Element): void {
    const { type } = field as HTMLInputElement;
    if (type === 'password') {
      this.rememberPassword(field);
      return;
    }
    const replacesPassword =
      type === 'text' && this.namesOf(field).some((name) => this.passwordNames.has(name));
    if (!this.passwordFields.has(field) && !replacesPassword) return;
    this.passwordFields.add(field);
    if (!field.hasAttribute(this.settings.revealedAttribute))
      field.setAttribute(this.settings.revealedAttribute, '');
  }

  private rememberPassword(field: Element): void {
    this.passwordFields.add(field);
    for (const name of this.namesOf(field)) this.passwordNames.add(name);
  }

  private namesOf(field: Element): string[] {
    const attributes = ['id', 'name'].map((attribute) => [attribute, field.getAttribute(attribute)] as const);
    return attributes.flatMap(([attribute, value]) => (value ? [`${attribute} ${value}`] : []));
  }

  private reportWords(root: Root): void {
    if (!this.send) return;
    const found = this.settings.selectors.flatMap((selector) => this.wordsIn(root, selector));
    const unreported = [...new Set(found.map((text) => text.replace(/\s+/g, ' ').trim()))].filter(
      (text) => text.length >= 4 && text.length <= 5_000 && !this.reported.has(text),
    );
    if (unreported.length === 0 || this.reported.size > 2_000) return;
    for (const text of unreported) this.reported.add(text);
    this.send(JSON.stringify(unreported));
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
      // This browser does not know the selector. `demandSelectors` reports that to the user.
    }
    return found;
  }
}
