import type { Box, Part, SectionFacts } from '../../view.ts';
import type { Dom } from './dom.ts';
import type { Names } from './names.ts';
import type { Stretch } from './sections.ts';

interface Heading {
  element: Element;
  text: string;
  level: number;
}

/**
 * Collects the counts and words of one section, and its parts that are worth a close-up. They are judged outside of the page.
 */
export class Facts {
  private readonly dom: Dom;
  private readonly names: Names;
  private readonly favouriteWords: RegExp;
  private readonly idOf: (element: Element) => number;

  constructor(dom: Dom, names: Names, favouriteWords: RegExp, idOf: (element: Element) => number) {
    this.dom = dom;
    this.names = names;
    this.favouriteWords = favouriteWords;
    this.idOf = idOf;
  }

  of(stretch: Stretch): { facts: SectionFacts; parts: Part[] } {
    const headings: Heading[] = [];
    const count = { links: 0, buttons: 0, inputs: 0, images: 0, videos: 0, quotes: 0, disclosures: 0 };
    const grids: Element[][] = [];
    const media: Element[] = [];
    let largest: Heading | null = null;
    let caption: Heading | null = null;
    let seen = 0;
    let bigNumbers = 0;
    for (const root of stretch.elements)
      this.dom.walk(root, (element) => {
        if (seen++ > 3000 || !this.dom.isRendered(element)) return false;
        this.tally(element, count, media);
        const heading = this.headingOf(element);
        if (heading) headings.push(heading);
        caption ??= this.captionOf(element);
        const size = this.dom.fontPx(element);
        const own = this.dom.ownText(element);
        if (this.isBigNumber(element, own)) bigNumbers++;
        if (
          /\p{L}{2,}/u.test(own) &&
          own.length <= 140 &&
          (!largest || size > this.dom.fontPx(largest.element))
        )
          largest = { element, text: this.dom.text(element, 160), level: 9 };
        const grid = this.cardsOf(element);
        if (grid) grids.push(grid);
        return element.tagName.toLowerCase() !== 'svg';
      });
    const cards = this.best(grids);
    const head = this.headOf(
      headings.filter((one) => !this.isOfCard(one, headings, cards)),
      largest,
      caption,
    );
    let text = '';
    for (const element of stretch.elements)
      if (text.length < 4000) text += `${text ? ' ' : ''}${this.dom.text(element, 4000)}`;
    return {
      facts: {
        ...count,
        tag: stretch.anchor.tagName.toLowerCase(),
        role: stretch.anchor.getAttribute('role'),
        anchors: stretch.elements.flatMap((element) => this.anchorsOf(element)).slice(0, 8),
        tokens: [...new Set(stretch.elements.slice(0, 4).flatMap((element) => this.tokensAround(element)))],
        heading: head?.text ?? null,
        headingLevel: head && head.level < 9 ? head.level : null,
        subheadings: headings
          .filter((one) => one !== head)
          .slice(0, 8)
          .map((one) => one.text),
        text: this.dom.shorten(text, 600),
        textLength: text.length,
        prices: text.match(/[$€£¥₹]\s?\d|\d\s?(?:€|£|USD|EUR|kr|zł|₽|元|円)(?!\w)/gu)?.length ?? 0,
        questions: text.match(/[?？؟]/gu)?.length ?? 0,
        cards: cards.length,
        bigNumbers,
        largestFontPx: Math.round(largest ? this.dom.fontPx((largest as Heading).element) : 0),
        sticky: stretch.sticky,
      },
      parts: this.parts(head, cards, media),
    };
  }

  private tally(
    element: Element,
    count: Record<'links' | 'buttons' | 'inputs' | 'images' | 'videos' | 'quotes' | 'disclosures', number>,
    media: Element[],
  ): void {
    const tag = element.tagName.toLowerCase();
    const role = this.names.role(element);
    if (role === 'link') count.links++;
    if (role === 'button') count.buttons++;
    if (/^(textbox|searchbox|combobox|spinbutton)$/.test(role ?? '')) count.inputs++;
    if (
      tag === 'blockquote' ||
      tag === 'q' ||
      /^\s*[“«„「"].{20,}[”»“」"]\s*$/u.test(this.dom.ownText(element))
    )
      count.quotes++;
    if (tag === 'details' || (role === 'button' && element.hasAttribute('aria-expanded')))
      count.disclosures++;
    if (/^(video|iframe)$/.test(tag)) count.videos++;
    if (/^(img|picture|svg|canvas)$/.test(tag)) count.images++;
    const { width, height } = this.dom.box(element);
    if (/^(img|video|canvas|svg|iframe|figure)$/.test(tag) && width > 180 && height > 120)
      media.push(element);
  }

