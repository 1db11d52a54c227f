import type { Dom } from '../../document/dom.ts';
import type { Drawing, Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Wording } from '../signs/wording.ts';

/** Finds the texts that name what they head, whether or not their elements say so, and how far each reaches. */
export class Headings {
  private readonly dom: Dom;
  private readonly drawing: Drawing;
  private readonly evidence: Evidence;
  private readonly wording: Wording;

  constructor(dom: Dom, drawing: Drawing, evidence: Evidence, wording: Wording) {
    this.dom = dom;
    this.drawing = drawing;
    this.evidence = evidence;
    this.wording = wording;
  }

  /**
   * Each heading with the largest element that it heads. Where its element holds only the heading, `below` is what follows up to
   * the next heading. `isClosed` tells of elements whose headings count only inside.
   */
  homes(isClosed: (drawn: Drawn) => boolean): { heading: string; home: Drawn; below: Drawn[] }[] {
    const closed = new Set<Drawn>();
    for (const drawn of this.drawing.all)
      if (isClosed(drawn) || (drawn.parent && closed.has(drawn.parent))) closed.add(drawn);
    const heads = this.drawing.all.filter((drawn) => !closed.has(drawn) && this.isHeading(drawn));
    return heads.flatMap((head) => {
      const home = this.homeOf(head, heads);
      return home ? [{ heading: this.wording.of(head), ...home }] : [];
    });
  }

  private homeOf(head: Drawn, heads: Drawn[]): { home: Drawn; below: Drawn[] } | null {
    const rank = this.rank(head);
    const rivals = heads.filter((other) => other !== head && this.rank(other) >= rank - 0.5);
    const isFree = ({ element }: Drawn) => !rivals.some((rival) => element.contains(rival.element));
    let home: Drawn | null = null;
    let at = head;
    for (; at.parent && at.parent !== this.drawing.root; at = at.parent) {
      if (!this.isFirst(at, at.parent) || !isFree(at.parent)) break;
      if (this.holdsMore(at.parent, head)) home = at.parent;
    }
    if (home) return { home, below: [] };
    const siblings = at.parent?.children ?? [];
    const after = siblings.slice(siblings.indexOf(at) + 1).filter(({ isShown }) => isShown);
    const end = after.findIndex((one) => !isFree(one));
    const below = (end < 0 ? after : after.slice(0, end)).filter(
      (one) => one.box.y >= at.box.y + at.box.height - 8,
    );
    return below.length > 0 ? { home: at, below } : null;
  }

  /** Whether the first text in an element is a heading. */
  isHeaded(drawn: Drawn): boolean {
    const first = this.blocks(drawn)[0];
    return first !== undefined && this.isHeading(first);
  }

  /** Whether nothing with words stands before a child. */
  private isFirst(child: Drawn, parent: Drawn): boolean {
    const before = parent.children.slice(0, parent.children.indexOf(child));
    return before.every((one) => !this.wording.hasLetters(one) || one.needsHover);
  }

  /** Whether there is something below the heading. */
  private holdsMore(drawn: Drawn, head: Drawn): boolean {
    return drawn.box.y + drawn.box.height > head.box.y + head.box.height + 14;
  }

  isHeading(drawn: Drawn): boolean {
    const { element, style } = drawn;
    if (!drawn.isShown || drawn.needsHover) return false;
    if (/^(LABEL|TH|TD|BUTTON|A|OPTION|STRONG|B|SPAN|EM)$/.test(element.tagName) && !this.isBlockish(drawn))
      return false;
    const isStated = /^H[1-6]$|^LEGEND$/.test(element.tagName) || this.evidence.role(element) === 'heading';
    if (!isStated && drawn.words === '') return false;
    const text = this.wording.of(drawn);
    if (text.length > 80 || !/\p{L}/u.test(text) || this.isPressed(drawn)) return false;
    if (isStated) return true;
    const isCalled = /(^|[\s_-])(title|heading|header|caption|legend)(?![a-z])/i;
    if (isCalled.test(element.getAttribute('class') ?? '')) return true;
    const isLoud = Number(style.fontWeight) >= 600 || style.textTransform === 'uppercase';
    return isLoud && !this.dom.hasOwnBackground(element) && !/[.,;!]$/.test(text) && text.length <= 60;
  }

