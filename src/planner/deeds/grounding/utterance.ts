import type { VerbKind } from '../../language/deed-words.ts';

/**
 * A prompt as the units that the screen has to account for. Nothing decides here which of them is a field, a value or a thing: the screen does,
 * by what it has for them.
 */
export interface Utterance {
  said: string;
  units: Unit[];
  /** What may be typed or chosen as a whole. */
  spans: Span[];
}

export interface Unit {
  text: string;
  /** `quote`, `exact` and `name` are hard: a film that does not deal with one of them did something else. */
  kind: 'quote' | 'exact' | 'name' | 'word' | 'verb';
  verb: VerbKind | null;
  /** Other words for it, as buttons have them. */
  also: readonly string[];
  weight: number;
  /** The small word in front of it: "to", "in", "for". Empty where none is. */
  marker: Marker;
  /** What is to be made is called so. */
  isNew: boolean;
  /** Where it begins in the prompt. */
  start: number;
  /** Which order of the prompt it belongs to. */
  order: number;
  /** Which part of the prompt between commas. */
  clause: number;
}

/** Whether a unit has to be dealt with to the letter. */
export const isHard = ({ kind }: Pick<Unit, 'kind'>): boolean =>
  kind === 'quote' || kind === 'exact' || kind === 'name';

/** What stands in front of a unit, by what it tells of it. */
export type Marker = '' | 'goal' | 'place' | 'name' | 'with' | 'former';

/** Consecutive units that may be one value. */
export interface Span {
  text: string;
  first: number;
  last: number;
  /** To the letter. */
  isExact: boolean;
  marker: Marker;
}
