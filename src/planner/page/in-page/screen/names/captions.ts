import type { Dom } from '../../document/dom.ts';
import type { Names } from '../../document/names.ts';
import type { Cells } from '../kinds/cells.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { Drawing, Drawn } from '../signs/drawing.ts';
import type { Marks } from '../signs/marks.ts';
import type { Wording } from '../signs/wording.ts';
import type { TextsAround } from './texts-around.ts';

interface CaptionParts {
  dom: Dom;
  drawing: Drawing;
  names: Names;
  wording: Wording;
  marks: Marks;
  kinds: Kinds;
  cells: Cells;
  textsAround: TextsAround;
}

/** Finds the words that stand beside a control and tell what it is for. */
export class Captions {
  private readonly dom: Dom;
  private readonly drawing: Drawing;
  private readonly names: Names;
  private readonly wording: Wording;
  private readonly marks: Marks;
  private readonly kinds: Kinds;
  private readonly cells: Cells;
  private readonly textsAround: TextsAround;

  constructor({ dom, drawing, names, wording, marks, kinds, cells, textsAround }: CaptionParts) {
    this.dom = dom;
    this.drawing = drawing;
    this.names = names;
    this.wording = wording;
    this.marks = marks;
    this.kinds = kinds;
    this.cells = cells;
    this.textsAround = textsAround;
  }

