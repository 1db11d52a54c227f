import type { Dom } from '../document/dom.ts';
import type { Names } from '../document/names.ts';
import type { Cells } from './cells.ts';
import type { Drawing, Drawn } from './drawing.ts';
import type { Evidence } from './evidence.ts';
import type { Icons } from './icons.ts';
import type { Kinds } from './kinds.ts';
import type { Marks } from './marks.ts';
import type { Wording } from './wording.ts';

interface CaptionParts {
  dom: Dom;
  drawing: Drawing;
  names: Names;
  wording: Wording;
  marks: Marks;
  evidence: Evidence;
  kinds: Kinds;
  icons: Icons;
  cells: Cells;
}

/** Finds the words that stand beside a control and tell what it is for. */
export class Captions {
  private readonly dom: Dom;
  private readonly drawing: Drawing;
  private readonly names: Names;
  private readonly wording: Wording;
  private readonly kinds: Kinds;
  private readonly cells: Cells;
  private readonly isControl: (drawn: Drawn) => boolean;
  private readonly alike: (drawn: Drawn) => Drawn[];
  private readonly isMarked: (drawn: Drawn) => boolean;
  /** Whether a text is a word for what a picture on a button does, and no value. */
  private readonly isAct: (text: string) => boolean;
  private readonly controlsIn = new Map<Drawn, number>();

  constructor({ dom, drawing, names, wording, marks, evidence, kinds, icons, cells }: CaptionParts) {
    this.cells = cells;
    this.isAct = (text) => icons.hinted([text.toLowerCase()]) !== '';
    this.kinds = kinds;
    this.dom = dom;
    this.drawing = drawing;
    this.names = names;
    this.wording = wording;
    this.isControl = (drawn) => drawn.isShown && evidence.isPressable(drawn);
    this.alike = (drawn) => marks.alike(drawn);
    this.isMarked = (drawn) => marks.isSelected(drawn, false);
  }

