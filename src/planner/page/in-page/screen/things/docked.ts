import type { Dom } from '../../document/dom.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Wording } from '../signs/wording.ts';
import type { Content } from './content.ts';

/**
 * Finds what stands beside the page from top to bottom and tells of one thing: the details of a record, as the side panel of a list shows them. Nothing lies
 * above the page there, and its title is often no heading: a picture, a name in bold, and a button that closes it in the same line.
 */
export class Docked {
  private readonly dom: Dom;
  private readonly evidence: Evidence;
  private readonly wording: Wording;
  private readonly content: Content;

  constructor(dom: Dom, evidence: Evidence, wording: Wording, content: Content) {
    this.content = content;
    this.dom = dom;
    this.evidence = evidence;
    this.wording = wording;
  }

  /** What the panel is called. Null where an element is no such panel. */
  nameOf(drawn: Drawn): string | null {
    if (!this.isBeside(drawn) || (drawn.parent !== null && this.isBeside(drawn.parent))) return null;
    const title = this.texts(drawn).find((one) => !this.isInitials(one));
    if (!title || !this.isLoud(title) || title.box.y > drawn.box.y + 0.15 * drawn.box.height) return null;
    const middle = title.box.y + title.box.height / 2;
    const isInLine = ({ box }: Drawn) =>
      box.x >= title.box.x + title.box.width - 4 && Math.abs(box.y + box.height / 2 - middle) < 28;
    return this.content.pressesIn(drawn).some(isInLine)
      ? this.dom.shorten(this.wording.of(title), 120)
      : null;
  }

  /** At the side of the window where lines end, from top to bottom, and as wide as one column. */
  private isBeside({ box: { x, y, width, height }, isShown }: Drawn): boolean {
    const { viewport } = this.dom;
    const share = width / viewport.width;
    const isColumn = y <= 80 && y + height >= 0.95 * viewport.height && share >= 0.15 && share <= 0.55;
    // Most elements are no such column, and the browser is not asked for each of them.
    if (!isShown || !isColumn) return false;
    return getComputedStyle(document.documentElement).direction === 'rtl'
      ? x <= 4
      : x + width >= viewport.width - 4;
  }

  private isLoud({ element, style }: Drawn): boolean {
    return Number(style.fontWeight) >= 600 || this.dom.fontPx(element) >= 16;
  }

  /** The letters in a round picture. */
  private isInitials(drawn: Drawn): boolean {
    return this.wording.of(drawn).length <= 3;
  }

  private texts(drawn: Drawn): Drawn[] {
    if (!drawn.isShown || this.evidence.isPressable(drawn)) return [];
    const own = drawn.words !== '' && this.wording.hasLetters(drawn) ? [drawn] : [];
    return [...own, ...drawn.children.flatMap((child) => this.texts(child))];
  }
}
