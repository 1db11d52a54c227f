type Point = readonly [number, number];
interface Line {
  points: Point[];
  isClosed: boolean;
}

/** Reads what a drawing of straight lines shows, whoever drew it: a star, a tick, a pencil, a wheel. */
export class Figures {
  /** Empty where nothing tells, and where a line is bent. */
  of(svg: Element): string {
    if (this.isWheel(svg)) return 'settings';
    const [drawn, ...more] = svg.querySelectorAll('path, polyline, polygon');
    const isMore = more.length > 0 || svg.querySelector('circle, ellipse, rect, line, use, image, text');
    if (!drawn || isMore) return '';
    const points = drawn.getAttribute('points');
    const lines =
      points === null ? this.linesOf(drawn.getAttribute('d') ?? '') : [this.ofPoints(drawn, points)];
    const [line, ...others] = lines;
    if (!line || others.length > 0) return '';
    if (this.isTick(line)) return 'done';
    if (this.isStar(line)) return 'star';
    return this.isPencil(line) ? 'edit' : '';
  }

  /** Where an arrow with a shaft points to, up or down. Empty of anything else: the plus of many sets begins with the same upright stroke. */
  arrow(svg: Element): string {
    if (svg.querySelector('circle, ellipse, rect, polygon, use, image, text')) return '';
    const lines = [...svg.querySelectorAll('path, polyline, line')].flatMap((drawn) => {
      const ends = ['x1', 'y1', 'x2', 'y2'].map((name) => drawn.getAttribute(name) ?? '').join(' ');
      const points = drawn.tagName.toLowerCase() === 'line' ? ends : drawn.getAttribute('points');
      return points === null ? this.linesOf(drawn.getAttribute('d') ?? '') : [this.ofPoints(drawn, points)];
    });
    const [shaft, head] = lines.map(({ points }) => points).sort((a, b) => a.length - b.length);
    const [from, to] = shaft ?? [];
    const [left, tip, right] = head ?? [];
    if (lines.length !== 2 || shaft?.length !== 2 || head?.length !== 3) return '';
    if (!from || !to || !left || !tip || !right || lines.some(({ isClosed }) => isClosed)) return '';
    const length = this.away(from, to);
    const isUpright = Math.abs(from[0] - to[0]) < 0.2 * length;
    const isAtEnd = Math.min(this.away(tip, from), this.away(tip, to)) < 0.25 * length;
    if (!isUpright || !isAtEnd) return '';
    if (tip[1] < left[1] && tip[1] < right[1]) return 'up';
    return tip[1] > left[1] && tip[1] > right[1] ? 'down' : '';
  }

  /** A short stroke down, and a longer one up to the right. */
  private isTick({ points, isClosed }: Line): boolean {
    const [from, low, to] = points;
    if (isClosed || points.length !== 3 || !from || !low || !to) return false;
    const isDown = from[0] < low[0] && from[1] < low[1];
    const isUp = low[0] < to[0] && to[1] < low[1];
    return isDown && isUp && this.away(low, to) > 1.3 * this.away(from, low);
  }

  /** Ten corners around a middle, by turns far from it and near. */
  private isStar({ points, isClosed }: Line): boolean {
    if (!isClosed || points.length !== 10) return false;
    const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
    const middle: Point = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
    const far = points.map((point) => this.away(point, middle));
    const [even, odd] = [0, 1].map((rest) => far.filter((_, at) => at % 2 === rest));
    const isAround = (outer: number[], inner: number[]) => Math.min(...outer) > 1.25 * Math.max(...inner);
    return isAround(even!, odd!) || isAround(odd!, even!);
  }

  /** Long and narrow from the upper right to a tip at the lower left. */
  private isPencil({ points, isClosed }: Line): boolean {
    if (!isClosed || points.length < 5 || points.length > 8) return false;
    const along = points.map(([x, y]) => x - y);
    const across = points.map(([x, y]) => x + y);
    const extent = (all: number[]) => Math.max(...all) - Math.min(...all);
    const [length, width] = [extent(along), extent(across)];
    const near = (end: number) => across.filter((_, at) => Math.abs(along[at]! - end) < 0.1 * length);
    const [tip, top] = [near(Math.min(...along)), near(Math.max(...along))];
    return length > 2.2 * width && extent(tip) < 0.3 * width && extent(top) > 0.6 * width;
  }

