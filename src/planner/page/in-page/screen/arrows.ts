import type { ItemKind } from '../../screen.ts';
import type { Drawn } from './drawing.ts';
import type { Icons } from './icons.ts';
import type { Lists } from './lists.ts';
import type { Marks } from './marks.ts';
import type { Wording } from './wording.ts';

export interface ArrowParts {
  icons: Icons;
  marks: Marks;
  lists: Lists;
  wording: Wording;
}

type Direction = 'up' | 'down' | 'left' | 'right';

/** Reads from the arrow of a heading whether what it heads is open. */
export class Arrows {
  private readonly parts: ArrowParts;

  constructor(parts: ArrowParts) {
    this.parts = parts;
  }

  /**
   * An arrow in front of a word points down where what it heads is open. Behind the word it says that something opens. A row or a card is only
   * told by an arrow that is drawn: its author's names may say that it leads on.
   */
  isExpanded(drawn: Drawn, kind: ItemKind): boolean | null {
    const { icons, marks, wording, lists } = this.parts;
    if (kind !== 'button' && kind !== 'body') return null;
    const all = icons.iconsIn(drawn);
    const named = all.map(({ element }) => marks.isTurned(element)).find((one) => one !== null);
    if (named === true && kind === 'button') return true;
    const [first] = all;
    if (!first || !wording.hasLetters(drawn)) return kind === 'button' ? (named ?? null) : null;
    if (first.box.x < drawn.box.x + 0.25 * drawn.box.width) {
      if (/^[▸▶►]/u.test(first.words)) return false;
      if (/^[▾▼⌄]/u.test(first.words)) return true;
      const to = this.direction(first);
      if (to === 'right' || to === 'down') return to === 'down';
    } else if (kind === 'button' && lists.opensList(drawn)) return false;
    const to = this.headsPart(drawn) ? this.direction(all.at(-1)!) : null;
    if (to === 'down' || to === 'up') return to === 'up';
    return kind === 'button' ? (named ?? null) : null;
  }

  /** A heading that is as wide as what it stands in, and no more than two lines high. */
  private headsPart({ box, parent }: Drawn): boolean {
    return parent !== null && box.height < 80 && box.width > 240 && box.width >= 0.9 * parent.box.width;
  }

  /** Where an angle of two strokes points to, as it is drawn and turned. Null of any other picture. */
  private direction(icon: Drawn): Direction | null {
    if (!this.parts.icons.isAngle(icon)) return null;
    const points = this.corners(icon.element);
    if (!points) return null;
    const [[x1, y1], [x2, y2], [x3, y3]] = points as [number[], number[], number[]];
    const { a, b, c, d } = this.turnOf(icon);
    const [across, down] = [x2! - (x1! + x3!) / 2, y2! - (y1! + y3!) / 2];
    const [x, y] = [a * across + c * down, b * across + d * down];
    if (Math.abs(x) > 1.5 * Math.abs(y)) return x > 0 ? 'right' : 'left';
    if (Math.abs(y) > 1.5 * Math.abs(x)) return y > 0 ? 'down' : 'up';
    return null;
  }

  /** Style sheets turn the picture, or the box that it is in, or both. */
  private turnOf({ style, parent }: Drawn): DOMMatrix {
    const isBoxed = parent?.children.length === 1 && parent.words === '';
    return [...(isBoxed ? [parent.style] : []), style].reduce(
      (turn, { rotate, transform }) =>
        turn
          .rotate(Number.parseFloat(rotate) || 0)
          .multiply(new DOMMatrix(transform === 'none' ? '' : transform)),
      new DOMMatrix(),
    );
  }

  /** The three points of a drawing such as `M9 6l6 6-6 6` or `<polyline points="6 9 12 15 18 9">`. Null of any other. */
  private corners(svg: Element): number[][] | null {
    const part = svg.querySelector('path, polyline');
    const given = part?.getAttribute('points');
    const path = given ? `M${given}` : (part?.getAttribute('d') ?? '');
    const points: number[][] = [];
    for (const [, letter = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
      const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        const from = letter === letter.toLowerCase() ? points.at(-1) : undefined;
        points.push([numbers[at]! + (from?.[0] ?? 0), numbers[at + 1]! + (from?.[1] ?? 0)]);
      }
    }
    return points.length === 3 ? points : null;
  }
}
