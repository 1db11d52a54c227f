import type { TakeFrame } from '../../contract/take-frame.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import { longestGlideMs } from '../pace/timing.ts';

/**
 * A page that a press sets gliding is followed until it stands, from afar, and one that it leads away from until the next is
 * there: what is shown is read from then on.
 */
export async function* comeToRest(
  emitter: FrameEmitter,
  { speed, autoZoom }: { speed: number; autoZoom: boolean },
): AsyncGenerator<TakeFrame, void, void> {
  const frameMs = 1000 / emitter.options.fps;
  const place = () => (emitter.isLeaving ? null : emitter.tab.ask(whereScrolled).catch(() => null));
  let at = await place();
  for (let leftMs = longestGlideMs; at !== null && leftMs > 0; leftMs -= frameMs) {
    yield* emitter.shoot(frameMs);
    const now = await place();
    if (now === null || (now.page === at.page && now.panes === at.panes)) break;
    if (autoZoom && emitter.operator.isZoomed && now.page !== at.page)
      emitter.moveCamera(emitter.operator.wide(emitter.timeMs), emitter.options.zoom.transitionMs / speed);
    at = now;
  }
  // What is read is the page that comes.
  yield* emitter.shoot(Math.max(emitter.cameraLeftMs, emitter.farewellLeftMs));
}

/** Of the window, and of the panes in its middle. */
function whereScrolled(): { page: number; panes: number } {
  let panes = 0;
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (let pane = middle; pane && pane !== document.documentElement; pane = pane.parentElement)
    panes += pane.scrollLeft + pane.scrollTop;
  return { page: Math.round(scrollX + scrollY), panes: Math.round(panes) };
}
