import type { ActionScript } from '../contract/script.ts';
import type { StepLog } from '../contract/take-frame.ts';

/** A line of text and when the film shows it, in ms. */
export interface Cue {
  startMs: number;
  endMs: number;
  text: string;
}

/** Consecutive steps of the script that have the same intent. */
interface Scene extends Cue {
  /** The captions in the script, and when they come. */
  captions: { startMs: number; text: string }[];
}

// Nobody jumps to a chapter that is shorter than this.
const leastChapterMs = 1_500;
// Nobody can read a caption that is shown for less than this.
const leastCueMs = 700;

/**
 * What a film shows in words, for people who cannot see it. A scene has the captions of its script. Where it has none, its intent is the
 * caption. No two cues overlap.
 */
export function captionCues(script: ActionScript, log: StepLog[], durationMs: number): Cue[] {
  const cues = scenesOf(script, log).flatMap(({ captions, startMs, endMs, text }) => {
    if (captions.length === 0) return [{ startMs, endMs, text }];
    return captions.map((caption, index) => ({
      ...caption,
      endMs: captions[index + 1]?.startMs ?? endMs,
    }));
  });
  return cues
    .map((cue) => ({ ...cue, endMs: Math.min(cue.endMs, durationMs) }))
    .filter(({ startMs, endMs }) => endMs - startMs >= leastCueMs);
}

/** The film's scenes as chapters, which cover the film from its beginning to its end. */
export function chapterCues(script: ActionScript, log: StepLog[], durationMs: number): Cue[] {
  const chapters: Cue[] = [];
  for (const { startMs, text } of scenesOf(script, log)) {
    const last = chapters.at(-1);
    // A scene that is too short belongs to the chapter of the scene after it.
    if (last && startMs - last.startMs < leastChapterMs) last.text = text;
    else chapters.push({ startMs: last ? startMs : 0, endMs: durationMs, text });
  }
  for (const [index, chapter] of chapters.entries())
    chapter.endMs = chapters[index + 1]?.startMs ?? durationMs;
  const end = chapters.at(-1);
  const before = chapters.at(-2);
  if (end && before && end.endMs - end.startMs < leastChapterMs) {
    before.endMs = durationMs;
    chapters.pop();
  }
  return chapters;
}

function scenesOf(script: ActionScript, log: StepLog[]): Scene[] {
  const scenes: Scene[] = [];
  for (const line of log) {
    if (line.status !== 'ok' && line.status !== 'healed') continue;
    const step = script.steps[line.step];
    const text = line.intent?.trim() || scenes.at(-1)?.text || script.title;
    let scene = scenes.at(-1);
    if (scene?.text !== text) {
      if (line.endMs <= line.startMs && step?.type !== 'customStep') continue;
      scene = { startMs: line.startMs, endMs: line.endMs, text, captions: [] };
      scenes.push(scene);
    }
    scene.endMs = Math.max(scene.endMs, line.endMs);
    if (step?.type === 'customStep' && step.name === 'showreel.caption' && step.parameters.text.trim())
      scene.captions.push({ startMs: line.startMs, text: step.parameters.text.trim() });
  }
  return scenes;
}

/** A WebVTT file: https://www.w3.org/TR/webvtt1/ */
export function webVtt(cues: Cue[]): string {
  const blocks = cues.map(
    ({ startMs, endMs, text }, index) =>
      `${index + 1}\n${timestamp(startMs)} --> ${timestamp(endMs)}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

function timestamp(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = `${two(Math.floor(whole / 1000) % 60)}.${String(whole % 1000).padStart(3, '0')}`;
  return `${two(Math.floor(whole / 3_600_000))}:${two(Math.floor(whole / 60_000) % 60)}:${seconds}`;
}

/** In a cue, `<` and `&` are markup, and an arrow or an empty line ends the text. */
const escaped = (text: string) =>
  text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
