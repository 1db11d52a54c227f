/**
 * Rests that live: nothing in a film stands still for longer than 2.5 s (`beats`). The camera comes close to what a deed has changed
 * (`changed-lines`), cursor and camera go from one of several like things to the next (`exhibits`), and a long rest drifts. `shoot-step`
 * and `take` come in. The page learns of nothing but a cursor that moves.
 */
import { exploring, type Rect } from '../../contract/take-frame.ts';
import { piecesAround } from '../camera/pieces.ts';
import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { planRest, type RestPlan } from './beats.ts';
import { leastSign, newWords, readWords } from './changed-lines.ts';
import { type Exhibit, exhibitsIn } from './exhibits.ts';
import type { RestSubject } from './rest-subject.ts';

/** A result is shown closer than the usual shot, since it is less than a section. */
const resultZoom = 1.45;

/** In less time, the camera would rush. */
const leastWayBackMs = 450;

/** Rests for `durationMs`, which the frames fill exactly. */
export async function* restAlive(emitter: FrameEmitter, durationMs: number, subject: RestSubject): Frames {
  yield* restBy(emitter, planRest(durationMs, emitter.stoodMs), subject);
}

/** The same with a plan that is known already. */
export async function* restBy(emitter: FrameEmitter, plan: RestPlan, subject: RestSubject): Frames {
  if (plan.firstMs >= leastWayBackMs) await pullBackToResult(emitter, plan.firstMs, subject);
  yield* emitter.shoot(plan.firstMs);
  let toVisit: Exhibit[] | null = null;
  for (let beat = 0; beat < plan.beats; beat++) {
    // A page that moves, or one that is about to go, needs no help.
    if (!emitter.isMoving && !emitter.document.isLeaving && !emitter.document.standsStill) {
      emitter.label = exploring;
      const isShown = beat === 0 && (await showResult(emitter, plan.moveMs, subject));
      if (!isShown) {
        toVisit ??= await exhibitsOf(emitter, subject);
        goOn(emitter, plan.moveMs, toVisit.shift() ?? null, subject);
      }
    }
    yield* emitter.shoot(plan.moveMs);
    emitter.expectStill(plan.stillMs);
    yield* emitter.shoot(plan.stillMs);
  }
}

/** A deed whose result stands outside of the close-up would look as if nothing had come of it: the camera pulls back to it at once. */
async function pullBackToResult(emitter: FrameEmitter, leftMs: number, subject: RestSubject): Promise<void> {
  const { operator, options, document, timeMs } = emitter;
  if (!subject.before || !operator.isZoomed || document.isLeaving || document.standsStill) return;
  const box = await resultOf(emitter, subject, leastSign);
  if (!box || operator.touches(box)) return;
  emitter.moveCamera(operator.standBack(box, timeMs), Math.min(options.zoom.transitionMs, leftMs));
}

/** Where the page says what it did not say before the deed; null where nothing is new. */
async function resultOf(
  { tab, options }: FrameEmitter,
  { before }: RestSubject,
  least?: number,
): Promise<Rect | null> {
  const now = before && (await readWords(tab));
  return before && now ? newWords(before, now, options.viewport, least) : null;
}

/** The camera comes close to what is new. */
async function showResult(emitter: FrameEmitter, moveMs: number, subject: RestSubject): Promise<boolean> {
  const { operator, options, tab, timeMs } = emitter;
  const box = options.zoom.enabled ? await resultOf(emitter, subject) : null;
  if (!box) return false;
  const { element } = subject;
  const pieces = element ? await piecesAround(tab, element) : [];
  return emitter.moveCamera(operator.frame(box, timeMs, resultZoom, pieces), moveMs);
}

/** The next movement: to the next thing of its kind, or else a drift. */
function goOn(emitter: FrameEmitter, moveMs: number, next: Exhibit | null, { mayPoint }: RestSubject): void {
  const { operator, options } = emitter;
  if (next && mayPoint && emitter.enterCursor()) emitter.moveCursor(next.point, moveMs);
  if (options.zoom.enabled) emitter.moveCamera(operator.lean(next?.box ?? null), moveMs);
}

async function exhibitsOf(emitter: FrameEmitter, { element, mayPoint }: RestSubject): Promise<Exhibit[]> {
  if (!mayPoint) return [];
  const { tab } = emitter;
  const own =
    element?.frame === tab.page.mainFrame() ? await tab.askOf(element, exhibitsIn).catch(() => []) : [];
  const all = own.length > 0 ? own : await tab.ask(exhibitsIn, null).catch(() => []);
  return all.filter(({ box }) => !holds(box, emitter.cursor) || !emitter.hasCursor);
}

const holds = (box: Rect, { x, y }: { x: number; y: number }) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
