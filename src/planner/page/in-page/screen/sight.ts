import type { Dom } from '../document/dom.ts';
import type { Drawing, Drawn, Edges } from './signs/drawing.ts';

/** The box that alone can be used, and the sheet around it that keeps the rest from being used. */
export interface Modal {
  sheet: Element;
  box: Drawn;
  /** The sheet cannot be seen. */
  isPlain: boolean;
}

/** Says what lies above what: whether a point of an element can be pressed, and which box keeps the rest from being used. */
export class Sight {
  private readonly dom: Dom;
  private readonly drawing: Drawing;

  constructor(dom: Dom, drawing: Drawing) {
    this.dom = dom;
    this.drawing = drawing;
  }

  /** The innermost element at a point of the viewport, in shadow trees too. */
  at(x: number, y: number): Element | null {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) return found;
      found = inner;
    }
    return found;
  }

  /** Whether something else lies above all of the element that is in view. False for what has to be scrolled to first. */
  isCovered({ element, inView }: Drawn): boolean {
    if (!inView) return false;
    return !this.points(inView).some(([x, y]) => this.leadsTo(this.at(x, y), element));
  }

  private points({ left, top, right, bottom }: Edges): [number, number][] {
    const [width, height] = [right - left, bottom - top];
    const at = (x: number, y: number): [number, number] => [left + width * x, top + height * y];
    const middle = at(0.5, 0.5);
    return width < 12 && height < 12
      ? [middle]
      : [middle, at(0.15, 0.5), at(0.85, 0.5), at(0.5, 0.2), at(0.5, 0.8)];
  }

  /**
   * A press on what is inside the element, or on what the element is drawn in, is a press on the element: text lets presses
   * through to its button, and the label of a box passes them on.
   */
  private leadsTo(hit: Element | null, element: Element): boolean {
    if (!hit) return false;
    if (hit === element || this.isInside(hit, element)) return true;
    const isPassed =
      this.dom.style(element).pointerEvents === 'none' || element.namespaceURI !== hit.namespaceURI;
    if (isPassed && this.isInside(element, hit)) return true;
    const label = hit.closest('label');
    return label !== null && (label.control === element || label.contains(element));
  }

  private isInside(inner: Element, outer: Element): boolean {
    return outer.contains(inner) || this.dom.up(inner, (one) => (one === outer ? true : undefined)) === true;
  }

  /**
   * The outermost box above everything else, while the rest cannot be used: what lies above a sheet that covers the viewport, or a form that lies on
   * a layer that cannot be seen. Null where there is none.
   */
  modal(): Modal | null {
    const corners = [
      [4, 4],
      [this.dom.viewport.width - 4, 4],
      [4, this.dom.viewport.height - 4],
      [this.dom.viewport.width - 4, this.dom.viewport.height - 4],
    ] as const;
    const hits = corners.map(([x, y]) => this.at(x, y)).filter((hit) => hit !== null);
    const native = document.querySelector('dialog:modal');
    const nativeBox = native && this.drawing.of(native);
    if (nativeBox) return { sheet: native, box: nativeBox, isPlain: false };
    for (const hit of hits) {
      const sheet = this.sheetAround(hit);
      // What covers another corner lies above the sheet, as a drawer does.
      if (!sheet || hits.filter((one) => sheet.contains(one)).length < 2) continue;
      const box = this.boxAbove(sheet);
      if (box) return { sheet, box, isPlain: false };
    }
    const [catcher] = hits;
    if (!catcher || !hits.every((hit) => hit === catcher) || !this.catches(catcher)) return null;
    const box = this.boxAbove(catcher);
    return box?.inView && this.isForm(box.element) && this.holdsNothingElse(catcher, box.element)
      ? { sheet: catcher, box, isPlain: true }
      : null;
  }

  /** Whether an element that cannot be seen lies over the whole page, so that a press beside a menu closes the menu and does nothing else. */
  private catches(element: Element): boolean {
    const { position, backgroundColor, backgroundImage } = this.dom.style(element);
    const { width, height } = element.getBoundingClientRect();
    return (
      position === 'fixed' &&
      width >= 0.97 * this.dom.viewport.width &&
      height >= 0.97 * this.dom.viewport.height &&
      /^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) &&
      backgroundImage === 'none' &&
      document.elementsFromPoint(4, 4).some((below) => !below.contains(element) && !element.contains(below))
    );
  }

  /** Whether a box asks for several values, or for a day beside one. A menu and a list, which may have a field to search it, do not. */
  private isForm(box: Element): boolean {
    const entries = box.querySelectorAll(
      'input:not([type="checkbox"], [type="radio"], [type="hidden"]), select, textarea, [role="combobox"], [contenteditable="true"]',
    ).length;
    const days = [...box.querySelectorAll('*')].filter(
      ({ childElementCount, textContent }) =>
        childElementCount === 0 && /^\s*\d{1,2}\s*$/.test(textContent ?? ''),
    ).length;
    return entries > 1 || (entries === 1 && days >= 28);
  }

  /** The frame of an application may lie above a picture of its own, and holds everything. */
  private holdsNothingElse(layer: Element, box: Element): boolean {
    return [...layer.querySelectorAll('a[href], button, input, select, textarea')].every((one) =>
      box.contains(one),
    );
  }

  private sheetAround(hit: Element): Element | null {
    for (let at: Element | null = hit; at && at !== document.body; at = this.dom.parent(at)) {
      const style = this.dom.style(at);
      if (!/^(fixed|absolute)$/.test(style.position)) continue;
      const rect = at.getBoundingClientRect();
      const covers =
        rect.width >= 0.97 * this.dom.viewport.width && rect.height >= 0.97 * this.dom.viewport.height;
      if (covers && (this.isSheet(at, style) || this.isAboveSheet(at))) return at;
    }
    return null;
  }

  /** A see-through layer that holds the box may lie above the sheet, which has an element of its own. */
  private isAboveSheet(layer: Element): boolean {
    const { backgroundColor, backgroundImage } = this.dom.style(layer);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) || backgroundImage !== 'none') return false;
    const below = document.elementsFromPoint(4, 4).find((one) => !layer.contains(one));
    if (!below || below.contains(layer)) return false;
    const rect = below.getBoundingClientRect();
    const covers =
      rect.width >= 0.97 * this.dom.viewport.width && rect.height >= 0.97 * this.dom.viewport.height;
    const style = this.dom.style(below);
    return covers && /^(fixed|absolute)$/.test(style.position) && this.isSheet(below, style);
  }

  /** A sheet lets the page shine through. The frame of an application covers the viewport too, but hides what is below. */
  private isSheet(element: Element, style: CSSStyleDeclaration): boolean {
    const alpha = /rgba\(.*,\s*([\d.]+)\)$|\/\s*([\d.]+)\)$/.exec(style.backgroundColor);
    const shines = alpha !== null && Number(alpha[1] ?? alpha[2]) > 0.04 && Number(alpha[1] ?? alpha[2]) < 1;
    const isFaded = Number(style.opacity) < 1 && style.backgroundColor !== 'rgba(0, 0, 0, 0)';
    const isBlurred = style.backdropFilter !== '' && style.backdropFilter !== 'none';
    return shines || isFaded || isBlurred || this.wraps(element);
  }

  /** A see-through layer may hold a sheet and the box beside each other. */
  private wraps(element: Element): boolean {
    return (
      element.matches('[role="dialog"], [role="alertdialog"], [aria-modal="true"]') ||
      element.querySelector(':scope > [aria-modal="true"], :scope > [role="dialog"]') !== null
    );
  }

  /** The outermost box with a background of its own, on the sheet or after it. */
  private boxAbove(sheet: Element): Drawn | null {
    const within = this.drawing.of(sheet);
    const after: Element[] = [];
    for (let next = sheet.nextElementSibling; next; next = next.nextElementSibling) after.push(next);
    const roots = [...(within?.children ?? []), ...after.flatMap((one) => this.drawing.of(one) ?? [])];
    const queue = [...roots];
    for (let box = queue.shift(); box; box = queue.shift()) {
      if (box.isShown && box.box.width >= 80 && box.box.height >= 40 && this.isBox(box)) return box;
      queue.push(...box.children);
    }
    return null;
  }

  private isBox(drawn: Drawn): boolean {
    const { width, height } = drawn.box;
    const isSmaller = width < 0.97 * this.dom.viewport.width || height < 0.97 * this.dom.viewport.height;
    const isSolid = !/^(transparent|rgba\(.*, 0(\.\d+)?\))$/.test(drawn.style.backgroundColor);
    const isNamed = drawn.element.matches('[role="dialog"], [role="alertdialog"], [aria-modal="true"]');
    return (isNamed || (isSolid && isSmaller)) && !this.isCovered(drawn);
  }

  /**
   * Whether something stands at coordinates of its own, as on a canvas. Lists that draw only what is in view give their rows one
   * coordinate.
   */
  isPlaced({ element, style }: Drawn): boolean {
    if (!(element instanceof HTMLElement) || style.position !== 'absolute') return false;
    const { left, top, transform } = element.style;
    const moved = /translate(?:3d)?\(\s*(-?[\d.]+)[^,]*,\s*(-?[\d.]+)/.exec(transform);
    const isGiven = (at: string | undefined) => Number.parseFloat(at ?? '') > 0;
    return isGiven(moved?.[1] ?? left) && isGiven(moved?.[2] ?? top);
  }
}
