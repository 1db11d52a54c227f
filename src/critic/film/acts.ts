import type { StepLog } from '../../recorder/contract/take-frame.ts';
import type { Finding, FindingCode } from '../findings.ts';
import { isOther, isSameClip, isSameView, type Look, otherPixels } from './look.ts';

/** A button looks pressed for so long, whatever it does. */
const heldDownMs = 400;
/** Of 36,000 pixels. A button that got the focus changes fewer. */
const leastOutcome = 60;

export interface Press {
  timeMs: number;
  isInView: boolean;
  before: Look;
}

/** Something that a step did, and that is seen. */
export interface Effect {
  step: StepLog;
  /** When it was done. */
  timeMs: number;
  /** What is seen then, until something else is done or the film goes elsewhere. */
  after: Look[];
}

/** Presses after which nothing was seen to change until the next step acted. */
export async function deadPresses(
  presses: readonly Press[],
  looks: readonly Look[],
  steps: readonly StepLog[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const press of presses) {
    const { timeMs, before } = press;
    const index = pressAt(steps, timeMs);
    const step = steps[index];
    if (!step || step.message !== null) continue;
    const next = steps.slice(index + 1).find(({ type, status }) => status !== 'skipped' && acts.has(type));
    // Whoever presses a field to type into it sees the text.
    if (next?.type === 'change' || next?.type === 'keyDown') continue;
    const untilMs = next?.startMs ?? Number.POSITIVE_INFINITY;
    const after = looks.filter((look) => look.timeMs > timeMs + heldDownMs && look.timeMs <= untilMs);
    if (after.some(({ place }) => place !== before.place)) continue;
    const told = await Promise.all(
      after.map(async (look) => ({ explores: look.explores, changed: await isChanged(press, look) })),
    );
    const calm = told.filter(({ explores }) => !explores);
    if (calm.some(({ changed }) => changed === true)) continue;
    if (told.filter(({ changed }) => changed === false).length < 2) continue;
    // A camera that moves may show what cannot be compared. Then the last picture that can be has to be as it was.
    const last = told.findLast(({ changed }) => changed !== null);
    if (calm.some(({ changed }) => changed === null) && last?.changed !== false) continue;
    found.push(about(step, timeMs, 'nothing_happened', 'changes nothing that is seen'));
  }
  return found;
}

/** Whether a look shows something else than the page at the press; null where it shows another part of it. */
const isChanged = async ({ before }: Press, look: Look): Promise<boolean | null> =>
  isSameClip(before.clip, look.clip) ? isOther(await before.grey, await look.grey) : null;

/** What the film's last deed has changed that is seen; null where nothing is, or where the picture does not tell. */
export async function lastEffect(
  presses: readonly Press[],
  looks: readonly Look[],
  steps: readonly StepLog[],
): Promise<Effect | null> {
  for (const step of steps.filter(isDeed).toReversed()) {
    const press = presses.find(({ timeMs }) => step.startMs <= timeMs && timeMs <= step.endMs);
    const timeMs = press?.timeMs ?? step.endMs;
    const before = press?.before ?? looks.findLast((look) => look.timeMs <= step.startMs);
    const next = steps.slice(step.step + 1).find((later) => isDeed(later));
    const later = looks.filter(
      (look) =>
        look.timeMs > timeMs + heldDownMs && look.timeMs <= (next?.startMs ?? Number.POSITIVE_INFINITY),
    );
    if (!before || later.length === 0) continue;
    const [first] = later;
    const after = later.filter(({ place }) => place === first!.place);
    if (first!.place !== before.place) return { step, timeMs, after };
    for (const look of after.filter((one) => isSameView(one, before) && !one.explores))
      if (otherPixels(await before.grey, await look.grey) >= leastOutcome) return { step, timeMs, after };
  }
  return null;
}

/** The step that pressed at this moment. */
export const pressAt = (steps: readonly StepLog[], timeMs: number): number =>
  steps.findIndex((step) => step.startMs <= timeMs && timeMs <= step.endMs && isPress(step));

export function about(
  step: StepLog | undefined,
  timeMs: number,
  code: FindingCode,
  fault: string,
  what = 'The press',
): Finding {
  const named = step?.intent ? `${what} of “${step.intent}”` : `${what} at ${seconds(timeMs)}`;
  return { code, message: `${named} ${fault}.`, ...(step && { step: step.step }) };
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const wasPlayed = ({ status }: StepLog) => status === 'ok' || status === 'healed';
const isPress = (step: StepLog) => /^(?:click|doubleClick)$/.test(step.type) && wasPlayed(step);
/** Whether a step does something to the page. */
export const isDeed = (step: StepLog): boolean =>
  /^(?:click|doubleClick|change|keyDown)$/.test(step.type) && wasPlayed(step);
const acts = new Set(['navigate', 'click', 'doubleClick', 'change', 'keyDown', 'hover', 'scroll']);
