/**
 * The times with which both the planner and the recorder reckon, in ms at normal speed. The planner decides with them how much fits
 * into a film, and `drive` keeps to them while it films. A time that only one of the two uses does not belong here.
 */

/** The least time for which a film shows anything that is meant to be read. */
export const readingMs = 800;

/** The rest after a press, a hover or a typed text that no hold of the script follows. */
export const actionRestMs = 500;

/** What remains of that rest in a hurried film: enough to see that something happened. */
export const leastActionRestMs = 200;

/** The longest that a text is typed. A longer text is typed faster. */
export const longestTypingMs = 2_400;

/** The camera rests at least this long between coming close and pulling back. Viewers get sick of a quicker change. */
export const restBetweenZoomsMs = 1_800;

/**
 * A film of this length ends on the whole picture. The way back takes 0.7 s, and the rest after it takes longer: a third of a shorter
 * film, which therefore ends close.
 */
export const leastWideEndingMs = 7_000;

/** Viewers take a picture that stands for longer than this for a photograph, for the end, or for a fault. */
export const mostStillMs = 2_500;

/** The camera's move from one view to the next, where the presentation does not set it. */
export const cameraMoveMs = 700;

/** The window's animation at the start of a film, and the same again at its end, where the presentation does not set them. */
export const windowAnimationMs = 600;

/** The highest speed at which the recorder plays a planned script. Above it, movements look hectic. */
export const mostSpeed = 1.8;

/** How long a page glides: 0.8 to 1.4 s by distance, which is measured in viewport heights. Both arguments are in CSS px. */
export function scrollMs(distance: number, viewportHeight: number): number {
  const heights = Math.abs(distance) / viewportHeight;
  if (heights < 0.005) return 0;
  return 800 + 600 * Math.min(1, heights / 3);
}
