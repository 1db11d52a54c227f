import type { ActionScript, Step } from './script.ts';

/** What is said from the beginning of step `from` on. It should be over when step `to` begins. */
export interface Speech {
  from: number;
  to: number;
  /** How long it takes. */
  ms: number;
}

/** Words that a film has beside its pictures, and the steps that it has them with. */
export interface SpokenLine extends Pick<Speech, 'from' | 'to'> {
  text: string;
}

/**
 * The captions that a film of this script will have (`output/narration`), as far as that can be told before it is made: those of the
 * script, and for scenes without one their intents.
 */
export function linesOf({ title, steps }: ActionScript): SpokenLine[] {
  const lines: SpokenLine[] = [];
  let intent: string | null = null;
  for (const [index, step] of steps.entries()) {
    if (takesNoTime(step, lines.length === 0)) continue;
    const last = lines.at(-1);
    const said: string = step.showreel?.intent?.trim() || (intent ?? title);
    const caption = captionOf(step);
    if (said !== intent) {
      lines.push({ text: caption ?? said, from: index, to: steps.length });
      if (last) last.to = index;
      intent = said;
    } else if (caption && last) {
      // A scene whose caption comes late has nothing to say before.
      if (last.text === intent) Object.assign(last, { text: caption, from: index });
      else {
        lines.push({ text: caption, from: index, to: steps.length });
        last.to = index;
      }
    }
  }
  return lines;
}

/** The page is open before the film begins. */
const takesNoTime = ({ type }: Step, isOpening: boolean) =>
  type === 'setViewport' || (isOpening && (type === 'navigate' || /^waitFor/.test(type)));

const captionOf = (step: Step): string | null =>
  step.type === 'customStep' && step.name === 'showreel.caption' ? step.parameters.text.trim() || null : null;