  private headingOf(element: Element): Heading | null {
    if (this.names.role(element) !== 'heading') return null;
    const text = this.dom.text(element, 160);
    if (!text) return null;
    return { element, text, level: this.names.headingLevel(element) };
  }

  /** The title of a panel, a table or a group that is no heading by its tag. */
  private captionOf(element: Element): Heading | null {
    const named =
      /^(CAPTION|LEGEND|FIGCAPTION)$/.test(element.tagName) ||
      /(?:^|[\s_-])(?:(?:card|panel|box|widget|section|block)[_-]{1,2})(?:header|title|heading)(?:$|\s)/.test(
        element.getAttribute('class') ?? '',
      );
    const text = named ? this.dom.text(element, 81) : '';
    return text.length >= 3 && text.length <= 80 && /\p{L}{2}/u.test(text)
      ? { element, text, level: 9 }
      : null;
  }

  /** The first heading of the highest rank, or else the largest words, if they are large. */
  private headOf(headings: Heading[], largest: Heading | null, caption: Heading | null): Heading | null {
    const top = Math.min(...headings.map((one) => one.level));
    const head = headings.find((one) => one.level === top) ?? null;
    if (!largest || this.dom.fontPx(largest.element) < 20) return head ?? caption;
    const larger =
      head && this.dom.fontPx(largest.element) > 1.5 * this.dom.fontPx(head.element) && head.level > 2;
    return head && !larger ? head : largest;
  }

  /** Whether a heading is the name of a card and not of the section. It is where every card has a heading of that rank. */
  private isOfCard({ element, level }: Heading, headings: Heading[], cards: Element[]): boolean {
    if (cards.length < 3 || !cards.some((card) => card.contains(element))) return false;
    return cards.every((card) =>
      headings.some((other) => other.level === level && card.contains(other.element)),
    );
  }

  /** The ids by which a link in the page may lead to a section: its own, its headings' and those of empty anchors. */
  private anchorsOf(element: Element): string[] {
    const inner = [...element.querySelectorAll('h1[id], h2[id], a[id]:empty, a[name]:empty')];
    return [element, ...inner].map((one) => one.id || one.getAttribute('name') || '').filter(Boolean);
  }

  private tokensAround(element: Element): string[] {
    const own = this.names.tokens(element);
    const only = this.dom.children(element);
    return only.length === 1 ? [...own, ...this.names.tokens(only[0]!)] : own;
  }

  /**
   * The children of an element, if they are cards: three or more of similar size, side by side or in a list (cards, plans,
   * quotes, logos).
   */
  private cardsOf(element: Element): Element[] | null {
    const shown = this.dom.children(element).filter((child) => this.dom.isRendered(child));
    const children = shown.filter((child) => !/^(H[1-6]|HR)$/.test(child.tagName));
    if (children.length < 2 || children.length > 24) return null;
    const boxes = children.map((child) => this.dom.box(child));
    const first = boxes[0]!;
    const alike = boxes.every(
      (box) =>
        box.width >= 90 &&
        box.height >= 36 &&
        Math.abs(box.width - first.width) < 0.35 * Math.max(box.width, first.width),
    );
    if (this.isMosaic(children, boxes)) return children;
    if (!alike) return null;
    if (first.width > 0.75 * innerWidth) return this.isColumn(children) ? children : null;
    // Two halves side by side are mostly words and a picture, unless both have a background.
    if (children.length === 2 && !children.every((child) => this.dom.hasOwnBackground(child))) return null;
    const sideBySide = boxes.some((box) => Math.abs(box.y - first.y) < 8 && box !== first);
    return sideBySide || children.length >= 3 ? children : null;
  }