  /** The nearest first. `limit` is the thing that owns the control: its name is no label of what is in it. */
  of(drawn: Drawn, limit: Drawn, isBox: boolean): string[] {
    const found = [...this.stated(drawn.element)];
    if (isBox) found.push(...this.after(drawn));
    found.push(...this.before(drawn, limit), ...this.cells.of(drawn));
    if (!isBox) found.push(...this.after(drawn));
    const seen = new Set<string>();
    return found
      .map((text) => this.dom.shorten(text.replace(/\s*[:：*]+\s*$/u, '').trim(), 120))
      .filter((text) => text !== '' && !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()))
      .slice(0, 5);
  }

  /** What a value is called that is itself pressed to be changed: by the text in front of it, where a frame holds nothing else. */
  ofValue(drawn: Drawn): string[] {
    if (this.wording.of(drawn) === '') return [];
    const named =
      this.beforeColon(drawn) ??
      this.cells.ofValue(drawn) ??
      this.cells.ofPair(drawn, (one) => this.count(one) === 0);
    if (named !== null) return [named];
    let at = drawn;
    for (let level = 0; level < 3 && at.parent; level++, at = at.parent) {
      if (this.count(at.parent) !== 1 || at.parent.box.height > 140) return [];
      const siblings = at.parent.children;
      const before = siblings
        .slice(0, siblings.indexOf(at))
        .filter((one) => one.isShown && this.wording.hasLetters(one));
      const [label, ...others] = before;
      if (!label) continue;
      const [name = '', ...more] = this.textsOf(label);
      const isQuiet = this.fontPxOf(label) <= 1.15 * this.fontPxOf(drawn);
      const isAct = this.isBoldText(label) && this.isColoured(drawn);
      const isLabel = others.length === 0 && name.length <= 40 && isQuiet && !isAct && this.stands(label, at);
      return isLabel && !label.element.matches('h1, h2, h3, h4') ? [name, ...more] : [];
    }
    return [];
  }

  /** "First day: [12 March]": what ends with a colon is the name of what stands right behind it. */
  private beforeColon(drawn: Drawn): string | null {
    const siblings = drawn.parent?.children.filter(({ isShown }) => isShown) ?? [];
    const before = siblings[siblings.indexOf(drawn) - 1];
    if (!before || this.count(before) > 0 || !this.stands(before, drawn)) return null;
    const text = this.wording.of(before);
    return text.length <= 40 && /\p{L}.*[:：]$/u.test(text) ? text.replace(/\s*[:：]$/, '') : null;
  }

  /** The head over one of the choices in a row of a list that is laid out as a table. `row` is that row. */
  ofColumn(drawn: Drawn, row: Drawn): string[] {
    const [head] = row.parent?.children.filter(({ isShown }) => isShown) ?? [];
    if (!head || head === row || this.count(head) > 0 || !this.isAlternative(drawn)) return [];
    const title = this.over(head, drawn.parent!) ?? this.over(head, drawn);
    return title === null ? [] : [title];
  }

  /** Whether one of the like presses beside it is marked as the present one. */
  private isAlternative(drawn: Drawn): boolean {
    const all = this.alike(drawn);
    return all.length > 1 && all.some((one) => this.isMarked(one));
  }

  /** "Weight  Edit", and below it "5": what stands under a word for a picture of a pencil is the value. Null where that is the value itself. */
  below(drawn: Drawn): string | null {
    if (!this.isAct(this.wording.of(drawn))) return null;
    let at = drawn;
    for (let level = 0; level < 3 && at.parent; level++, at = at.parent) {
      const siblings = at.parent.children;
      const after = siblings.slice(siblings.indexOf(at) + 1).filter(({ isShown }) => isShown);
      const below = after.filter(({ box }) => box.y >= drawn.box.y + drawn.box.height - 4);
      const plain = below.flatMap((one) => this.textsApart(one)).join(' ');
      const text = /[\p{L}\p{N}]/u.test(plain)
        ? plain
        : below
            .map((one) => this.wording.of(one))
            .join(' ')
            .trim();
      if (text !== '') return this.dom.shorten(text, 120);
    }
    return '';
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
      return isJoined && this.isControl(before) ? this.textsOf(before).slice(0, 1) : [];
    }
    return [];
  }

  private fontPxOf(drawn: Drawn): number {
    return this.dom.fontPx(this.firstWordsIn(drawn).element);
  }

  private isBoldText(drawn: Drawn): boolean {
    return Number(this.firstWordsIn(drawn).style.fontWeight) >= 600;
  }

  private firstWordsIn(drawn: Drawn): Drawn {
    const inner = drawn.words === '' && drawn.children.find((child) => this.wording.hasLetters(child));
    return inner ? this.firstWordsIn(inner) : drawn;
  }

  /** The button of what one comes for is filled with the colour of the application. */
  private isColoured({ style }: Drawn): boolean {
    const [red, green, blue, opacity = '1'] = style.backgroundColor.match(/[\d.]+/g) ?? [];
    const parts = [red, green, blue].map(Number);
    return Number(opacity) > 0.5 && Math.max(...parts) - Math.min(...parts) > 80;
  }

  /** What a value is called that stands behind or below its name, with nothing else, or between buttons for less and for more. */
  ofText(drawn: Drawn, limit: Drawn): string[] {
    const [less, number, more, ...rest] = drawn.parent?.children.filter(({ isShown }) => isShown) ?? [];
    const isStepped =
      number === drawn && rest.length === 0 && /^-?\d+([.,]\d+)?\s?\D{0,3}$/.test(drawn.words);
    if (isStepped && [less, more].every((one) => one && this.isControl(one)))
      return [...this.before(drawn.parent!, limit), ...this.cells.of(drawn)].slice(0, 3);
    const term = drawn.element.previousElementSibling;
    if (drawn.element.tagName === 'DD' && term?.tagName === 'DT') return [this.dom.text(term, 80)];
    const siblings = drawn.parent?.children.filter(({ isShown }) => isShown) ?? [];
    const [name, value] = siblings;
    if (siblings.length !== 2 || value !== drawn || this.count(name!) > 0 || drawn.parent!.words !== '')
      return [];
    const text = this.wording.of(name!);
    const loud = ({ element, style }: Drawn) => this.dom.fontPx(element) + Number(style.fontWeight) / 200;
    const isQuiet = loud(name!) < loud(drawn) || /[:：]$/.test(text) || name!.element.tagName === 'DT';
    const isPlain = ![name!, drawn].some(({ element }) => this.dom.hasOwnBackground(element));
    return text !== '' && text.length <= 40 && isQuiet && isPlain ? [text.replace(/\s*[:：]$/, '')] : [];
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
      return drawn ? this.textsOf(drawn) : [];
    });
    return texts.length > 0 ? texts : [this.names.byLabel(element)];
  }

  /**
   * The texts before the control in its row and above it, then the captions of the groups around it. A text that stands before
   * another control is that one's label.
   */
  private before(drawn: Drawn, limit: Drawn): string[] {
    const found: string[] = [];
    for (let at = drawn; at.parent && at !== limit && found.length < 4; at = at.parent) {
      // In a table the column says what a value is, and not the cell before.
      if (at.parent.element.matches('tr, [role="row"]')) break;
      const siblings = at.parent.children;
      const between: Drawn[] = [];
      for (let i = siblings.indexOf(at) - 1; i >= 0; i--) {
        const sibling = siblings[i]!;
        if (this.count(sibling) > 0) {
          between.push(sibling);
          continue;
        }
        const head = this.over(sibling, drawn);
        if (head !== null) {
          found.push(head);
          break;
        }
        const texts = this.textsOf(sibling);
        if (texts.length === 0 || !this.stands(sibling, at)) continue;
        // A caption further out is a single text. Several are something else on the page.
        if (found.length > 0 && at !== drawn && texts.length > 1) break;
        if (this.isHead(sibling, at)) break;
        // What pops up from a control is labelled as that is.
        if (at.style.position !== 'absolute' && !this.isCaption(between, at)) break;
        found.push(...texts);
        break;
      }
      const own = at.parent.words;
      if (own !== '' && this.count(at.parent) === 1) found.push(own);
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
      this.wording.hasLetters(one) || this.alike(one).includes(control) || !this.hasField(one);
    return between.every(isFree);
  }

  /** Whether there is a control that holds a value, and so needs a label. */
  private hasField(drawn: Drawn): boolean {
    if (this.isControl(drawn)) return this.kinds.isField(drawn);
    return drawn.children.some((child) => this.hasField(child));
  }

  /** A heading above names more than the control that comes first below it. */
  private isHead({ element, box }: Drawn, control: Drawn): boolean {
    const isAbove = box.y + box.height <= control.box.y + 6;
    return isAbove && (element.matches('h1, h2, h3, h4') || element.querySelector('h1, h2, h3, h4') !== null);
  }

  /** Whether a text stands before or above what it may be the label of. */
  private stands(text: Drawn, control: Drawn): boolean {
    const [a, b] = [text.box, control.box];
    const isAbove = a.y + a.height <= b.y + 6 && b.y - (a.y + a.height) < 60;
    const isBeside = a.x + a.width <= b.x + 6 && a.y < b.y + b.height && b.y < a.y + a.height;
    const isRight = b.x + b.width <= a.x + 6 && a.y < b.y + b.height && b.y < a.y + a.height;
    return isAbove || isBeside || isRight;
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
      else if (next && this.count(next) === 0 && this.isBehind(next, at)) found.push(...this.textsOf(next));
      if (found.length > 0 || this.count(at.parent) > 1) break;
    }
    return found.filter((text) => text !== '' && text.length <= 120);
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

  /** The first two blocks of text: a label, and what explains it, which may stand in the same element below the words of the label. */
  private textsOf(drawn: Drawn): string[] {
    const whole = this.dom.shorten(this.wording.of(drawn), 120);
    const isBelow = (one: Drawn) => !this.wording.isInline(one) && this.wording.hasLetters(one);
    const below = drawn.words === '' ? drawn.children : drawn.children.filter(isBelow);
    if (below.length === 0 || whole === '') return whole === '' ? [] : [whole];
    const block = drawn.words === '' ? '' : this.wording.block(drawn, () => false);
    const own = block === '' ? [] : [this.dom.shorten(block, 120)];
    return [...own, ...below.flatMap((child) => this.textsOf(child))].slice(0, 2);
  }

  /** The texts in an element outside of its controls. */
  private textsApart(drawn: Drawn): string[] {
    if (this.isControl(drawn)) return [];
    return drawn.pieces
      .flatMap((piece) => (typeof piece === 'string' ? piece.trim() : this.textsApart(piece)))
      .filter((text) => text !== '');
  }

  /** How many controls are in an element, itself included. */
  private count(drawn: Drawn): number {
    const known = this.controlsIn.get(drawn);
    if (known !== undefined) return known;
    const inner = drawn.children.reduce((sum, child) => sum + this.count(child), 0);
    const all = inner + (this.isControl(drawn) ? 1 : 0);
    this.controlsIn.set(drawn, all);
    return all;
  }
}
