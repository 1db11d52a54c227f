import { shorten } from '../../../text.ts';
import { RecordingFault } from '../../contract/fault.ts';
import type { Selectors, Step } from '../../contract/script.ts';
import { type Found, isFound, type Lost } from '../element/found.ts';
import { identify, locate } from '../element/locate.ts';
import type { FrameEmitter } from '../frame-emitter.ts';

// How long the film waits off camera for an element that a script or an animation is about to show.
const appearMs = 3_000;

/** The element of a step, or null where the page does not show it in time. The wait is off camera. */
export async function findTarget(
  emitter: FrameEmitter,
  step: Step,
  selectors: Selectors,
): Promise<Found | null> {
  const result = await search(emitter, step, selectors);
  return isFound(result) ? result : null;
}

/**
 * The element of a step that cannot be shown without it, such as a click. Another element is never pressed in its place.
 * @throws RecordingFault `element_missing`
 */
export async function requireTarget(emitter: FrameEmitter, step: Step, selectors: Selectors): Promise<Found> {
  const result = await search(emitter, step, selectors);
  if (isFound(result)) return result;
  const what = step.showreel?.name ?? step.showreel?.intent ?? firstSelector(selectors);
  const url = emitter.session.page.url();
  throw new RecordingFault(
    'element_missing',
    result.lost === 'missing'
      ? `The page ${url} no longer has the element "${what}" that the script acts on.${otherFrameHint(step)}`
      : `The page ${url} has several elements that could be "${what}", and nothing tells which one is meant: ${result.candidates.join('; ')}.`,
  );
}

async function search(emitter: FrameEmitter, step: Step, selectors: Selectors): Promise<Found | Lost> {
  const { tab } = emitter;
  const deadlineMs = Math.min(step.timeout ?? appearMs, 15_000);
  for (let waitedMs = 0; ; waitedMs += 100) {
    const result = await locate(tab, step, selectors);
    if (isFound(result)) {
      // The identity is read before the step changes the element: an open menu is not similar to a closed one.
      const identity = await identify(tab, step, result.element).catch(() => undefined);
      return { ...result, ...(identity && { identity }) };
    }
    if (waitedMs >= deadlineMs) return result;
    await tab.clock.idle(100);
  }
}

/** Recorder writes a frame of another site and another tab in the same way. The page alone shows which of them it was. */
const otherFrameHint = ({ target }: Step) =>
  target === undefined || target === 'main'
    ? ''
    : ` It was recorded in ${shorten(target, 200)}, which is no frame of this page now; other tabs and windows are not filmed.`;

const firstSelector = (selectors: Selectors) => {
  const [first] = selectors;
  return Array.isArray(first) ? first.join(' ') : (first ?? '');
};
