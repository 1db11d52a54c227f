import type { Box } from '../../view.ts';
import type { Dom } from './dom.ts';
import type { Names } from './names.ts';

/** A part of the page that a viewer takes as one thing: one element, or a heading and what follows it. */
export interface Stretch {
  /** The element that selectors name: the container, or the first of `elements`. */
  anchor: Element;
  elements: Element[];
  box: Box;
  sticky: boolean;
}

/**
 * Cuts a page into sections by how it is drawn: rows one below the other, and large words as headings. Landmarks and tags only
 * help. A page of nothing but `div`s is cut in the same way.
 */
export class Sections {
  static readonly maxSections = 60;
  private readonly dom: Dom;
  private readonly names: Names;
  private readonly majors = new Map<Element, boolean>();

  constructor(dom: Dom, names: Names) {
    this.dom = dom;
    this.names = names;
  }

  read(): Stretch[] {
    const found = document.body ? this.cut(document.body, 0) : [];
    const ordered = found.filter(({ box }) => box.height >= 8 && box.width >= 40);
    ordered.sort((a, b) => Number(b.sticky) - Number(a.sticky) || a.box.y - b.box.y || a.box.x - b.box.x);
    return ordered.slice(0, Sections.maxSections);
  }

  private cut(element: Element, depth: number): Stretch[] {
    if (depth > 40) return [this.stretch([element])];
    const children = this.inFlow(element);
    if (children.length === 0) return [this.stretch([element])];
    const bare = this.dom.ownText(element).length > 0;
    if (children.length === 1 && !bare && !this.isLandmark(element)) return this.cut(children[0]!, depth + 1);
    const rows = this.rows(children);
    if (rows.length === 1) return this.cutColumns(element, rows[0]!, depth);
    const groups = this.group(rows);
    if (groups.length === 1 && element === document.body) return this.cutGroup(groups[0]!, depth);
    if (groups.length < 2 || !this.isWorthCutting(element, groups)) return [this.stretch([element])];
    return groups.flatMap((group) => this.cutGroup(group, depth));
  }

  private cutGroup(group: Element[], depth: number): Stretch[] {
    if (group.length === 1) return this.cut(group[0]!, depth + 1);
    const rows = this.rows(group);
    if (rows.length === 1 && this.isPageBeside(group)) return this.cutColumns(null, group, depth);
    if (rows.length === 1 && group.every((element) => this.isArticle(element)))
      return group.map((element) => this.stretch([element]));
    const tall = group.filter((element) => this.dom.box(element).height > 2.2 * innerHeight);
    if (tall.length === 0) return [this.stretch(group)];
    const rest = group.filter((element) => !tall.includes(element));
    const cut = tall.flatMap((element) => this.cut(element, depth + 1));
    return rest.length > 0 ? [this.stretch(rest), ...cut] : cut;
  }

  /**
   * Cuts columns that stand side by side. They are one section, unless one column is a page in itself (documentation with a
   * side bar).
   */
  private cutColumns(element: Element | null, columns: Element[], depth: number): Stretch[] {
    const height = this.isPageBeside(columns) ? 0.7 : 1.6;
    const tall = columns.filter((column) => this.dom.box(column).height > height * innerHeight);
    if (columns.length === 2 && columns.every((column) => this.isPanel(column)))
      return columns.map((column) => this.stretch([column]));
    if (tall.length === 0) return [this.stretch(element ? [element] : columns)];
    const main = tall.sort((a, b) => this.area(b) - this.area(a))[0]!;
    const beside = columns.filter((column) => column !== main).map((column) => this.stretch([column]));
    return [...this.cut(main, depth + 1), ...beside];
  }

  /** Whether one column is wide and has several headings, while the others are narrow. Then the wide one is the page. */
  private isPageBeside(columns: Element[]): boolean {
    const wide = columns.filter((column) => this.dom.box(column).width > 0.5 * innerWidth);
    return (
      columns.length > 1 &&
      wide.length === 1 &&
      columns.every((column) => column === wide[0] || this.dom.box(column).width < 0.35 * innerWidth) &&
      wide[0]!.querySelectorAll('h1, h2, [role="heading"][aria-level="2"]').length >= 2
    );
  }

