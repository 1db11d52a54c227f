import sharp from 'sharp';
import { exploring, type StepLog, type TakeFrame } from '../recorder/contract/take-frame.ts';
import { mostStillMs } from '../recorder/contract/timing.ts';
import type { Finding } from './findings.ts';

/** An empty picture for a shorter time is a page that changes. */
const longestBlankMs = 1_000;
/** How often a picture is looked at. Each look takes about 4 ms. */
const lookEveryMs = 250;
/** Pictures are compared in this width. A word that changes shows; the noise of JPEG does not. */
const comparedWidth = 240;
/** A button looks pressed for so long, whatever it does. */
const heldDownMs = 400;
/** Of 255. The noise of JPEG stays below 6 at this size. */
const differs = 14;
/** A picture with less contrast than this, from its darkest to its lightest part, is empty. */
const leastContrast = 10;

interface Look {
  timeMs: number;
  /** What part of the page it shows. */
  clip: string;
  grey: Promise<Buffer>;
  /** The film explores what it shows: what changes is no effect of a press. */
  explores: boolean;
}
interface Press {
  timeMs: number;
  isInView: boolean;
  before: Look;
}

/**
 * Watches the frames of a film as they pass, and says afterwards what a viewer would find wrong with them.
 * @param size of the viewport in CSS px
 */
export function watchFilm(size: { width: number; height: number }) {
  const looks: Look[] = [];
  const presses: Press[] = [];
  const stands: { fromMs: number; toMs: number }[] = [];
  let picture: TakeFrame | null = null;
  let still = { of: '', fromMs: 0 };

  const lookAt = (timeMs: number, { image, clip, timeMs: sinceMs }: TakeFrame, explores = false): Look => {
    const last = looks.at(-1);
    // A picture that is valid still was looked at already.
    const grey = last && sinceMs <= last.timeMs ? last.grey : greyOf(image!);
    const look = { timeMs, clip: Object.values(clip).join(), grey, explores };
    looks.push(look);
    return look;
  };
  return {
    note(frame: TakeFrame): void {
      const earlier = picture;
      if (frame.image) picture = frame;
      if (!picture) return;
      const { camera, cursor, caption, timeMs, click } = frame;
      const stance = JSON.stringify([camera, cursor, caption]);
      if (frame.image || click || stance !== still.of) still = { of: stance, fromMs: timeMs };
      else if (timeMs - still.fromMs > mostStillMs) {
        if (stands.at(-1)?.fromMs === still.fromMs) stands.pop();
        stands.push({ fromMs: still.fromMs, toMs: timeMs });
      }
      // The picture of the press itself may show the button held down.
      if (click && earlier)
        presses.push({ timeMs, isInView: isInView(frame, size), before: lookAt(timeMs, earlier) });
      else if (timeMs - (looks.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY) >= lookEveryMs)
        lookAt(timeMs, picture, frame.stepLabel === exploring);
    },
    /**
     * @param steps the recording log of the film
     * @param leads how long the film's opening and closing last, in which the page need not move
     */
    async findings(
      steps: readonly StepLog[],
      leads: { leadInMs: number; leadOutMs: number },
    ): Promise<Finding[]> {
      const greys = await Promise.all(looks.map(({ grey }) => grey));
      const endMs = (looks.at(-1)?.timeMs ?? 0) - leads.leadOutMs;
      return [
        ...blanks(looks, greys),
        ...(await deadPresses(presses, looks, steps)),
        ...presses
          .filter(({ isInView }) => !isInView)
          .slice(0, 1)
          .map(({ timeMs }) =>
            about(steps[pressAt(steps, timeMs)], timeMs, 'out_of_view', 'is outside of the picture'),
          ),
        ...standing(stands, leads.leadInMs, endMs),
      ];
    },
  };
}

/** The picture in grey, {@link comparedWidth} wide. libjpeg reads it at an eighth of its size, which makes it quick. */
const greyOf = (jpeg: Buffer): Promise<Buffer> =>
  sharp(jpeg).resize({ width: comparedWidth }).greyscale().raw().toBuffer();

