import type { Control } from './controls.ts';
import type { Span } from './order.ts';

/** What is told of a candidate: the name of a feature, and how much of it there is. Weights are trained by these names. */
export type Feature = readonly [name: string, value: number];

/** A value that a control may get, with the features that it is judged by. */
export interface Candidate {
  control: Control;
  /** What it is set to: one of its options, a part of the order, or on or off. Null for a press. */
  value: string | 'on' | 'off' | null;
  /** The part of the order that says the value. Null where none does. */
  span: Pick<Span, 'from' | 'to' | 'part'> | null;
  /** Whether the control asks for values of this form, as far as forms tell: a mail address is no city. */
  suits: boolean;
  features: readonly Feature[];
}

/** What a control gets. */
export interface Chosen extends Candidate {
  /** What tells that the control is set at all. */
  base: readonly Feature[];
  /** How likely it is meant, from 0 to 1, by itself. */
  likely: number;
}

/** A control, and all that it may be set to. */
export interface Question {
  control: Control;
  /** What tells whether it is set at all. Its candidates have these features, too. */
  features: readonly Feature[];
  candidates: readonly Candidate[];
}

/** A part of the order that has to go somewhere, and the candidates that it may be: one of them, or none. */
export interface Placing {
  span: Span;
  /** What tells that it is no value, but the name of a thing or of a control. */
  features: readonly Feature[];
  candidates: readonly Candidate[];
}

/** What an order may set on a view: by its controls, and by the parts of the order. */
export interface Questions {
  ofControls: Question[];
  ofSpans: Placing[];
}

/** A share in steps, for features that are there or not. */
export const bucket = (share: number): string =>
  share <= 0 ? '0' : share < 0.34 ? '¼' : share < 0.6 ? '½' : share < 0.85 ? '¾' : share < 0.995 ? '⅞' : '1';

/** What a control is, as features name it: a list that does not show what it offers is another sort than one that does. */
export const sortOf = ({ kind, options }: Control): string =>
  kind === 'choice' || kind === 'several' ? (options.length > 0 ? kind : 'picker') : kind;
