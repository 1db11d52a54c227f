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

/** Reads from the arrows of a button whether what it heads is open. */
export class Arrows {
  private readonly parts: ArrowParts;

  constructor(parts: ArrowParts) {
    this.parts = parts;
  }

  /** An arrow in front of a word points down where what it heads is open. Behind the word it says that something opens. */
  isExpanded(drawn: Drawn): boolean | null {
    const { icons, marks, wording, lists } = this.parts;
    const all = icons.iconsIn(drawn);
    const named = all.map(({ element }) => marks.isTurned(element)).find((one) => one !== null);
    if (named !== undefined) return named;
    const [first] = all;
    if (!first || !wording.hasLetters(drawn)) return null;
    if (first.box.x < drawn.box.x + 0.25 * drawn.box.width) {
      if (/^[▸▶►]/u.test(first.words)) return false;
      if (/^[▾▼⌄]/u.test(first.words)) return true;
      const to = this.direction(first);
      return to === 'right' ? false : to === 'down' ? true : null;
    }
    if (lists.opensList(drawn)) return false;
    const to = this.headsPart(drawn) ? this.direction(all.at(-1)!) : null;
    return to === 'down' ? false : to === 'up' ? true : null;
  }

  /** A heading that is as wide as what is folded away below it, and no more than a line high. */
  private headsPart({ box, parent }: Drawn): boolean {
    return parent !== null && box.height < 80 && box.width > 240 && box.width >= 0.9 * parent.box.width;
  }

  /** Where an angle of two strokes points to, as it is drawn and turned. Null of any other picture. */
  private direction(icon: Drawn): Direction | null {
    if (!this.parts.icons.isAngle(icon)) return null;
    const points = this.corners(icon.element);
    if (!points) return null;
    const [[x1, y1], [x2, y2], [x3, y3]] = points as [number[], number[], number[]];
    const { a, b, c, d } = new DOMMatrix(this.turnOf(icon));
    const [across, down] = [x2! - (x1! + x3!) / 2, y2! - (y1! + y3!) / 2];
    const [x, y] = [a * across + c * down, b * across + d * down];
    if (Math.abs(x) > 1.5 * Math.abs(y)) return x > 0 ? 'right' : 'left';
    if (Math.abs(y) > 1.5 * Math.abs(x)) return y > 0 ? 'down' : 'up';
    return null;
  }

  /** Style sheets turn the picture, or the box that it is in. */
  private turnOf({ style, parent }: Drawn): string {
    const outer = parent?.children.length === 1 && parent.words === '' ? parent.style.transform : 'none';
    const own = style.transform;
    return own !== 'none' && own !== '' ? own : outer === '' ? 'none' : outer;
  }

  /** The three points of a drawing such as `M9 6l6 6-6 6` or `<polyline points="6 9 12 15 18 9">`. */
  private corners(svg: Element): number[][] | null {
    const part = svg.querySelector('path, polyline');
    const given = part?.getAttribute('points');
    const path = part?.getAttribute('d') ?? '';
    const numbers = ((given ?? path).match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (numbers.length !== 6) return null;
    const isRelative = !given && /l/.test(path);
    const points: number[][] = [];
    for (let at = 0; at < 6; at += 2) {
      const [x, y] = [numbers[at]!, numbers[at + 1]!];
      const from = isRelative ? points.at(-1) : undefined;
      points.push(from ? [from[0]! + x, from[1]! + y] : [x, y]);
    }
    return points;
  }
}
