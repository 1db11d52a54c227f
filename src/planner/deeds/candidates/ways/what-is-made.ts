import { deedWords } from '../../../language/vocabulary.ts';
import { isSameText } from '../likeness.ts';
import { creates } from './way-words.ts';

/** What a button makes, by its words. */

/** “New epic” makes "a confidential epic": the last word says what it is, and those before it what it is like. */
export const isHeadOf = (kind: string, button: string) =>
  kind.includes(' ') && isSameText(button.replace(creates, ''), kind.split(' ').at(-1)!);
export const leastOfHead = 0.8;

/** "Compose" says by itself that it makes a message. */
export const writesLetter = (kind: string, name: string) =>
  letters.some(([noun, buttons]) => noun === kind && buttons.includes(name.trim().toLowerCase()));
const letters = deedWords.flatMap(({ aLetter: [, noun, ...buttons] = ['', ''] }) => [
  [noun, buttons] as const,
]);

/** What a button makes stands before what it is added to: "Add to all slides" makes no slide. */
export const madeBy = (name: string) => name.replace(goal, '');
/** "To", "into". What one language has for it and another for "a" tells nothing. */
const goalWords = deedWords
  .flatMap(({ markers }) => [...(markers.to ?? []), ...(markers.into ?? [])])
  .filter((word) => !deedWords.some(({ determiners }) => determiners.includes(word)));
const goal = new RegExp(`\\s(?:${goalWords.join('|')})\\s.*`, 'iu');
