import type { Point, Rect } from '../../contract/take-frame.ts';
import type { Found } from '../element/found.ts';
import type { FrameEmitter } from '../frame-emitter.ts';

/**
 * The point at which to press an element: the script's offset, or else the middle. Where something covers that point, it is the first
 * point around it that is not covered.
 */
export async function pressPoint(
  emitter: FrameEmitter,
  found: Found,
  box: Rect,
  offset: Point | undefined,
): Promise<Point> {
  const { width, height } = emitter.options.viewport;
  const isInside = offset && offset.x > 0 && offset.y > 0 && offset.x < box.width && offset.y < box.height;
  const middle = isInside
    ? { x: box.x + offset.x, y: box.y + offset.y }
    : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const spots = [middle, ...spotsOn(box)];
  const within = spots
    .map((spot) => ({
      x: Math.min(width - 3, Math.max(3, spot.x)),
      y: Math.min(height - 3, Math.max(3, spot.y)),
    }))
    .filter(({ x, y }) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height);
  const [first] = within;
  if (!first)
    return { x: Math.min(width - 3, Math.max(3, middle.x)), y: Math.min(height - 3, Math.max(3, middle.y)) };
  if (found.element.frame !== emitter.tab.page.mainFrame()) return first;
  const free = await emitter.tab.askOf(found.element, firstUncovered, within).catch(() => 0);
  return within[Math.max(0, free)] ?? first;
}

/** Whether all of the element lies below something else, such as a sticky header. */
export async function isCovered(emitter: FrameEmitter, found: Found): Promise<boolean> {
  if (found.element.frame !== emitter.tab.page.mainFrame()) return false;
  const free = await emitter.tab.askOf(found.element, firstUncovered, spotsOn(found.box)).catch(() => 0);
  return free < 0;
}

/** How long the film waits, off camera, for a message to go that lies over what is to be pressed. Most stay for 3 to 5 s. */
const messageMs = 7_000;
const lookMs = 250;

/** Waits while a message that stands by itself, such as “Saved” at the foot of the window, lies over all of the element. */
export async function untilUncovered(emitter: FrameEmitter, found: Found): Promise<void> {
  const { tab } = emitter;
  if (found.element.frame !== tab.page.mainFrame()) return;
  for (let waitedMs = 0; waitedMs < messageMs; waitedMs += lookMs) {
    if (!(await tab.askOf(found.element, liesBelowMessage, spotsOn(found.box)).catch(() => false))) return;
    await tab.clock.idle(lookMs);
  }
}

function spotsOn(box: Rect): Point[] {
  return [0.5, 0.25, 0.75].flatMap((down) =>
    [0.5, 0.2, 0.8].map((across) => ({ x: box.x + box.width * across, y: box.y + box.height * down })),
  );
}

/** Runs in the page: the index of the first of the points at which a press reaches the element, or -1. */
function firstUncovered(element: Element, spots: { x: number; y: number }[]): number {
  return spots.findIndex(({ x, y }) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner: Element | null = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    if (!hit) return false;
    const label = hit.closest('label');
    return (
      element.contains(hit) ||
      label?.contains(element) === true ||
      (hit.contains(element) && !cutOff(hit, x, y))
    );
  });
  // What is around the element gets a press for it, as long as no pane in between cuts the element off there.
  function cutOff(around: Element, x: number, y: number): boolean {
    for (let at = element.parentElement; at && at !== around; at = at.parentElement) {
      const { left, right, top, bottom } = at.getBoundingClientRect();
      const clips = getComputedStyle(at).overflow !== 'visible';
      if (clips && (x < left || x > right || y < top || y > bottom)) return true;
    }
    return false;
  }
}

/** Runs in the page: whether all points of the element lie below something that stands still while the page scrolls, and is no larger than a message. */
function liesBelowMessage(element: Element, spots: { x: number; y: number }[]): boolean {
  const around = new Set<Node>();
  for (let at: Node | null = element; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null))
    around.add(at);
  return spots.every(({ x, y }) => {
    for (let at = document.elementFromPoint(x, y); at; at = at.parentElement) {
      if (around.has(at)) return false;
      const { width, height } = at.getBoundingClientRect();
      if (getComputedStyle(at).position === 'fixed') return width * height < 0.2 * innerWidth * innerHeight;
    }
    return false;
  });
}
