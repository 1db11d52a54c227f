import { shareOf } from '../../candidates/likeness.ts';
import type { Look } from '../move.ts';
import { isHard, type Span, type Utterance } from '../utterance.ts';
import { articles } from './small-words.ts';

/** What there is to know of a part of the prompt, whichever control it is for. */
export interface Part {
  /** It has nothing that is named or quoted. */
  isPhrase: boolean;
  /** The words go on: "Marine" of "a Marine biologist". */
  isCut: boolean;
  hasArticle: boolean;
  /** It was opened on the way here, and is no value. */
  isOfWay: boolean;
  /** The application has something by that name, and nothing new is asked for. */
  isKnown: boolean;
  /** Its order asks for something to be filled in. "Find x, and log a check with the result y": x is no value of the check. */
  isToFill: boolean;
}

export function partOf(span: Span, { creates, known, standing, evidence: { utterance } }: Look): Part {
  const { units } = utterance;
  const all = (strengths: readonly number[]) =>
    strengths.slice(span.first, span.last + 1).every((one) => one >= 0.95);
  return {
    isPhrase: !span.isExact && !units.slice(span.first, span.last + 1).some(isHard),
    isCut: !span.isExact && goesOn(span, utterance),
    hasArticle: !span.isExact && startsWithArticle.test(span.text),
    isOfWay: all(standing.covered),
    // Times and numbers stand everywhere.
    isKnown: !creates && /\p{L}{3}/u.test(span.text) && all(known),
    isToFill: fills(units[span.first]!.order, utterance),
  };
}

const startsWithArticle = new RegExp(`^(?:${articles})\\s`, 'iu');

function goesOn({ text, last }: Span, { units, said }: Utterance): boolean {
  const [end, next] = [units[last]!, units[last + 1]];
  if (next?.kind !== 'word' || next.marker !== end.marker || next.clause !== end.clause) return false;
  const at = said.indexOf(text);
  return (
    at >= 0 &&
    said
      .slice(at + text.length)
      .trimStart()
      .toLowerCase()
      .startsWith(next.text.toLowerCase())
  );
}

const fills = (order: number, { units }: Utterance) =>
  units.every((unit) => unit.order === units[0]!.order) ||
  units.some((unit) => unit.order === order && /^(?:create|letter|fill|act)$/.test(unit.verb ?? ''));

/** "As its producer" names a field, and is no value of another one. */
export const isLabel = ({ text, isExact }: Span, labels: readonly string[]): boolean =>
  !isExact && labels.some((label) => label !== '' && shareOf(text, label) >= 0.99);