  /**
   * Whether the children are cards of a phone page: one below the other, as wide as the screen, each framed and with a title of
   * its own.
   */
  private isColumn(children: Element[]): boolean {
    const titled = (child: Element) => child.querySelector('h3, h4, h5, strong, b') !== null;
    return (
      innerWidth < 600 &&
      children.length >= 3 &&
      children.every((child) => this.isFramed(child) && titled(child))
    );
  }

  private isFramed(element: Element): boolean {
    const style = this.dom.style(element);
    return (
      this.dom.hasOwnBackground(element) ||
      Number.parseFloat(style.borderTopWidth) > 0 ||
      style.boxShadow !== 'none'
    );
  }

  /** Whether the children are cards of several sizes in one grid. Each is framed, and some stand side by side. */
  private isMosaic(children: Element[], boxes: Box[]): boolean {
    const beside = boxes.some((box, index) => index > 0 && Math.abs(box.y - boxes[0]!.y) < 8);
    return (
      beside &&
      children.length >= 3 &&
      boxes.every((box) => box.width >= 180 && box.height >= 110) &&
      children.every((child) => this.isFramed(child))
    );
  }

  private best(grids: Element[][]): Element[] {
    const area = (card: Element) => this.dom.box(card).width * this.dom.box(card).height;
    const titled = (card: Element) =>
      card.querySelector('h2, h3, h4, h5, strong, b, [role=heading]') !== null;
    const weight = (grid: Element[]) => {
      // Rows of a table or a list are all alike, while a card has a height and a title of its own.
      const isRow = grid.every((card) => this.dom.box(card).height < 84);
      const worth = (isRow ? 0.35 : 1) * (grid.slice(0, 3).every(titled) ? 1.5 : 1);
      return worth * Math.min(6, grid.length) * Math.sqrt(grid.reduce((sum, card) => sum + area(card), 0));
    };
    let [best, most]: [Element[], number] = [[], 0];
    for (const grid of grids) {
      const own = weight(grid);
      if (own > most) [best, most] = [grid, own];
    }
    return best;
  }

  /** Whether the words are a figure alone, in large letters: "120k", "99.9 %", "4×". */
  private isBigNumber(element: Element, own: string): boolean {
    if (own.length > 12 || !/^[<>~+]?\d[\d.,]*\s?(?:[kKmMbB%x×+]|ms|s)?\+?%?$/u.test(own)) return false;
    return this.dom.fontPx(element) >= 22;
  }

  private parts(head: Heading | null, cards: Element[], media: Element[]): Part[] {
    const parts: Part[] = [];
    const add = (element: Element, kind: Part['kind'], emphasised = false) => {
      // A heading's own box is as wide as its column, but a close-up should show its words.
      const box = kind === 'heading' ? this.dom.textBox(element) : this.dom.box(element);
      const shows = box.width >= 40 && box.height >= 16 && this.dom.isRendered(element);
      if (shows && !this.dom.isAside(element, box) && !parts.some((part) => part.id === this.idOf(element)))
        parts.push({ id: this.idOf(element), kind, text: this.dom.text(element, 240), box, emphasised });
    };
    if (head) add(head.element, 'heading');
    const grid = cards[0] && this.dom.parent(cards[0]);
    if (grid) add(grid, 'grid');
    const standsOut = this.odd(cards);
    for (const card of cards.slice(0, 8)) add(card, 'card', card === standsOut);
    const byArea = [...media].sort(
      (a, b) =>
        this.dom.box(b).width * this.dom.box(b).height - this.dom.box(a).width * this.dom.box(a).height,
    );
    for (const element of byArea.slice(0, 2)) add(element, 'media');
    return parts;
  }

  /** The one card that is drawn unlike the others, or whose words say that it is the favourite. */
  private odd(cards: Element[]): Element | null {
    const said = cards.filter((card) => this.favouriteWords.test(this.dom.text(card, 200)));
    if (said.length === 1) return said[0]!;
    if (cards.length < 3) return null;
    const look = (card: Element) => {
      const style = this.dom.style(card);
      return `${style.backgroundColor}|${style.backgroundImage}|${style.borderColor}|${style.boxShadow}|${style.transform}`;
    };
    const odd = cards.filter((card) => cards.filter((other) => look(other) === look(card)).length === 1);
    return odd.length === 1 ? odd[0]! : null;
  }
}