  private isBlockish({ element, style }: Drawn): boolean {
    return element.tagName === 'SPAN' && style.display !== 'inline';
  }

  private isPressed(drawn: Drawn): boolean {
    for (let at: Drawn | null = drawn; at; at = at.parent) if (this.evidence.isPressable(at)) return true;
    return false;
  }

  private rank({ element, style }: Drawn): number {
    const level = /^H([1-6])$/.exec(element.tagName)?.[1];
    return (
      this.dom.fontPx(element) +
      (Number(style.fontWeight) >= 600 ? 2 : 0) +
      (level ? 4 - Number(level) / 2 : 0)
    );
  }

  first(drawn: Drawn): string {
    const heads = this.blocks(drawn).filter((block) => this.wording.of(block).length <= 120);
    const head = heads.find((block) => this.isHeading(block)) ?? heads[0];
    return head ? this.wording.of(head) : '';
  }

  /** The largest and boldest text, the first of several. Badges and pure numbers are no names. */
  prominent(drawn: Drawn): string {
    return this.names(drawn)[0]!;
  }

  /**
   * By what a row or a card is known: its most prominent text, and the others that are hardly less so, such as the sender and the subject
   * of a message, and its key. There is always one.
   */
  names(drawn: Drawn): string[] {
    const title = this.editedTitle(drawn);
    return title === null ? this.namesOf(drawn) : [...new Set([title, ...this.namesOf(drawn)])].slice(0, 5);
  }

  /** The title of a row or a card may stand in a field in front of all else, where it is edited. Null where none does. */
  private editedTitle(drawn: Drawn): string | null {
    const field = this.firstField(drawn);
    if (!field || field === drawn) return null;
    const isBefore = this.blocks(drawn).every(
      (block) =>
        !this.wording.hasLetters(block) ||
        (block.box.x >= field.box.x && block.box.y + block.box.height > field.box.y),
    );
    const value = this.dom.shorten((field.element as HTMLInputElement).value.trim(), 120);
    const isInFront = field.box.x < drawn.box.x + 0.5 * drawn.box.width;
    return isBefore && isInFront && this.isName(value) ? value : null;
  }

  private firstField(drawn: Drawn): Drawn | null {
    if (drawn.isShown && drawn.element.matches('input:not([type]), input[type="text"]')) return drawn;
    for (const child of drawn.children) {
      const field = this.firstField(child);
      if (field) return field;
    }
    return null;
  }

  private namesOf(drawn: Drawn): string[] {
    const isApart = (inner: Drawn) => this.evidence.isPressable(inner);
    const found: { block: Drawn; worth: number; text: string; isAlso: boolean }[] = [];
    const blocks = this.blocks(drawn);
    const head = blocks.find((block) => this.wording.hasLetters(block));
    for (const block of blocks) {
      const text = this.wording.block(block, isApart) || this.wording.of(block);
      if (!this.isName(text)) continue;
      const isBadge =
        block !== drawn &&
        this.dom.hasOwnBackground(block.element) &&
        block.box.width < 0.5 * drawn.box.width;
      // What is pressed at the end of a row does something with it. In front it is what leads to it.
      const isBehind = block.box.x > drawn.box.x + 0.5 * drawn.box.width;
      const isPressed = block !== drawn && this.isPressed(block) && !this.isPressed(drawn);
      const isButton = isPressed && (isBehind || (block !== head && this.isChoice(block)));
      const loud = this.loudest(block);
      const heads = block === head && blocks.length > 1 && this.isHeading(block);
      const worth = loud * (isBadge ? 0.5 : 1) * (isButton ? 0.6 : 1) * (heads ? 1.3 : 1);
      // A badge in front of all else is what the row is about. Elsewhere it says of which kind it is.
      const isAlso = !isButton && (!isBadge || block === head) && this.isTelling(text);
      found.push({ block, worth, isAlso, text });
    }
    const [best, ...others] = found.sort((a, b) =>
      b.worth > a.worth + 0.01 ? 1 : a.worth > b.worth + 0.01 ? -1 : 0,
    );
    const whole = best && [...this.before(blocks, best.block), best.text].join(' ');
    const name = whole || (head ? this.wording.of(head) : this.wording.of(drawn));
    // A count behind a name is no part of it.
    const own = [best?.text, best?.block.words].filter((text) => text !== undefined);
    const plain = best?.isAlso ? own.filter((text) => text !== whole && this.isTelling(text)) : [];
    const also = others.filter(
      ({ block, worth, isAlso }) => isAlso && (block === head || worth >= 0.6 * best!.worth),
    );
    const keys = blocks.flatMap((block) => this.key(this.wording.of(block)));
    const all = [name, ...plain, ...this.number(blocks), ...keys, ...also.map(({ text }) => text)];
    return [...new Set(all.map((text) => this.dom.shorten(text, 120)))].slice(0, 5);
  }