  /** The nearest first. `limit` is the thing that owns the control: its name is no label of what is in it. */
  of(drawn: Drawn, limit: Drawn, isBox: boolean): string[] {
    const found = [...this.stated(drawn.element)];
    if (isBox) found.push(...this.after(drawn));
    found.push(...this.before(drawn, limit), ...this.cells.of(drawn));
    if (!isBox) found.push(...this.after(drawn));
    if (found.length === 0 && !this.wording.hasLetters(drawn)) found.push(...this.inCard(drawn));
    if (found.length === 0 && isBox) found.push(...this.pressedBehind(drawn));
    const seen = new Set<string>();
    return found
      .map((text) => this.dom.shorten(text.replace(/\s*[:：*]+\s*$/u, '').trim(), 120))
      .filter((text) => text !== '' && !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()))
      .slice(0, 5);
  }

  /** Whether a number stands between two presses without words: one for less, and one for more. */
  isStepped(drawn: Drawn): boolean {
    const siblings = drawn.parent?.children.filter(({ isShown }) => isShown) ?? [];
    const at = siblings.indexOf(drawn);
    const isSign = (one: Drawn | undefined) =>
      one !== undefined && this.textsAround.isControl(one) && !this.wording.hasLetters(one);
    return /^\d/.test(this.wording.of(drawn)) && isSign(siblings[at - 1]) && isSign(siblings[at + 1]);
  }

  /** The head over one of the choices in a row of a list that is laid out as a table. `row` is that row. */
  ofColumn(drawn: Drawn, row: Drawn): string[] {
    const [head] = row.parent?.children.filter(({ isShown }) => isShown) ?? [];
    if (!head || head === row || this.textsAround.count(head) > 0 || !this.isAlternative(drawn)) return [];
    const title = this.over(head, drawn.parent!) ?? this.over(head, drawn);
    return title === null ? [] : [title];
  }

  /** Whether one of the like presses beside it is marked as the present one. */
  private isAlternative(drawn: Drawn): boolean {
    const all = this.marks.alike(drawn);
    return all.length > 1 && all.some((one) => this.marks.isSelected(one, false));
  }

  /** The text over a box that holds what was chosen already, each with its cross, and a field for more. */
  ofChips(drawn: Drawn): string[] {
    for (let at = drawn.parent, level = 0; at?.parent && level < 3; at = at.parent, level++) {
      const others = at.children.filter((one) => one.isShown && !one.element.contains(drawn.element));
      if (others.some((one) => this.hasField(one))) return [];
      if (!others.some((one) => this.isChip(one, drawn))) continue;
      for (let box = at, up = 0; box.parent && up < 3; box = box.parent, up++) {
        const siblings = box.parent.children.filter(({ isShown }) => isShown);
        const before = siblings[siblings.indexOf(box) - 1];
        if (before)
          return this.textsAround.count(before) > 0 ? [] : this.textsAround.textsOf(before).slice(-1);
      }
    }
    return [];
  }

  /** A text with a press without words in it, such as a cross, in front of a field. */
  private isChip(one: Drawn, field: Drawn): boolean {
    const isBefore = one.box.y < field.box.y || one.box.x < field.box.x;
    const isCross = (inner: Drawn) => this.textsAround.isControl(inner) && !this.wording.hasLetters(inner);
    return isBefore && this.wording.hasLetters(one) && one.children.some(isCross);
  }

  /** What a press without words is about that is joined to a press with words: the arrow of “Remotes ▾”. */
  ofSplit(drawn: Drawn): string[] {
    if (/[\p{L}\p{N}]/u.test(this.wording.of(drawn))) return [];
    for (let at = drawn, level = 0; at.parent && level < 2; level++, at = at.parent) {
      const siblings = at.parent.children.filter(({ isShown }) => isShown);
      const before = siblings[siblings.indexOf(at) - 1];
      if (!before) continue;
      const gapPx = drawn.box.x - (before.box.x + before.box.width);
      const isJoined =
        Math.abs(before.box.y - drawn.box.y) < 3 &&
        Math.abs(before.box.height - drawn.box.height) < 3 &&
        gapPx > -4 &&
        gapPx < 3;
      return isJoined && this.textsAround.isControl(before)
        ? this.textsAround.textsOf(before).slice(0, 1)
        : [];
    }
    return [];
  }

  /** What the markup ties to the control: labels and references. */
  private stated(element: Element): string[] {
    const ids = element.getAttribute('aria-labelledby')?.trim().split(/\s+/) ?? [];
    const root = element.getRootNode() as Document | ShadowRoot;
    const named = ids.map((id) => root.getElementById(id)?.textContent?.replace(/\s+/g, ' ').trim() ?? '');
    return [named.join(' '), ...this.labels(element)].filter((text) => text !== '');
  }

  /** A label may hold what it says and what explains that. */
  private labels(element: Element): string[] {
    const given = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const texts = given.flatMap((label) => {
      const drawn = this.drawing.of(label);
      return drawn ? this.textsAround.textsOf(drawn) : [];
    });
    return texts.length > 0 ? texts : [this.names.byLabel(element)];
  }

  /**
   * The texts before the control in its row and above it, then the captions of the groups around it. A text that stands before
   * another control is that one's label.
   */
  before(drawn: Drawn, limit: Drawn): string[] {
    const found: string[] = [];
    for (let at = drawn; at.parent && at !== limit && found.length < 4; at = at.parent) {
      // In a table the column says what a value is, and not the cell before.
      if (at.parent.element.matches('tr, [role="row"]')) break;
      const siblings = at.parent.children;
      const between: Drawn[] = [];
      for (let i = siblings.indexOf(at) - 1; i >= 0; i--) {
        const sibling = siblings[i]!;
        if (this.textsAround.count(sibling) > 0) {
          between.push(sibling);
          continue;
        }
        const head = this.over(sibling, drawn);
        if (head !== null) {
          found.push(head);
          break;
        }
        const texts = this.textsAround.textsOf(sibling);
        if (texts.length === 0 || !this.textsAround.stands(sibling, at)) continue;
        // A caption further out is a single text. Several are something else on the page.
        if (found.length > 0 && at !== drawn && texts.length > 1) break;
        if (this.isHead(sibling, at)) break;
        // What pops up from a control is labelled as that is.
        if (at.style.position !== 'absolute' && !this.isCaption(between, at)) break;
        found.push(...texts);
        break;
      }
      const own = at.parent.words;
      if (own !== '' && this.textsAround.count(at.parent) === 1) found.push(own);
      if (/^(FORM|MAIN|BODY|TABLE|TR)$/.test(at.parent.element.tagName)) break;
    }
    return found;
  }

  /**
   * Whether a text heads all that follows, or is the label of the control right behind it. That has words of its own, or is one
   * of several like controls, where the text is a caption.
   */
  private isCaption(between: Drawn[], control: Drawn): boolean {
    const isFree = (one: Drawn) =>
      this.wording.hasLetters(one) || this.marks.alike(one).includes(control) || !this.hasField(one);
    return between.every(isFree);
  }

  /** Whether there is a control that holds a value, and so needs a label. */
  private hasField(drawn: Drawn): boolean {
    if (this.textsAround.isControl(drawn)) return this.kinds.isField(drawn);
    return drawn.children.some((child) => this.hasField(child));
  }

  /** A heading above names more than the control that comes first below it. */
  private isHead({ element, box }: Drawn, control: Drawn): boolean {
    const isAbove = box.y + box.height <= control.box.y + 6;
    return isAbove && (element.matches('h1, h2, h3, h4') || element.querySelector('h1, h2, h3, h4') !== null);
  }

  /** The text behind the control in its row: what a box is called, or the unit of a field. */
  private after(drawn: Drawn): string[] {
    const found: string[] = [];
    let at = drawn;
    for (let level = 0; at.parent && level < 3; level++, at = at.parent) {
      const siblings = at.parent.children;
      const next = siblings[siblings.indexOf(at) + 1];
      const pieces = at.parent.pieces;
      const own = pieces[pieces.indexOf(at) + 1];
      if (typeof own === 'string' && own.trim() !== '') found.push(own.trim());
      else if (next && this.textsAround.count(next) === 0 && this.isBehind(next, at))
        found.push(...this.textsAround.textsOf(next));
      if (found.length > 0 || this.textsAround.count(at.parent) > 1) break;
    }
    return found.filter((text) => text !== '' && text.length <= 120);
  }

  /** The first text of a card among others like it that has one control, wherever that stands in it: a switch in the corner above the name. */
  /** The words behind a box that turn it as well, and so are a press of their own. */
  private pressedBehind(drawn: Drawn): string[] {
    const siblings = drawn.parent?.children.filter(({ isShown }) => isShown) ?? [];
    const next = siblings[siblings.indexOf(drawn) + 1];
    const isCaption =
      next && next.box.x > drawn.box.x && this.isBehind(next, drawn) && this.textsAround.isControl(next);
    const text = isCaption ? this.wording.of(next) : '';
    return /\p{L}/u.test(text) && text.length <= 60 ? [text] : [];
  }

  private inCard(drawn: Drawn): string[] {
    for (let at = drawn.parent, level = 0; at && level < 4; at = at.parent, level++) {
      if (this.textsAround.count(at) > 1) return [];
      const texts = this.textsAround.textsOf(at);
      if (texts.length > 0) return this.marks.alike(at).length > 1 ? texts.slice(0, 1) : [];
    }
    return [];
  }

  private isBehind(next: Drawn, control: Drawn): boolean {
    const [a, b] = [control.box, next.box];
    return b.y < a.y + a.height && a.y < b.y + b.height && b.x - (a.x + a.width) < 40;
  }

  /** Of several texts in a row above, the one that stands over the control: the head of its column. */
  private over(row: Drawn, control: Drawn): string | null {
    if (row.box.y + row.box.height > control.box.y + 6) return null;
    const blocks = this.blocksOf(row);
    const [first] = blocks;
    if (!first || blocks.length < 3) return null;
    if (blocks.some(({ box }) => Math.abs(box.y - first.box.y) > 4)) return null;
    const middle = control.box.x + control.box.width / 2;
    const own = blocks.find(({ box }) => middle >= box.x && middle <= box.x + box.width);
    return own ? this.wording.of(own) : null;
  }

  private blocksOf(drawn: Drawn): Drawn[] {
    if (drawn.words !== '') return [drawn];
    return drawn.children.filter(({ isShown }) => isShown).flatMap((child) => this.blocksOf(child));
  }
}
