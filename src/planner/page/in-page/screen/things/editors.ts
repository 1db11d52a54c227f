import type { Box } from '../../../view.ts';
import type { Dom } from '../../document/dom.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Wording } from '../signs/wording.ts';
import type { Content } from './content.ts';

/** Knows forms that no element says are forms: a frame around fields, with two buttons side by side below them. */
export class Editors {
  private readonly dom: Dom;
  private readonly content: Content;
  private readonly kinds: Kinds;
  private readonly wording: Wording;

  constructor(parts: { dom: Dom; content: Content; kinds: Kinds; wording: Wording }) {
    this.dom = parts.dom;
    this.content = parts.content;
    this.kinds = parts.kinds;
    this.wording = parts.wording;
  }

  /** Whether an element is the innermost frame around such fields and buttons. */
  isEditor(drawn: Drawn): boolean {
    return this.hasForm(drawn) && !drawn.children.some((child) => this.holdsEditor(child));
  }

  private holdsEditor(drawn: Drawn): boolean {
    return this.hasForm(drawn) || drawn.children.some((child) => this.holdsEditor(child));
  }

  private hasForm(drawn: Drawn): boolean {
    const { box, isShown } = drawn;
    const { width, height } = this.dom.viewport;
    if (!isShown || box.width < 180 || box.width * box.height > 0.6 * width * height) return false;
    const presses = this.content.pressesIn(drawn);
    if (presses.length < 4 || !(drawn.style.boxShadow !== 'none' || this.dom.isFramed(drawn.element)))
      return false;
    const entries = presses.filter((one) => this.kinds.isField(one));
    const isWritten = entries.some((one) => /^(field|rich-text)$/.test(this.kinds.of(one)));
    const last = entries.at(-1);
    if (!last || !isWritten || entries.length < 2) return false;
    const below = presses.slice(presses.indexOf(last) + 1);
    const isButton = (press: Drawn) => this.kinds.of(press) === 'button' && this.wording.hasLetters(press);
    // A list with a field to search it has rows between that and its foot.
    if (below.length < 2 || below.length > 3 || !below.every(isButton)) return false;
    const [one, two] = below.slice(-2).map((press) => press.box) as [Box, Box];
    return (
      one.y >= last.box.y + last.box.height - 4 &&
      Math.abs(one.y + one.height / 2 - (two.y + two.height / 2)) < 8
    );
  }
}
