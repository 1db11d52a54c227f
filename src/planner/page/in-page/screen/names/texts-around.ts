import type { Dom } from '../../document/dom.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Wording } from '../signs/wording.ts';

/** The texts around controls: how many controls an element holds, and what its blocks of text say. */
export class TextsAround {
  private readonly dom: Dom;
  private readonly wording: Wording;
  private readonly evidence: Evidence;
  private readonly controlsIn = new Map<Drawn, number>();

  constructor(dom: Dom, wording: Wording, evidence: Evidence) {
    this.dom = dom;
    this.wording = wording;
    this.evidence = evidence;
  }

  isControl(drawn: Drawn): boolean {
    return drawn.isShown && this.evidence.isPressable(drawn);
  }

  /** How many controls are in an element, itself included. */
  count(drawn: Drawn): number {
    const known = this.controlsIn.get(drawn);
    if (known !== undefined) return known;
    const inner = drawn.children.reduce((sum, child) => sum + this.count(child), 0);
    const all = inner + (this.isControl(drawn) ? 1 : 0);
    this.controlsIn.set(drawn, all);
    return all;
  }

  /** The first two blocks of text: a label, and what explains it, which may stand in the same element below the words of the label. */
  textsOf(drawn: Drawn): string[] {
    const whole = this.dom.shorten(this.wording.of(drawn), 120);
    const isBelow = (one: Drawn) => !this.wording.isInline(one) && this.wording.hasLetters(one);
    const below = drawn.words === '' ? drawn.children : drawn.children.filter(isBelow);
    if (below.length === 0 || whole === '') return whole === '' ? [] : [whole];
    const block = drawn.words === '' ? '' : this.wording.block(drawn, () => false);
    const own = block === '' ? [] : [this.dom.shorten(block, 120)];
    return [...own, ...below.flatMap((child) => this.textsOf(child))].slice(0, 2);
  }

  /** The texts in an element outside of its controls. */
  textsApart(drawn: Drawn): string[] {
    if (this.isControl(drawn)) return [];
    return drawn.pieces
      .flatMap((piece) => (typeof piece === 'string' ? piece.trim() : this.textsApart(piece)))
      .filter((text) => text !== '');
  }

  /** Whether a text stands before or above what it may be the label of. */
  stands(text: Drawn, control: Drawn): boolean {
    const [a, b] = [text.box, control.box];
    const isAbove = a.y + a.height <= b.y + 6 && b.y - (a.y + a.height) < 60;
    const isBeside = a.x + a.width <= b.x + 6 && a.y < b.y + b.height && b.y < a.y + a.height;
    const isRight = b.x + b.width <= a.x + 6 && a.y < b.y + b.height && b.y < a.y + a.height;
    return isAbove || isBeside || isRight;
  }

  fontPxOf(drawn: Drawn): number {
    return this.dom.fontPx(this.firstWordsIn(drawn).element);
  }

  isBoldText(drawn: Drawn): boolean {
    return Number(this.firstWordsIn(drawn).style.fontWeight) >= 600;
  }

  private firstWordsIn(drawn: Drawn): Drawn {
    const inner = drawn.words === '' && drawn.children.find((child) => this.wording.hasLetters(child));
    return inner ? this.firstWordsIn(inner) : drawn;
  }
}
