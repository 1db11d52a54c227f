import type { Point, Rect } from '../../contract/take-frame.ts';

/** One of several things of a kind that stand beside each other, such as a plan, a card or a row. In CSS px of the viewport. */
export interface Exhibit {
  box: Rect;
  /** Where a cursor may rest on it without covering its words. */
  point: Point;
}

/**
 * Runs in the page: the things of a kind that fill most of `root`, or of the page, as far as they are in view. In reading order; nothing
 * where there is no such group. Menus and bars are none: a cursor on them would open what nobody asked for.
 */
export function exhibitsIn(root: Element | null): Exhibit[] {
  const rounded = (length: number) => Math.round(length * 4) / 4;
  const screen = innerWidth * innerHeight;
  const away =
    'nav,header,footer,[role=navigation],[role=menu],[role=menubar],[role=tablist],[aria-hidden=true]';
  const isInView = (box: DOMRect) =>
    box.left >= -2 && box.top >= -2 && box.right <= innerWidth + 2 && box.bottom <= innerHeight + 2;
  const isExhibit = (element: Element, box: DOMRect) =>
    box.width >= 90 &&
    box.height >= 36 &&
    box.width * box.height <= screen * 0.4 &&
    isInView(box) &&
    ((element.textContent ?? '').trim().length >= 8 || element.querySelector('img, video, canvas') !== null);
  const isAlike = (one: DOMRect, other: DOMRect) =>
    Math.abs(one.width - other.width) <= one.width * 0.2 &&
    Math.abs(one.height - other.height) <= one.height * 0.4;

  let best: { elements: Element[]; area: number } = { elements: [], area: screen * 0.04 };
  const scope = root?.isConnected ? root : document.body;
  let nodesLeft = 3_000;
  const visit = (parent: Element): void => {
    if (nodesLeft-- <= 0 || parent.matches(away)) return;
    const kinds = new Map<string, Element[]>();
    for (const child of parent.children) {
      const box = child.getBoundingClientRect();
      if (box.bottom < 0 || box.top > innerHeight) continue;
      if (
        isExhibit(child, box) &&
        child.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      ) {
        const kind = kinds.get(child.tagName) ?? [];
        if (kind.length === 0 || isAlike(kind[0]!.getBoundingClientRect(), box)) kind.push(child);
        kinds.set(child.tagName, kind);
      }
      visit(child);
    }
    for (const elements of kinds.values()) {
      const boxes = elements.map((element) => element.getBoundingClientRect());
      const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
      if (elements.length >= 2 && elements.length <= 24 && area > best.area) best = { elements, area };
    }
  };
  visit(scope);

  const linesOf = (element: Element): DOMRect[] => {
    const lines: DOMRect[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node && lines.length < 60; node = walker.nextNode()) {
      if (!node.nodeValue?.trim()) continue;
      range.selectNodeContents(node);
      lines.push(...range.getClientRects());
    }
    return lines;
  };
  // An arrow of 22 by 30 px hangs below its point, to the right.
  const covers = (line: DOMRect, { x, y }: { x: number; y: number }) =>
    x + 24 > line.left && x - 4 < line.right && y + 32 > line.top && y - 4 < line.bottom;
  const restingPoint = (element: Element, box: DOMRect) => {
    const lines = linesOf(element);
    for (const down of [0.62, 0.74, 0.5, 0.84, 0.36, 0.22])
      for (const across of [0.78, 0.86, 0.66, 0.55]) {
        const point = { x: rounded(box.left + box.width * across), y: rounded(box.top + box.height * down) };
        const top = document.elementFromPoint(point.x, point.y);
        if (top && element.contains(top) && !lines.some((line) => covers(line, point))) return point;
      }
    return null;
  };
  return best.elements
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .toSorted((one, other) =>
      Math.abs(one.box.top - other.box.top) > 20
        ? one.box.top - other.box.top
        : one.box.left - other.box.left,
    )
    .flatMap(({ element, box }) => {
      const point = restingPoint(element, box);
      if (!point) return [];
      const { x, y, width, height } = box;
      return [
        { point, box: { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) } },
      ];
    });
}
