import type { Drawn } from './drawing.ts';
import type { Icons } from './icons.ts';

type Direction = 'up' | 'down' | 'left' | 'right';

/** Tells where the angle of an icon points to. */
export class Angles {
  private readonly icons: Icons;

  constructor(icons: Icons) {
    this.icons = icons;
  }

  /** Where an angle of two strokes points to, as it is drawn and turned. Null of any other picture. */
  direction(icon: Drawn): Direction | null {
    if (!this.icons.isAngle(icon)) return null;
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
