import type { Dom } from '../../document/dom.ts';
import type { Cells } from '../kinds/cells.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Icons } from '../signs/icons.ts';
import type { Wording } from '../signs/wording.ts';
import type { Captions } from './captions.ts';
import type { TextsAround } from './texts-around.ts';

interface ValueNameParts {
  dom: Dom;
  wording: Wording;
  icons: Icons;
  cells: Cells;
  captions: Captions;
  textsAround: TextsAround;
}

/** Finds what a value is called that the page shows as a text, or as a press that changes it. */
export class ValueNames {
  private readonly parts: ValueNameParts;

  constructor(parts: ValueNameParts) {
    this.parts = parts;
  }

  /** What a value is called that is itself pressed to be changed: by the text in front of it, where a frame holds nothing else. */
  ofValue(drawn: Drawn): string[] {
    if (this.parts.wording.of(drawn) === '') return [];
    const named =
      this.beforeColon(drawn) ??
      this.parts.cells.ofValue(drawn) ??
      this.parts.cells.ofPair(drawn, (one) => this.parts.textsAround.count(one) === 0);
    if (named !== null) return [named];
    let at = drawn;
    for (let level = 0; level < 3 && at.parent; level++, at = at.parent) {
      if (this.parts.textsAround.count(at.parent) !== 1 || at.parent.box.height > 140) return [];
      const siblings = at.parent.children;
      const before = siblings
        .slice(0, siblings.indexOf(at))
        .filter((one) => one.isShown && this.parts.wording.hasLetters(one));
      const [label, ...others] = before;
      if (!label) continue;
      const [name = '', ...more] = this.parts.textsAround.textsOf(label);
      const isQuiet = this.parts.textsAround.fontPxOf(label) <= 1.15 * this.parts.textsAround.fontPxOf(drawn);
      const isAct = this.parts.textsAround.isBoldText(label) && this.isColoured(drawn);
      const isLabel =
        others.length === 0 &&
        name.length <= 40 &&
        isQuiet &&
        !isAct &&
        this.parts.textsAround.stands(label, at);
      return isLabel && !label.element.matches('h1, h2, h3, h4') ? [name, ...more] : [];
    }
    return [];
  }

  /** "First day: [12 March]": what ends with a colon is the name of what stands right behind it. */
  private beforeColon(drawn: Drawn): string | null {
    const siblings = drawn.parent?.children.filter(({ isShown }) => isShown) ?? [];
    const before = siblings[siblings.indexOf(drawn) - 1];
    if (!before || this.parts.textsAround.count(before) > 0 || !this.parts.textsAround.stands(before, drawn))
      return null;
    const text = this.parts.wording.of(before);
    return text.length <= 40 && /\p{L}.*[:：]$/u.test(text) ? text.replace(/\s*[:：]$/, '') : null;
  }

  /** "Weight  Edit", and below it "5": what stands under a word for a picture of a pencil is the value. Null where that is the value itself. */
  below(drawn: Drawn): string | null {
    if (!this.isWordForAct(this.parts.wording.of(drawn))) return null;
    let at = drawn;
    for (let level = 0; level < 3 && at.parent; level++, at = at.parent) {
      const siblings = at.parent.children;
      const after = siblings.slice(siblings.indexOf(at) + 1).filter(({ isShown }) => isShown);
      const below = after.filter(({ box }) => box.y >= drawn.box.y + drawn.box.height - 4);
      const plain = below.flatMap((one) => this.parts.textsAround.textsApart(one)).join(' ');
      const text = /[\p{L}\p{N}]/u.test(plain)
        ? plain
        : below
            .map((one) => this.parts.wording.of(one))
            .join(' ')
            .trim();
      if (text !== '') return this.parts.dom.shorten(text, 120);
    }
    return '';
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
    if (isStepped && [less, more].every((one) => one && this.parts.textsAround.isControl(one)))
      return [...this.parts.captions.before(drawn.parent!, limit), ...this.parts.cells.of(drawn)].slice(0, 3);
    const term = drawn.element.previousElementSibling;
    if (drawn.element.tagName === 'DD' && term?.tagName === 'DT') return [this.parts.dom.text(term, 80)];
    const siblings = drawn.parent?.children.filter(({ isShown }) => isShown) ?? [];
    const [name, value] = siblings;
    if (
      siblings.length !== 2 ||
      value !== drawn ||
      this.parts.textsAround.count(name!) > 0 ||
      drawn.parent!.words !== ''
    )
      return [];
    const text = this.parts.wording.of(name!);
    const loud = ({ element, style }: Drawn) =>
      this.parts.dom.fontPx(element) + Number(style.fontWeight) / 200;
    // What can be pressed to be edited has another cursor than its name.
    const isEditable = drawn.style.cursor !== name!.style.cursor && name!.style.color !== drawn.style.color;
    const isQuiet =
      isEditable || loud(name!) < loud(drawn) || /[:：]$/.test(text) || name!.element.tagName === 'DT';
    const isPlain = ![name!, drawn].some(({ element }) => this.parts.dom.hasOwnBackground(element));
    return text !== '' && text.length <= 40 && isQuiet && isPlain ? [text.replace(/\s*[:：]$/, '')] : [];
  }

  /** Whether a text is a word for what a picture on a button does, and no value. */
  private isWordForAct(text: string): boolean {
    return this.parts.icons.hinted([text.toLowerCase()]) !== '';
  }
}
