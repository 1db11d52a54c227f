import { typingMs } from '../../src/planner/index.ts';
import type { ActionScript, Step } from '../../src/recorder/contract/script.ts';
import { pace } from '../../src/recorder/drive/pace/pacing.ts';
import { nextInTime, placeInFilm, stepTiming } from '../../src/recorder/drive/pace/step-timing.ts';

/** How long the window takes to open and to close, together. No step of the script happens meanwhile. */
const leadMs = 1200;
const tolerance = 0.1;

/**
 * What is wrong with the length of a plan's film. The recorder's own pacing plays the script, and each motion takes as long as it
 * does on an ordinary page. If a plan has too much to do, some of its steps find no time. If it has too little, its film ends early.
 */
export function lengthFaults(script: ActionScript, targetMs: number): string[] {
  const { endMs, leftOut } = played(script, targetMs);
  return [
    ...(leftOut.length > 0 ? [`no time is left for ${leftOut.map(({ type }) => type).join(', ')}`] : []),
    ...(Math.abs(endMs - targetMs) > tolerance * targetMs
      ? [`a film of ${(endMs / 1000).toFixed(1)} s instead of ${targetMs / 1000}`]
      : []),
  ];
}

function played({ steps }: ActionScript, targetMs: number): { endMs: number; leftOut: Step[] } {
  let y = 0;
  const timings = placeInFilm(
    steps.map((step, index) => {
      const timing = stepTiming(step, nextInTime(steps, index), motionOf(step, y));
      if (isTravel(step)) y = step.showreel?.box?.y ?? y;
      return timing;
    }),
  );
  const leftOut: Step[] = [];
  let timeMs = leadMs;
  for (const [index, step] of steps.entries()) {
    const { restMs, speed, fits } = pace(timings.slice(index), targetMs - timeMs);
    if (fits) timeMs += timings[index]!.motionMs / speed + restMs;
    else if (step.type !== 'setViewport' && step.type !== 'navigate') leftOut.push(step);
  }
  return { endMs: timeMs, leftOut };
}

const isTravel = (step: Step) => step.type === 'customStep' && step.name === 'showreel.scroll';

/** Milliseconds that the motion of a step takes on average in films of the fixture pages (`test/recorder/drive`). */
function motionOf(step: Step, fromY: number): number {
  switch (step.type) {
    case 'click':
    case 'doubleClick':
      return 1300;
    case 'hover':
      return 850;
    case 'change':
      return typingMs(step.value);
    case 'keyDown':
    case 'keyUp':
      return 70;
    case 'customStep':
      if (step.name === 'showreel.camera') return 700;
      if (step.name !== 'showreel.scroll') return 0;
      return 800 + 600 * Math.min(1, Math.abs((step.showreel?.box?.y ?? fromY + 900) - fromY) / 2700);
    default:
      return 0;
  }
}