  /** A small ring with six spokes or more around it. That of a sun is larger: 0.4 of the whole and more. */
  private isWheel(svg: Element): boolean {
    if (svg.querySelector('ellipse, rect, polygon, polyline, use, image, text')) return false;
    const pieces = [...svg.querySelectorAll('path')].flatMap(
      (path) => path.getAttribute('d')?.match(/m[^m]*/gi) ?? [],
    );
    const rings = [
      ...[...svg.querySelectorAll('circle')].map((circle) => Number(circle.getAttribute('r'))),
      ...pieces.flatMap((piece) => /a\s*([\d.]+)/i.exec(piece)?.slice(1).map(Number) ?? []),
    ];
    const spokes = [
      ...[...svg.querySelectorAll('line')].map((line): Point[] => {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ['x1', 'y1', 'x2', 'y2'].map((name) =>
          Number(line.getAttribute(name)),
        );
        return [
          [x1, y1],
          [x2, y2],
        ];
      }),
      ...pieces
        .filter((piece) => !/[acqst]/i.test(piece))
        .flatMap((piece) => this.linesOf(piece).map(({ points }) => points)),
    ];
    const [ring] = rings;
    if (!ring || rings.length > 1 || spokes.length < 6) return false;
    const ends = spokes.flat();
    const middle: Point = [
      ends.reduce((sum, [x]) => sum + x, 0) / ends.length,
      ends.reduce((sum, [, y]) => sum + y, 0) / ends.length,
    ];
    const size = Math.max(...ends.map((end) => this.away(end, middle)));
    const isSpoke = ([from, to, ...more]: Point[]) =>
      from !== undefined &&
      to !== undefined &&
      more.length === 0 &&
      Math.abs(this.away(from, middle) - this.away(to, middle)) > 0.85 * this.away(from, to);
    return ring < 0.38 * size && spokes.every(isSpoke);
  }

  private ofPoints({ tagName }: Element, given: string): Line {
    const numbers = this.numbersIn(given);
    const points = numbers.flatMap((x, at): Point[] => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0]] : []));
    return this.closed({ points, isClosed: tagName.toLowerCase() === 'polygon' });
  }

  /** The lines of a path. Empty where one is bent. */
  private linesOf(path: string): Line[] {
    const lines: Line[] = [];
    let [x, y] = [0, 0];
    for (const [, letter = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
      const kind = letter.toLowerCase();
      const isRelative = letter === kind;
      const numbers = this.numbersIn(rest);
      if (kind === 'z' && lines.length > 0) lines.at(-1)!.isClosed = true;
      else if (!/[mlhv]/.test(kind)) return [];
      const size = /[ml]/.test(kind) ? 2 : 1;
      for (let at = 0; at + size <= numbers.length; at += size) {
        if (kind === 'm' && at === 0) lines.push({ points: [], isClosed: false });
        const [baseX, baseY] = isRelative ? [x, y] : [0, 0];
        if (kind !== 'v') x = baseX + numbers[at]!;
        if (kind !== 'h') y = baseY + numbers[at + size - 1]!;
        lines.at(-1)?.points.push([x, y]);
      }
    }
    return lines.map((line) => this.closed(line));
  }

  /** A line that ends where it began is closed. */
  private closed({ points, isClosed }: Line): Line {
    const [first, last] = [points[0], points.at(-1)];
    if (points.length < 4 || !first || !last) return { points, isClosed };
    const size = Math.max(...points.map((point) => this.away(point, first)));
    if (this.away(first, last) > 0.05 * size) return { points, isClosed };
    return { points: points.slice(0, -1), isClosed: true };
  }

  private numbersIn(text: string): number[] {
    return (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
  }

  private away([x, y]: Point, [toX, toY]: Point): number {
    return Math.hypot(toX - x, toY - y);
  }
}
