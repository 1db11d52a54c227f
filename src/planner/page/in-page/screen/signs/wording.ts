import type { Dom } from '../../document/dom.ts';
import type { Drawn } from './drawing.ts';
import type { Icons } from './icons.ts';
import type { Unfolded } from './unfolded.ts';

/** Reads the words that are drawn: without pictures, without what is hidden, and cut into the blocks that a person sees. */
export class Wording {
  private static readonly longest = 400;
  private readonly dom: Dom;
  private readonly icons: Icons;
  private readonly unfolded: Unfolded;
  private readonly known = new Map<Drawn, string>();

  constructor(dom: Dom, icons: Icons, unfolded: Unfolded) {
    this.dom = dom;
    this.icons = icons;
    this.unfolded = unfolded;
  }

  /** All words in an element, in reading order. */
  of(drawn: Drawn): string {
    const known = this.known.get(drawn);
    if (known !== undefined) return known;
    const text = this.read(drawn);
    this.known.set(drawn, text);
    return text;
  }

  private read(drawn: Drawn): string {
    if (this.icons.isIcon(drawn) || drawn.element.tagName === 'TEXTAREA') return '';
    let text = '';
    for (const piece of drawn.pieces) {
      if (text.length > Wording.longest) break;
      if (typeof piece === 'string') text += drawn.isShown ? piece : '';
      else if ((!piece.needsHover || drawn.needsHover) && !this.unfolded.isList(piece)) {
        const inner = this.of(piece);
        text += this.isInline(piece) ? this.spaced(piece, inner) : ` ${inner} `;
      }
    }
    return this.dom.shorten(this.withoutArrow(text.replace(/\s+/g, ' ').trim()), Wording.longest);
  }

  /** “All types ▾” says “All types”. What points up or is a full triangle may say how a column is sorted. */
  private withoutArrow(text: string): string {
    return text.replace(/(?<=\p{L}.*)\s*[▾⌄⏷˅▿]$/u, '');
  }

  isInline({ style, element }: Drawn): boolean {
    return (style.display === 'inline' && style.position === 'static') || element.tagName === 'BR';
  }

  /** The words of an inline piece, apart from what is around it where a gap is seen, as before a count or a badge. */
  private spaced({ element, style }: Drawn, text: string): string {
    const px = (value: string) => Number.parseFloat(value) || 0;
    const isFilled = !/, 0\)$|^transparent$/.test(style.backgroundColor);
    const isApart = isFilled && px(style.paddingLeft) >= 2;
    const given = element.textContent ?? '';
    const before = isApart || px(style.marginLeft) >= 2 || /^\s/.test(given) ? ' ' : '';
    const after = isApart || px(style.marginRight) >= 2 || /\s$/.test(given) ? ' ' : '';
    return `${before}${text}${after}`;
  }

  hasLetters(drawn: Drawn): boolean {
    return /\p{L}/u.test(this.of(drawn));
  }

  /**
   * Whether an element is one block of text: it has words of its own, or it is the innermost element around inline pieces of
   * text. `isApart` tells of elements that stand for themselves, as buttons do.
   */
  isBlock(drawn: Drawn, isApart: (inner: Drawn) => boolean): boolean {
    if (!drawn.isShown || this.icons.isIcon(drawn) || this.of(drawn) === '') return false;
    if (drawn.words === '') return false;
    return !this.isPartOfBlock(drawn, isApart);
  }

  /** An inline piece belongs to the text around it. */
  private isPartOfBlock(drawn: Drawn, isApart: (inner: Drawn) => boolean): boolean {
    const { parent } = drawn;
    if (!parent || isApart(drawn) || !this.isInline(drawn)) return false;
    return parent.words !== '' && !this.icons.isIcon(parent) ? true : this.isPartOfBlock(parent, isApart);
  }

  /** The words of a block: its own, and those of the inline pieces in it. */
  block(drawn: Drawn, isApart: (inner: Drawn) => boolean): string {
    let text = '';
    for (const piece of drawn.pieces) {
      if (typeof piece === 'string') text += piece;
      else if (isApart(piece) || this.icons.isIcon(piece)) text += ' ';
      else if (this.isInline(piece)) text += this.spaced(piece, this.block(piece, isApart));
      else if (piece.words === '') text += ' ';
    }
    return text.replace(/\s+/g, ' ').trim();
  }
}
