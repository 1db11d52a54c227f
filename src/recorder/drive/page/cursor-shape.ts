import type { CursorShape } from '../../contract/take-frame.ts';

/** Runs in the page: the cursor that the browser shows at a point of the viewport. It looks into shadow roots and frames of the same site. */
export function cursorShapeAt(x: number, y: number): CursorShape {
  let element = document.elementFromPoint(x, y);
  for (let inner = element; inner; ) {
    element = inner;
    const root: Document | ShadowRoot | null =
      inner instanceof HTMLIFrameElement ? inner.contentDocument : inner.shadowRoot;
    if (!root) break;
    const offset = inner instanceof HTMLIFrameElement ? inner.getBoundingClientRect() : { x: 0, y: 0 };
    const next: Element | null = root.elementFromPoint(x - offset.x, y - offset.y);
    inner = next === element ? null : next;
  }
  if (!element) return 'arrow';
  const { cursor } = getComputedStyle(element);
  if (cursor === 'pointer') return 'hand';
  if (cursor === 'text') return 'text';
  const isEditable = element.matches('textarea, [contenteditable=""], [contenteditable=true]');
  const isField =
    element instanceof HTMLInputElement && /text|email|password|search|url|tel|number/.test(element.type);
  return cursor === 'auto' && (isEditable || isField) ? 'text' : 'arrow';
}
