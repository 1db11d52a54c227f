import type { Clip } from './voice.ts';

/** A line of the film, and when its pictures are shown, in ms. */
export interface Line {
  text: string;
  startMs: number;
  endMs: number;
}

/** A line where it is heard. */
export interface PlacedLine {
  path: string;
  startMs: number;
  endMs: number;
  /** How many times as fast as it was spoken. */
  tempo: number;
}

/** A voice that reads faster sounds hurried. */
const mostTempo = 1.15;
/** Between two lines, so that they do not run into one another. */
const pauseMs = 150;
/** Before the end of the film, where its sound fades out. */
const closingMs = 250;

/**
 * When each line is heard: from the moment in which its pictures come. A line that takes longer than until the next one is spoken a little
 * faster; one that is still too long stays silent.
 * @param lines in their order
 * @param clips of each line; null where it could not be spoken
 */
export function placeLines(
  lines: readonly Line[],
  clips: readonly (Clip | null)[],
  filmMs: number,
): { placed: PlacedLine[]; tooLong: Line[] } {
  const placed: PlacedLine[] = [];
  const tooLong: Line[] = [];
  for (const [index, line] of lines.entries()) {
    const clip = clips[index];
    if (!clip) continue;
    const next = lines.slice(index + 1).find((_, at) => clips[index + 1 + at]);
    const untilMs = next ? next.startMs - pauseMs : filmMs - closingMs;
    const roomMs = untilMs - line.startMs;
    const tempo = Math.max(1, clip.lengthMs / Math.max(1, roomMs));
    if (tempo > mostTempo) tooLong.push(line);
    else
      placed.push({
        path: clip.path,
        startMs: line.startMs,
        endMs: line.startMs + clip.lengthMs / tempo,
        tempo,
      });
  }
  return { placed, tooLong };
}

/** How long a film has to give a line that takes `lengthMs`, for it to be spoken without hurry. */
export const roomFor = (lengthMs: number) => lengthMs + pauseMs;
