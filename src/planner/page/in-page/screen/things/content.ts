import type { Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Wording } from '../signs/wording.ts';

/** Counts what is in a part of the screen: controls and blocks of text. */
export class Content {
  private readonly evidence: Evidence;
  private readonly wording: Wording;
  private readonly presses = new Map<Drawn, Drawn[]>();

  constructor(evidence: Evidence, wording: Wording) {
    this.evidence = evidence;
    this.wording = wording;
  }

  /** The outermost controls in an element. */
  pressesIn(drawn: Drawn): Drawn[] {
    const known = this.presses.get(drawn);
    if (known) return known;
    const found = drawn.children.flatMap((child) =>
      child.isShown && this.evidence.isPressable(child) ? [child] : this.pressesIn(child),
    );
    this.presses.set(drawn, found);
    return found;
  }

  /** Whether something is pressed where nothing lies on it, such as a day of a calendar with its events. It is none of what lies on it. */
  isPlane(drawn: Drawn): boolean {
    const inner = this.pressesIn(drawn);
    const lies = ({ style, box }: Drawn) =>
      style.position === 'absolute' && box.width * box.height < 0.5 * drawn.box.width * drawn.box.height;
    return (
      inner.length > 0 &&
      this.blocksIn(drawn) - inner.reduce((sum, one) => sum + this.blocksIn(one), 0) <= 1 &&
      inner.every((one) => lies(one) && this.wording.hasLetters(one))
    );
  }

  /** Blocks of text outside of controls. More than a few are not told apart. */
  blocksIn(drawn: Drawn): number {
    let count = 0;
    const visit = (one: Drawn): void => {
      const isControl = one !== drawn && this.evidence.isPressable(one) && this.pressesIn(one).length === 0;
      if (count > 4 || isControl) return;
      if (
        this.wording.isBlock(one, (inner) => this.evidence.isPressable(inner)) &&
        this.wording.hasLetters(one)
      )
        count++;
      for (const child of one.children) visit(child);
    };
    visit(drawn);
    return count;
  }

  /** Whether an element shows words and holds no control. */
  isText(drawn: Drawn | undefined): drawn is Drawn {
    return (
      drawn?.isShown === true &&
      !this.evidence.isPressable(drawn) &&
      this.pressesIn(drawn).length === 0 &&
      this.wording.hasLetters(drawn)
    );
  }
}
