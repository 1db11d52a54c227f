import type { StepLog, TakeFrame } from '../../recorder/contract/take-frame.ts';
import type { Finding } from '../findings.ts';
import { isDeed, seconds } from './acts.ts';
import { isNearlySameClip, type Look, otherPixels, rowsOf, shiftedRows } from './look.ts';

/** A camera that goes by this part of the picture from one frame to the next, and stood before and stands after, has jumped. */
const leastCameraJump = 0.06;
/** A movement is as fast in the frames beside. */
const besideShare = 0.25;
/** A page that moves by less than this part of its picture's height between two looks is not seen to jump. */
const leastPageJump = 0.03;
/** A page that changes less than this part of its pixels has not moved. */
const leastMoved = 0.05;
/** What a deed sets off is over after this time. */
const setOffMs = 1_500;

/** Watches the camera frame by frame. */
export function watchCamera(width: number) {
  const ways: { timeMs: number; way: number; isCut: boolean }[] = [];
  let last: TakeFrame['camera'] | null = null;
  const jumps: number[] = [];
  return {
    note({ camera, timeMs, isCut, scrolls }: TakeFrame): void {
      const way = last
        ? (Math.hypot(camera.x - last.x, camera.y - last.y) * camera.zoom) / width +
          Math.abs(Math.log(camera.zoom / last.zoom))
        : 0;
      last = camera;
      ways.push({ timeMs, way, isCut: isCut === true || scrolls === true });
      if (ways.length > 3) ways.shift();
      const [before, middle, after] = ways;
      if (!before || !middle || !after || [before, middle, after].some((one) => one.isCut)) return;
      const beside = Math.max(before.way, after.way);
      if (middle.way >= leastCameraJump && beside < middle.way * besideShare) jumps.push(middle.timeMs);
    },
    get jumps(): readonly number[] {
      return jumps;
    },
  };
}

/** The first moment at which the picture jumps: the camera, or the page without anybody having done anything. */
export async function jumpsIn(
  cameraJumps: readonly number[],
  { looks, steps }: { looks: readonly Look[]; steps: readonly StepLog[] },
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<Finding[]> {
  const inFilm = (timeMs: number) => timeMs >= fromMs && timeMs <= untilMs;
  const camera = cameraJumps.find(inFilm);
  if (camera !== undefined) return [{ code: 'jumps', message: `The camera jumps at ${seconds(camera)}.` }];
  for (const [index, after] of looks.entries()) {
    const before = looks[index - 1];
    if (!before || !inFilm(before.timeMs) || !inFilm(after.timeMs)) continue;
    // The camera may begin to move in that moment.
    if (before.place !== after.place || !isNearlySameClip(before.clip, after.clip)) continue;
    if (isSetOff(steps, after.timeMs)) continue;
    const [one, other] = await Promise.all([before.grey, after.grey]);
    if (otherPixels(one, other) < leastMoved * one.length) continue;
    if (Math.abs(shiftedRows(one, other)) >= leastPageJump * rowsOf(one))
      return [{ code: 'jumps', message: `The page jumps by itself at ${seconds(after.timeMs)}.` }];
  }
  return [];
}

/** Whether something was done just now, which may have moved the page. */
const isSetOff = (steps: readonly StepLog[], timeMs: number): boolean =>
  steps.some(
    (step) =>
      (isDeed(step) || /^(?:hover|scroll|navigate|showreel\.scroll)$/.test(step.type)) &&
      timeMs >= step.startMs &&
      timeMs <= (step.type === 'navigate' ? step.startMs : step.endMs) + setOffMs,
  );
