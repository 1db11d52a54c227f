import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { longestGlideMs } from '../pace/timing.ts';

/**
 * Films what the page does after a press, until it stands still. Where the page scrolls by itself, the camera pulls back and follows it
 * to the end. Where the press leads to another page, the old page is held until the new one is there. The rest comes after that, because
 * the viewer reads what is shown then.
 */
export async function* followPage(
  emitter: FrameEmitter,
  { speed, autoZoom }: { speed: number; autoZoom: boolean },
): Frames {
  const frameMs = 1000 / emitter.options.fps;
  const place = () =>
    emitter.document.isLeaving ? null : emitter.tab.ask(scrollPositions).catch(() => null);
  let at = await place();
  for (let leftMs = longestGlideMs; at !== null && leftMs > 0; leftMs -= frameMs) {
    yield* emitter.shoot(frameMs);
    const now = await place();
    if (now === null || (now.page === at.page && now.panes === at.panes)) break;
    if (autoZoom && emitter.operator.isZoomed && now.page !== at.page)
      emitter.moveCamera(emitter.operator.wide(emitter.timeMs), emitter.options.zoom.transitionMs / speed);
    at = now;
  }
  yield* emitter.shoot(Math.max(emitter.cameraLeftMs, emitter.document.leftMs));
}

/** Runs in the page: how far the window, and the panes in its middle, are scrolled. */
function scrollPositions(): { page: number; panes: number } {
  let panes = 0;
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (let pane = middle; pane && pane !== document.documentElement; pane = pane.parentElement)
    panes += pane.scrollLeft + pane.scrollTop;
  return { page: Math.round(scrollX + scrollY), panes: Math.round(panes) };
}
