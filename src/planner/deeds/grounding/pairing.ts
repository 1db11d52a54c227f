import type { Item } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import type { FieldCandidate } from '../candidates/field-candidates.ts';
import type { Strengths } from './evidence.ts';
import type { Span } from './utterance.ts';

/** A control of the open view with the value that it gets. */
export interface Pairing {
  item: Item;
  way: FieldCandidate['way'];
  span: Span;
  value: FieldValue;
  /** How likely the two belong together, from 0 to 1. */
  fit: number;
  /** What is accounted for when the control has the value. */
  strengths: Strengths;
}
