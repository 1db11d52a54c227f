import { typingMs } from '../../src/planner/index.ts';
import { beatOf, framed, nextInTime, pace } from '../../src/recorder/drive/pacing.ts';
import type { ActionScript, Step } from '../../src/recorder/index.ts';

/** Opening and closing of the window, when nothing of the script happens. */
const leadMs = 1200;
const tolerance = 0.1;

/**
 * What is wrong with the length of a plan's film: the script is played by the recorder's own pacing, with what its motions
 * take on an ordinary page. A plan with too much to do has steps that find no time; one with nothing to rest at ends early.
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
  const beats = framed(
    steps.map((step, index) => {
      const beat = beatOf(step, nextInTime(steps, index), motionOf(step, y));
      if (isTravel(step)) y = step.showreel?.box?.y ?? y;
      return beat;
    }),
  );
  const leftOut: Step[] = [];
  let timeMs = leadMs;
  for (const [index, step] of steps.entries()) {
    const { restMs, speed, fits } = pace(beats.slice(index), targetMs - timeMs);
    if (fits) timeMs += beats[index]!.motionMs / speed + restMs;
    else if (step.type !== 'setViewport' && step.type !== 'navigate') leftOut.push(step);
  }
  return { endMs: timeMs, leftOut };
}

const isTravel = (step: Step) => step.type === 'customStep' && step.name === 'showreel.scroll';

/** Milliseconds: what films of the fixture pages take on average (`test/recorder/drive`). */
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
