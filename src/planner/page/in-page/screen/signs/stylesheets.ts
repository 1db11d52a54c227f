/** What the page's style sheets say beyond the computed styles: what hovering shows or changes, and what has a cursor of its own. */
export class Stylesheets {
  /** Further rules are those of large frameworks that the page hardly uses. */
  static readonly mostRules = 12_000;
  private readonly onHover: string[] = [];
  private readonly withCursor: string[] = [];
  private readonly revealed = new Set<Element>();
  private readonly whenHovered: string[] = [];
  private cursors: string | null = null;
  private reacting: Set<Element> | null = null;
  private left = Stylesheets.mostRules;
  /** Something other than links shows a hand. */
  showsHand = false;

  constructor() {
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) this.readSheet(sheet);
    for (const selector of this.onHover)
      try {
        for (const element of document.querySelectorAll(selector)) this.revealed.add(element);
      } catch {
        // A selector of another browser selects nothing here.
      }
    if (this.withCursor.length > 0) this.cursors = `:is(${this.withCursor.join(',')})`;
  }

  private readSheet(sheet: CSSStyleSheet): void {
    try {
      this.readRules(sheet.cssRules);
    } catch {
      // The rules of a sheet from another site cannot be read.
    }
  }

  private readRules(rules: CSSRuleList): void {
    for (const rule of rules) {
      if (this.left-- <= 0) return;
      if (rule instanceof CSSStyleRule) this.readRule(rule);
      const inner = (rule as CSSGroupingRule).cssRules;
      if (inner && inner.length > 0) this.readRules(inner);
    }
  }

  private readRule({ selectorText, style }: CSSStyleRule): void {
    if (/^(pointer|grab|move|text)$/.test(style.cursor)) this.withCursor.push(selectorText);
    if (style.cursor === 'pointer' && !/^(a|summary)(?![\w-])/.test(selectorText)) this.showsHand = true;
    if (!/:(hover|focus-within)/.test(selectorText)) return;
    const shows =
      (style.opacity !== '' && style.opacity !== '0') ||
      style.visibility === 'visible' ||
      (style.display !== '' && style.display !== 'none');
    if (shows) this.onHover.push(selectorText.replace(/:(hover|focus-within)/g, ':is(*)'));
    const changes = [style.background, style.backgroundColor, style.boxShadow, style.color, style.outline];
    if (changes.some((one) => one !== ''))
      for (const selector of selectorText.split(',')) {
        const hovered = /^([^&]*):hover$/.exec(selector.trim())?.[1];
        // Commas in brackets cut a selector into pieces that select nothing.
        if (hovered && CSS.supports(`selector(${hovered})`)) this.whenHovered.push(hovered);
      }
  }

  /** Whether a hidden element appears while something around it is hovered. */
  showsOnHover(element: Element): boolean {
    return this.revealed.has(element);
  }

  /** Whether an element looks different when the cursor rests on it. */
  changesOnHover(element: Element): boolean {
    if (this.reacting === null) {
      this.reacting = new Set();
      for (const selector of this.whenHovered)
        for (const one of document.querySelectorAll(selector)) this.reacting.add(one);
    }
    return this.reacting.has(element);
  }

  /** Whether somebody gave this very element a cursor for pressing, so that it did not only inherit one. */
  setsCursor(element: Element): boolean {
    if (element instanceof HTMLElement && element.style.cursor !== '') return true;
    return this.cursors !== null && element.matches(this.cursors);
  }
}