  /**
   * Whether a column is a panel under a heading of its own. Two panels side by side are two sections: a figure and a table,
   * opening hours and directions.
   */
  private isPanel(element: Element): boolean {
    const { width, height } = this.dom.box(element);
    const [first] = element.querySelectorAll('h1, h2, h3');
    return (
      height > 120 &&
      width > 0.2 * innerWidth &&
      first?.tagName === 'H2' &&
      this.dom.hasOwnBackground(element)
    );
  }

  /** Whether an element is an article under a large heading of its own. Articles side by side are read one by one. */
  private isArticle(element: Element): boolean {
    return (
      /^(ARTICLE|SECTION)$/.test(element.tagName) &&
      this.hasMajorHeading(element) &&
      this.dom.box(element).height > 120 &&
      element.querySelector('h1, h2') !== null
    );
  }

  private area(element: Element): number {
    const { width, height } = this.dom.box(element);
    return width * height;
  }

  private stretch(elements: Element[]): Stretch {
    const boxes = elements.map((element) => this.dom.box(element));
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    const anchor = elements[0]!;
    const sticky = this.isPinned(anchor) || this.inSticky(anchor);
    return { anchor, elements, box: { x, y, width: right - x, height: bottom - y }, sticky };
  }

  private inSticky(element: Element): boolean {
    return this.dom.up(element, (ancestor) => (this.isPinned(ancestor) ? true : undefined)) ?? false;
  }

  /** The children that take part in the page's flow. A bar pinned to the top counts. What floats above the page does not. */
  private inFlow(element: Element): Element[] {
    const children: Element[] = [];
    for (const child of this.dom.children(element)) {
      if (!this.dom.isRendered(child)) continue;
      const style = this.dom.style(child);
      if (style.display === 'contents') {
        children.push(...this.inFlow(child));
        continue;
      }
      if (style.position === 'fixed' && !this.isTopBar(child)) continue;
      if (style.position === 'absolute' && !this.isSubstantial(child)) continue;
      if (this.dom.box(child).height < 4) {
        // A wrapper may be flat while its content is not (floats, absolute layers).
        children.push(...this.inFlow(child).filter((inner) => this.dom.box(inner).height >= 4));
        continue;
      }
      children.push(child);
    }
    return children;
  }

  private isTopBar(element: Element): boolean {
    const rect = element.getBoundingClientRect();
    return rect.top < 40 && rect.width > 0.8 * innerWidth && rect.height < 0.25 * innerHeight;
  }

  private isSubstantial(element: Element): boolean {
    const { width, height } = this.dom.box(element);
    return width > 0.5 * innerWidth && height > 60 && this.dom.text(element, 40).length > 10;
  }

  /** Groups children that stand side by side into rows. */
  private rows(children: Element[]): Element[][] {
    const rows: { bottom: number; top: number; elements: Element[] }[] = [];
    const pinned = children.filter((child) => this.isPinned(child));
    for (const child of children) {
      if (pinned.includes(child)) continue;
      const box = this.dom.box(child);
      const last = rows.at(-1);
      const overlap = last ? Math.min(last.bottom, box.y + box.height) - Math.max(last.top, box.y) : 0;
      if (last && overlap > 0.5 * Math.min(box.height, last.bottom - last.top)) {
        last.elements.push(child);
        last.top = Math.min(last.top, box.y);
        last.bottom = Math.max(last.bottom, box.y + box.height);
      } else rows.push({ top: box.y, bottom: box.y + box.height, elements: [child] });
    }
    return [...pinned.map((element) => [element]), ...rows.map((row) => row.elements)];
  }

  private isPinned(element: Element): boolean {
    return (
      /^(fixed|sticky)$/.test(this.dom.style(element).position) &&
      this.dom.box(element).height < 0.5 * innerHeight
    );
  }