  /** The number that a row of several cells begins with: the room "102" is called so, and a place in an order, "3", calls nothing. */
  private number(blocks: readonly Drawn[]): string[] {
    const [first, ...others] = blocks;
    if (!first || others.length < 2 || others.some(({ box }) => box.x < first.box.x + first.box.width))
      return [];
    const text = this.wording.of(first);
    return /^\d{2,6}$/.test(text) ? [text] : [];
  }

  /** Whether a short text is one of several presses side by side. */
  private isChoice(block: Drawn): boolean {
    const siblings = block.parent?.children.filter(({ isShown }) => isShown) ?? [];
    return (
      block.words.length <= 20 &&
      siblings.length > 1 &&
      siblings.every((one) => this.evidence.isPressable(one))
    );
  }

  /** Whether a text may be a name: no initials, no time, no sentence of a message. */
  private isTelling(text: string): boolean {
    const isTime = /\p{N}/u.test(text) && text.split(/\s+/).length <= 3;
    return text.length >= 3 && text.length <= 80 && !isTime && !/^[-–—·]|[.…]$/.test(text);
  }

  /** The key under which a tracker or a shop keeps something, at the beginning of a text: "#214", "OPS-31". */
  private key(text: string): string[] {
    return /^(?:#\d+|\p{Lu}[\p{Lu}\d]{1,9}-\d+)(?!\S)/u.exec(text) ?? [];
  }

  /** Amounts, dates and codes are no names. The end of a number that is kept secret is one. */
  private isName(text: string): boolean {
    if (this.isSecret(text)) return true;
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    return letters > (text.match(/\p{N}/gu)?.length ?? 0) && (letters >= 2 || /\p{Lo}/u.test(text));
  }

  private isSecret(text: string): boolean {
    return /[•*·●xX]{2,}\W*\p{N}{2,}/u.test(text);
  }

  /** The texts in front of a name in its line are part of it, as the make of a card before its number is. Mere counts are not. */
  private before(blocks: Drawn[], name: Drawn): string[] {
    const inLine = blocks.slice(0, blocks.indexOf(name)).filter(({ box }) => {
      const middle = box.y + box.height / 2;
      return middle > name.box.y && middle < name.box.y + name.box.height && box.x < name.box.x;
    });
    const isPicture = ({ box, style }: Drawn) =>
      Math.abs(box.width - box.height) < 4 &&
      Number.parseFloat(style.borderTopLeftRadius) >= 0.4 * box.height;
    const isSecret = this.isSecret(this.wording.of(name));
    // A badge in front of a name says of which kind it is. What stands in front of a number names its make.
    const isBadge = ({ element }: Drawn) => !isSecret && this.dom.hasOwnBackground(element);
    if (inLine.length === 0 && isSecret) inLine.push(...blocks.slice(0, 1));
    const texts = inLine
      .filter((block) => block !== name && !isPicture(block) && !isBadge(block))
      .map((block) => this.wording.of(block));
    return texts.filter((text) => !/^\W*\d{0,3}\W*$/.test(text) && text.length <= 30).slice(-2);
  }

  private loudest(block: Drawn): number {
    const isWhole = block.children.length === 1 && block.words === '';
    const bold = [block, ...(isWhole ? block.children : [])].some(
      ({ style }) => Number(style.fontWeight) >= 600,
    );
    return this.dom.fontPx(block.element) * (bold ? 1.3 : 1);
  }

  private blocks(drawn: Drawn): Drawn[] {
    const isApart = (inner: Drawn) => this.evidence.isPressable(inner);
    const own = this.wording.isBlock(drawn, isApart) && !drawn.needsHover ? [drawn] : [];
    return [...own, ...drawn.children.flatMap((child) => this.blocks(child))];
  }
}