function isInView(
  { click, camera }: TakeFrame,
  { width, height }: { width: number; height: number },
): boolean {
  const [halfWidth, halfHeight] = [width / camera.zoom / 2, height / camera.zoom / 2];
  // Around the page the stage is seen too, so that a little beside the page's part is still in the picture.
  const [besideX, besideY] = [halfWidth * 0.25, halfHeight * 0.25];
  return (
    click !== null &&
    Math.abs(click.x - camera.x) <= halfWidth + besideX &&
    Math.abs(click.y - camera.y) <= halfHeight + besideY
  );
}

function blanks(looks: readonly Look[], greys: readonly Buffer[]): Finding[] {
  let fromMs: number | null = null;
  for (const [index, { timeMs }] of looks.entries()) {
    fromMs = isBlank(greys[index]!) ? (fromMs ?? timeMs) : null;
    if (fromMs !== null && timeMs - fromMs >= longestBlankMs)
      return [{ code: 'blank_picture', message: `The video shows an empty page at ${seconds(fromMs)}.` }];
  }
  return [];
}

function isBlank(grey: Buffer): boolean {
  let [least, most] = [255, 0];
  for (const value of grey) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least < leastContrast;
}

/** Presses after which nothing was seen to change until the next step acted. */
async function deadPresses(
  presses: readonly Press[],
  looks: readonly Look[],
  steps: readonly StepLog[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { timeMs, before } of presses) {
    const index = pressAt(steps, timeMs);
    const step = steps[index];
    if (!step || step.message !== null) continue;
    const next = steps.slice(index + 1).find(({ type, status }) => status !== 'skipped' && acts.has(type));
    // Whoever presses a field to type into it sees the text.
    if (next?.type === 'change' || next?.type === 'keyDown') continue;
    const untilMs = next?.startMs ?? Number.POSITIVE_INFINITY;
    const after = looks.filter(
      (look) => !look.explores && look.timeMs > timeMs + heldDownMs && look.timeMs <= untilMs,
    );
    // A camera that moves shows something else in any case.
    if (after.length < 2 || after.some(({ clip }) => clip !== before.clip)) continue;
    const changes = await Promise.all(after.map(async ({ grey }) => isOther(await before.grey, await grey)));
    if (changes.some(Boolean)) continue;
    found.push(about(step, timeMs, 'nothing_happened', 'changes nothing that is seen'));
  }
  return found;
}

const isPress = ({ type, status }: StepLog) =>
  (type === 'click' || type === 'doubleClick') && (status === 'ok' || status === 'healed');
const acts = new Set(['navigate', 'click', 'doubleClick', 'change', 'keyDown', 'hover', 'scroll']);

function isOther(one: Buffer, other: Buffer): boolean {
  if (one.length !== other.length) return true;
  for (let at = 0; at < one.length; at++) if (Math.abs(one[at]! - other[at]!) >= differs) return true;
  return false;
}

/** The step that pressed at this moment. */
const pressAt = (steps: readonly StepLog[], timeMs: number) =>
  steps.findIndex((step) => step.startMs <= timeMs && timeMs <= step.endMs && isPress(step));

function about(
  step: StepLog | undefined,
  timeMs: number,
  code: 'nothing_happened' | 'out_of_view',
  fault: string,
): Finding {
  const named = step?.intent ? `The press of “${step.intent}”` : `The press at ${seconds(timeMs)}`;
  return { code, message: `${named} ${fault}.`, ...(step && { step: step.step }) };
}

function standing(
  stands: readonly { fromMs: number; toMs: number }[],
  leadInMs: number,
  endMs: number,
): Finding[] {
  const lengths = stands.map(({ fromMs, toMs }) => ({
    fromMs: Math.max(fromMs, leadInMs),
    lengthMs: Math.min(toMs, endMs) - Math.max(fromMs, leadInMs),
  }));
  const longest = lengths.toSorted((one, other) => other.lengthMs - one.lengthMs)[0];
  if (!longest || longest.lengthMs <= mostStillMs) return [];
  return [
    {
      code: 'stands_still',
      message: `Nothing moves for ${seconds(longest.lengthMs)} from ${seconds(longest.fromMs)} on.`,
    },
  ];
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