  /** Joins rows into groups. A heading takes what follows it, and small print stays with what it follows. */
  private group(rows: Element[][]): Element[][] {
    const groups: { elements: Element[]; titleOnly: boolean; fresh: boolean }[] = [];
    for (const row of rows) {
      const last = groups.at(-1);
      const headed = row.some((element) => this.hasMajorHeading(element));
      const titleOnly = headed && row.every((element) => this.isTitle(element));
      const minor = !headed && row.every((element) => this.isMinor(element));
      const pinned = row.some((element) => this.isPinned(element));
      const joins = last && !pinned && (minor || (last.titleOnly && !headed) || (last.fresh && titleOnly));
      if (joins) {
        last.elements.push(...row);
        last.fresh = last.fresh && titleOnly;
        if (!minor && !titleOnly) last.titleOnly = false;
      } else groups.push({ elements: [...row], titleOnly, fresh: titleOnly });
    }
    return groups.map((group) => group.elements);
  }

  private isWorthCutting(element: Element, groups: Element[][]): boolean {
    const { height } = this.dom.box(element);
    const headed = groups.filter((group) => group.some((member) => this.hasMajorHeading(member))).length;
    const small = this.isLandmark(element) && height <= 1.2 * innerHeight && headed < 4;
    if (headed >= 2) return !small;
    if (element === document.body || element.tagName === 'MAIN') return true;
    if (this.isLandmark(element)) return height > 3.5 * innerHeight;
    const parts = groups.filter((group) => group.some((member) => this.isLandmark(member))).length;
    const pageLike = height > 0.7 * document.documentElement.scrollHeight && height > 0.9 * innerHeight;
    return parts >= 2 || height > 2.5 * innerHeight || pageLike;
  }

  private isLandmark(element: Element): boolean {
    if (/^(SECTION|ARTICLE|HEADER|FOOTER|NAV|FORM|ASIDE)$/.test(element.tagName)) return true;
    return /^(region|banner|contentinfo|navigation|form|complementary|article)$/.test(
      element.getAttribute('role') ?? '',
    );
  }

  /** Whether an element is only the title of what comes next: a heading, perhaps with a line below it. */
  private isTitle(element: Element): boolean {
    if (this.dom.box(element).height > 0.4 * innerHeight || this.isLandmark(element)) return false;
    if (/^(H[1-6]|P|HGROUP)$/.test(element.tagName)) return true;
    const holds = (element.shadowRoot ?? element).querySelector(
      'img, video, picture, canvas, iframe, form, input, button, a[href], ul, ol, table, details',
    );
    if (holds || this.dom.text(element, 301).length > 300) return false;
    let texts = 0;
    this.dom.walk(element, (inner) => {
      if (this.dom.ownText(inner) !== '') texts++;
      return texts <= 3;
    });
    return texts <= 3;
  }

  private isMinor(element: Element): boolean {
    if (
      /^(P|UL|OL|DL|PRE|TABLE|BLOCKQUOTE|FIGURE|HR|H3|H4|H5|H6|DETAILS|IMG|A|SPAN|SMALL|BR|BUTTON)$/.test(
        element.tagName,
      )
    )
      return true;
    if (this.isLandmark(element)) return false;
    return this.dom.box(element).height < 70 && !this.dom.hasOwnBackground(element);
  }

  hasMajorHeading(element: Element): boolean {
    const known = this.majors.get(element);
    if (known !== undefined) return known;
    let found = this.isMajorHeading(element);
    if (!found && this.dom.isRendered(element))
      for (const child of this.dom.children(element))
        if (this.dom.isRendered(child) && this.hasMajorHeading(child)) {
          found = true;
          break;
        }
    this.majors.set(element, found);
    return found;
  }

  /**
   * Whether an element is an `h1` or `h2`, or words that are drawn as large as one (26 px and more). The words have to be a
   * line of letters, and not a price or a figure.
   */
  private isMajorHeading(element: Element): boolean {
    if (this.names.role(element) === 'heading') {
      const level = this.names.headingLevel(element);
      if (level <= 2) return this.dom.isRendered(element) && this.dom.text(element, 20).length > 0;
      if (level > 3) return false;
    }
    const own = this.dom.ownText(element);
    if (
      own.length < 3 ||
      own.length > 120 ||
      !/\p{L}{2,}/u.test(own) ||
      /[$€£¥₹]|^[\d.,+%\s\p{L}]{1,5}$/u.test(own)
    )
      return false;
    return this.dom.fontPx(element) >= 26 && this.dom.isRendered(element);
  }
}
