import type { StageLayout } from '../../recorder/contract/stage-layout.ts';
import type { Rect, StepLog } from '../../recorder/contract/take-frame.ts';
import type { Finding } from '../findings.ts';
import type { TextRun } from '../page-text.ts';
import { about, isDeed, pressAt } from './acts.ts';
import type { Shown } from './targets.ts';

/** The texts of the page at a moment of the film. */
export interface TextsThen {
  /** The step that was over then; null at a press, before the page has reacted. */
  step: number | null;
  timeMs: number;
  texts: readonly TextRun[];
}

/** Pixels at 1080p: nobody reads letters that are smaller. */
const leastPx1080 = 9.5;
/** Text with less contrast to what is behind it is hardly seen. WCAG demands 4.5, and much that people read well has 2.5. */
const leastContrast = 1.6;
/** Fewer characters, as on an icon, are not read. */
const leastCharacters = 3;
/** A film in whose widest view the page is readable needs no close-up. */
const leastTexts = 5;

/**
 * Whether what the film is about can be read: what each step acted on or came close to, and the page as a whole where nothing is.
 * @param shown what each step acted on, and how large the film shows it
 */
export function unreadable(
  readings: readonly TextsThen[],
  shown: readonly Shown[],
  steps: readonly StepLog[],
  stage: Pick<StageLayout, 'scale' | 'unit'>,
): Finding[] {
  const leastPx = leastPx1080 * stage.unit;
  const found: Finding[] = [];
  const add = (finding: Finding) => {
    if (!found.some(({ code }) => code === finding.code)) found.push(finding);
  };
  for (const { step: ended, timeMs, texts } of readings) {
    const step = ended ?? steps[pressAt(steps, timeMs)]?.step;
    const subject = shown.find((one) => one.step.step === step);
    // After a deed the page may show something else in its place.
    if (!subject || (ended !== null && isDeed(subject.step))) continue;
    const inside = texts.filter((text) => holds(subject.target, text));
    const read = readingOf(inside);
    if (!read) continue;
    const line = steps.find((one) => one.step === step);
    const atMs = subject.step.startMs;
    if (read.sizePx * subject.scale < leastPx)
      add(about(line, atMs, 'text_too_small', 'is too small to be read', 'The text'));
    if (read.contrast !== null && read.contrast < leastContrast)
      add(about(line, atMs, 'text_too_pale', 'can hardly be told from what is behind it', 'The text'));
  }
  // A film may show a page without coming close to anything.
  const views = readings.filter(({ texts }) => texts.length >= leastTexts);
  const nowhere = views.length > 0 && shown.length === 0;
  if (nowhere && views.every(({ texts }) => readingOf(texts)!.sizePx * stage.scale < leastPx))
    add({ code: 'text_too_small', message: 'The text of the page is too small to be read.' });
  if (nowhere && views.every(({ texts }) => (readingOf(texts)!.contrast ?? 21) < leastContrast))
    add({
      code: 'text_too_pale',
      message: 'The text of the page can hardly be told from what is behind it.',
    });
  return found;
}

/** How most of the characters are written; null where there are hardly any. */
function readingOf(texts: readonly TextRun[]): { sizePx: number; contrast: number | null } | null {
  const characters = texts.reduce((sum, text) => sum + text.characters, 0);
  if (characters < leastCharacters) return null;
  const judged = texts.filter(({ contrast }) => contrast !== null);
  // Where most of the text stands on pictures, its contrast is not known.
  const isKnown = judged.reduce((sum, text) => sum + text.characters, 0) * 2 > characters;
  return {
    sizePx: middleOf(texts, ({ sizePx }) => sizePx),
    contrast: isKnown ? middleOf(judged, ({ contrast }) => contrast!) : null,
  };
}

/** The median, in which each text counts by its length. */
function middleOf(texts: readonly TextRun[], measure: (text: TextRun) => number): number {
  const sorted = texts.toSorted((one, other) => measure(one) - measure(other));
  const half = texts.reduce((sum, { characters }) => sum + characters, 0) / 2;
  let sum = 0;
  for (const text of sorted) {
    sum += text.characters;
    if (sum >= half) return measure(text);
  }
  return 0;
}

const holds = (box: Rect, { x, y, width, height }: TextRun): boolean => {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return (
    middleX >= box.x && middleX <= box.x + box.width && middleY >= box.y && middleY <= box.y + box.height
  );
};
