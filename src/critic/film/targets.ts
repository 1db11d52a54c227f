import { onOutput, type StageLayout } from '../../recorder/contract/stage-layout.ts';
import type { Rect, StepLog, TakeFrame, Viewport } from '../../recorder/contract/take-frame.ts';
import { exploring } from '../../recorder/contract/take-frame.ts';
import type { Finding } from '../findings.ts';
import { about } from './acts.ts';
import { captionBox } from './caption-box.ts';

/** A target of which less than this part is seen is cut off, measured by what can be seen of it at once. */
const leastSeen = 0.6;
/** Of which less than this is seen is not in the picture. */
const nothingSeen = 0.08;
/** A caption that covers this part of what is seen of the target is in its way, if it stays for so long. */
const mostCovered = 0.3;
const coveredMs = 700;
/** A target that the film only passes is not looked at. */
const leastShownMs = 250;

/** How a frame shows what the film acts on. */
interface Sample {
  timeMs: number;
  target: Rect;
  /** The part of the target that is seen, of what can be seen of it at once. */
  seen: number;
  rests: boolean;
  isCovered: boolean;
  /** Pixels of the film for each CSS pixel. */
  scale: number;
}

/** What one step acted on, and how it was shown. */
export interface Shown {
  step: StepLog;
  target: Rect;
  scale: number;
}

/** Watches how the film shows what it acts on or speaks of. */
export function watchTargets(stage: StageLayout, viewport: Viewport) {
  const samples: Sample[] = [];
  let camera = '';
  // Of a target that is larger than the page's part of the picture, only so much can be seen at once.
  const whole = {
    width: Math.min(stage.width, viewport.width * stage.scale),
    height: Math.min(stage.height, viewport.height * stage.scale),
  };
  return {
    note({ timeMs, target, caption, stepLabel, ...frame }: TakeFrame): void {
      const stance = JSON.stringify(frame.camera);
      const rests = stance === camera;
      camera = stance;
      if (!target || target.width < 2 || target.height < 2 || stepLabel === exploring) return;
      const there = onOutput(stage, frame.camera, target);
      const page = onOutput(stage, frame.camera, {
        ...{ x: 0, y: 0, width: viewport.width, height: viewport.height },
      });
      const inPicture = overlap(seenRect(stage, page), there);
      const most =
        Math.min(1, whole.width / target.width / stage.scale) *
        Math.min(1, whole.height / target.height / stage.scale);
      const box = caption?.trim() ? captionBox(stage, caption) : null;
      samples.push({
        timeMs,
        target,
        rests,
        seen: Math.min(1, areaOf(inPicture) / areaOf(there) / most),
        isCovered:
          box !== null && areaOf(overlap(box, inPicture)) >= mostCovered * Math.max(1, areaOf(inPicture)),
        scale: stage.scale * frame.camera.zoom,
      });
    },
    /** What each step acted on, as it was shown when the camera had come to it. */
    shown: (steps: readonly StepLog[]): Shown[] =>
      bySteps(samples, steps).map(({ step, samples: own }) => {
        const closest = own.filter(({ rests }) => rests).toSorted((one, other) => other.scale - one.scale)[0];
        const { target, scale } = closest ?? own.at(-1)!;
        return { step, target, scale };
      }),
    findings(steps: readonly StepLog[]): Finding[] {
      const found = bySteps(samples, steps).flatMap(({ step, samples: own }) => judge(step, own));
      return onceEach(found);
    },
  };
}

function judge(step: StepLog, samples: readonly Sample[]): Finding[] {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  if (last.timeMs - first.timeMs < leastShownMs) return [];
  const frameMs = (last.timeMs - first.timeMs) / Math.max(1, samples.length - 1);
  const found: Finding[] = [];
  // What is seen while the camera is still on its way does not count, unless it never rests.
  const moved = samples.findLastIndex(({ rests }) => !rests);
  const rested = samples.slice(moved + 1);
  const seen = Math.max(...(rested.length > 0 ? rested : [last]).map((sample) => sample.seen));
  if (seen < nothingSeen)
    found.push(about(step, first.timeMs, 'out_of_view', 'is not in the picture', 'The subject'));
  else if (seen < leastSeen)
    found.push(about(step, first.timeMs, 'cut_off', 'is cut off by the edge of the picture', 'The subject'));
  if (samples.filter(({ isCovered }) => isCovered).length * frameMs >= coveredMs)
    found.push(about(step, first.timeMs, 'caption_covers', 'stands behind its caption', 'The subject'));
  return found;
}

function bySteps(samples: readonly Sample[], steps: readonly StepLog[]) {
  const inOrder: { step: StepLog; samples: Sample[] }[] = [];
  for (const sample of samples) {
    const step = steps.find(
      ({ startMs, endMs }) => startMs <= sample.timeMs && sample.timeMs < endMs && startMs < endMs,
    );
    if (!step || step.status === 'failed') continue;
    const last = inOrder.at(-1);
    if (last?.step === step) last.samples.push(sample);
    else inOrder.push({ step, samples: [sample] });
  }
  return inOrder;
}

/** Several steps are often about the same thing: one finding of each kind tells enough. */
const onceEach = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ code }, index) => findings.findIndex((other) => other.code === code) === index);

const seenRect = ({ width, height }: StageLayout, rect: Rect): Rect =>
  overlap({ x: 0, y: 0, width, height }, rect);

function overlap(one: Rect, other: Rect): Rect {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
}

const areaOf = ({ width, height }: Rect): number => width * height;
