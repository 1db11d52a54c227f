import type { Item } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import type { FieldCandidate } from '../candidates/field-candidates.ts';
import type { Strengths } from './evidence.ts';
import type { Span } from './utterance.ts';

/** A part of the prompt as the value of a control of an open form. */
export interface Pairing {
  item: Item;
  way: FieldCandidate['way'];
  span: Span;
  value: FieldValue;
  /** How likely the two belong together, from 0 to 1, by themselves. */
  fit: number;
  /** What is accounted for when the control has the value. */
  strengths: Strengths;
  /** The readings of the prompt that give the field a name, each with the name. */
  called: ReadonlySet<string>;
}
