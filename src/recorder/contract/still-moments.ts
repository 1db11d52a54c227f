import type { FrameOutline } from './take-frame.ts';

/** Moments of a film that every film has. Stills can be asked for by these names, whatever the length of the film. */
export const stillMoments = ['opening', 'beginning', 'click', 'close_up', 'end', 'closing'] as const;
export type StillMoment = (typeof stillMoments)[number];

interface Footage {
  frames: readonly FrameOutline[];
  fps: number;
  leads: { leadInMs: number; leadOutMs: number };
}

/** A click shows best after this time: the effect has opened and has not faded. */
const afterClickMs = 160;
// A camera that rests leans by up to 4 %. That is no close-up, and a close-up that leans is the same one.
export const leastCloseUp = 1.06;
const leaning = 0.965;

/** The frame to show for a moment, which is a name or a time in ms. A film without a click, or without a close-up, shows its middle there. */
export function frameOfMoment(moment: StillMoment | number, { frames, fps, leads }: Footage): FrameOutline {
  const at = (ms: number) => frames[clamp(Math.round((ms / 1000) * fps), frames.length)]!;
  const lengthMs = ((frames.length - 1) * 1000) / fps;
  if (typeof moment === 'number') return at(moment);
  const middle = at(lengthMs / 2);
  switch (moment) {
    case 'opening':
      return at(leads.leadInMs / 2);
    case 'beginning':
      // One frame later, since the entry is over only then.
      return at(leads.leadInMs + 1000 / fps);
    case 'click': {
      const click = frames.find((frame) => frame.click !== null);
      return click ? at(click.timeMs + afterClickMs) : middle;
    }
    case 'close_up':
      return closest(frames) ?? middle;
    case 'end':
      return at(lengthMs - leads.leadOutMs - 1000 / fps);
    case 'closing':
      return at(lengthMs - leads.leadOutMs / 2);
  }
}

const clamp = (index: number, length: number) => Math.max(0, Math.min(length - 1, index));

/** The middle of the longest rest of the camera at its closest; null where it never comes closer. */
function closest(frames: readonly FrameOutline[]): FrameOutline | null {
  const most = Math.max(...frames.map(({ shotZoom }) => shotZoom));
  if (most < leastCloseUp) return null;
  let best = { from: 0, length: 0 };
  let from = 0;
  for (const { index, shotZoom } of frames) {
    if (shotZoom < most * leaning) from = index + 1;
    else if (index + 1 - from > best.length) best = { from, length: index + 1 - from };
  }
  return frames[best.from + Math.floor(best.length / 2)] ?? null;
}
