import type { Page } from 'puppeteer-core';
import type { Selectors, StepNote } from '../recorder/contract/script.ts';
import { isPressable, observe } from './page/observe.ts';
import { openPageClient } from './page/page-client.ts';
import type { Box, Control, PageView, Part } from './page/view.ts';
import { aimWith } from './storyboard/aim.ts';
import type { Target } from './storyboard/shots.ts';

/** Something on the screen that a person may point at, as a script names it. */
export interface ScreenTarget {
  name: string;
  role: string;
  selectors: Selectors;
  /** The path to the frame that it is in; absent in the page's own document. */
  frame?: number[];
  note: StepNote;
  /** Where it is in the viewport, in CSS pixels. */
  box: Box;
}

/** More than that nobody can tell apart on a still. */
const mostTargets = 40;
const leastSidePx = 8;

/**
 * Reads what is on the screen now. A person may point at what can be pressed or filled in, and at headings, cards and pictures. What pays,
 * deletes, signs out or leaves the site is left out, as the planner leaves it alone. The accessibility tree is not asked: for 40 elements
 * it would take longer than the scene, and the names of the in-page reader are good enough for alternate selectors.
 */
export async function readTargets(page: Page, signal: AbortSignal): Promise<ScreenTarget[]> {
  const client = await openPageClient(page, signal);
  try {
    client.accessibility.leaveAlone();
    const view = await observe(client, page.url());
    const aim = aimWith(client);
    const { controls, parts } = onScreen(view);
    const made = await Promise.all([
      ...controls.map((control) => named(control.box, control.role, aim.control(control))),
      ...parts.map((part) => named(part.box, part.kind, aim.part(part))),
    ]);
    return distinct(made.filter((one) => one !== null)).map((one) => inViewport(one, view));
  } finally {
    await client.close();
  }
}

function onScreen(view: PageView): { controls: Control[]; parts: Part[] } {
  const controls = view.controls.filter(
    (control) =>
      control.visible && isPressable(control) && control.name.trim() !== '' && isSeen(control.box, view),
  );
  const parts = view.sections.flatMap((section) =>
    section.parts.filter(({ kind, box }) => kind !== 'grid' && isSeen(box, view)),
  );
  const shown = controls.slice(0, mostTargets);
  return { controls: shown, parts: parts.slice(0, mostTargets - Math.min(shown.length, mostTargets / 2)) };
}

/** Whether the middle of it is on the screen, and it does not fill the screen. */
function isSeen({ x, y, width, height }: Box, { scroll, viewport }: PageView): boolean {
  const [middleX, middleY] = [x + width / 2 - scroll.x, y + height / 2 - scroll.y];
  const isInside = middleX > 0 && middleX < viewport.width && middleY > 0 && middleY < viewport.height;
  const isLarge = width > 0.95 * viewport.width && height > 0.8 * viewport.height;
  return isInside && !isLarge && width >= leastSidePx && height >= leastSidePx;
}

/** Null for what has gone meanwhile. */
async function named(box: Box, role: string, target: Promise<Target>): Promise<ScreenTarget | null> {
  try {
    const { note, ...rest } = await target;
    return { name: note.name?.trim() || role, role: note.role ?? role, ...rest, note, box };
  } catch {
    return null;
  }
}

/** A card that is one link, and the link, are one thing to whoever points at it. */
function distinct(targets: readonly ScreenTarget[]): ScreenTarget[] {
  const isSame = (a: Box, b: Box) =>
    Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.width - b.width) + Math.abs(a.height - b.height) <
    16;
  return targets
    .filter((one, index) => !targets.slice(0, index).some(({ box }) => isSame(box, one.box)))
    .slice(0, mostTargets);
}

const inViewport = ({ box, ...target }: ScreenTarget, { scroll }: PageView): ScreenTarget => ({
  ...target,
  box: { ...box, x: box.x - scroll.x, y: box.y - scroll.y },
});
