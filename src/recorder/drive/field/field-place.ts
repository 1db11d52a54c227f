/**
 * Runs in the page: remembers where an element stands and what tells it from others, and finds the one that the page has drawn in its
 * place. Refers to nothing but itself and the DOM.
 */
export class FieldPlace {
  private readonly element: Element;
  /** From the element outwards: each node, and its place among the children of the next one. -1 is a shadow tree. */
  private readonly steps: { node: Node; index: number }[] = [];
  private readonly marks: string;

  constructor(element: Element) {
    this.element = element;
    this.marks = this.marksOf(element);
    for (let node: Node | null = element; node; ) {
      const parent: Node | null = node.parentNode;
      const index = parent ? [...(parent as Element).children].indexOf(node as Element) : -1;
      this.steps.push({ node, index });
      node = parent ?? (node instanceof ShadowRoot ? node.host : null);
    }
  }

  /** The only one with the same marks. Where there is none, or several, it is the one in the same place. */
  successor(fits: (element: Element) => boolean): Element | null {
    const left = this.steps.findIndex(({ node }) => node.isConnected);
    const kept = this.steps[left]?.node;
    if (!kept) return null;
    const isLike = (one: Element) => this.isLike(one) && fits(one);
    const root = kept.getRootNode() as Document | ShadowRoot;
    const marked = [...root.querySelectorAll(this.element.localName)].filter(
      (one) => this.marks !== '' && this.marksOf(one) === this.marks && isLike(one),
    );
    const [only, second] = marked;
    if (only && !second) return only;
    const inPlace = this.walk(kept, left);
    if (!inPlace || !isLike(inPlace)) return null;
    return !only || marked.includes(inPlace) ? inPlace : null;
  }

  private walk(from: Node, left: number): Element | null {
    let node: Node | null | undefined = from;
    for (const { index } of this.steps.slice(0, left).reverse())
      node =
        index < 0
          ? (node as Element | undefined)?.shadowRoot
          : (node as Element | undefined)?.children?.[index];
    return node instanceof Element ? node : null;
  }

  private isLike(one: Element): boolean {
    const [was, is] = [this.element as HTMLInputElement, one as HTMLInputElement];
    const isSameKind = was.localName === is.localName && was.type === is.type && was.name === is.name;
    return isSameKind && one.getClientRects().length > 0;
  }

  private marksOf(element: Element): string {
    return [...element.attributes]
      .filter(({ name }) => /^(id|name|placeholder|title|aria-label|aria-labelledby|data-.+)$/.test(name))
      .map(({ name, value }) => `${name}=${value}`)
      .sort()
      .join('\n');
  }
}
