import { controlFeatures } from './control-features.ts';
import type { Control } from './controls.ts';
import type { Candidate, Placing, Question, Questions } from './features.ts';
import type { Order, Span } from './order.ts';
import { noValueFeatures } from './place-features.ts';
import { optionCandidate, pressFeatures, spanCandidate, switchFeatures } from './value-features.ts';
import { View } from './view.ts';

/**
 * All that an order may set the controls of a view to, with what speaks for each and against it. Nothing is chosen here: `choose` does that.
 * @param controls those of one view. What is alike among them tells little
 */
export function questionsOf(order: Order, controls: readonly Control[]): Questions {
  const view = new View(order, controls);
  const ofControls = controls.map((control) => ({
    control,
    features: controlFeatures(view, control),
    candidates: candidatesOf(view, control),
  }));
  return { ofControls, ofSpans: placingsIn(view, ofControls) };
}

function candidatesOf(view: View, control: Control): Candidate[] {
  switch (control.kind) {
    case 'press':
      return [{ control, value: null, span: null, suits: true, features: pressFeatures(view, control) }];
    case 'switch':
      return (['on', 'off'] as const).map((value) => ({
        control,
        value,
        span: null,
        suits: true,
        features: switchFeatures(view, control, value),
      }));
    case 'choice':
    case 'several':
      if (control.options.length > 0)
        return control.options.map((option, at) => optionCandidate(view, control, option, at));
      return view.order.spans.map((span) => spanCandidate(view, control, span));
    default:
      return view.order.spans.map((span) => spanCandidate(view, control, span));
  }
}

/** The quotations, numbers and names of the order, each with what may get it. */
function placingsIn(view: View, questions: readonly Question[]): Placing[] {
  const read = new Set(view.order.told.filter(({ rank }) => rank === 0).map(({ text }) => text));
  const hard = view.order.spans.filter(
    ({ source, text }) =>
      /^(?:quote|exact|capitals)$/.test(source) || (source === 'reading' && read.has(text)),
  );
  return hard.map((span) => ({
    span,
    features: noValueFeatures(view, span),
    candidates: questions.flatMap(({ candidates }) => candidates.filter((one) => isSaidBy(one, span))),
  }));
}

/** Whether a candidate is what a part of the order says: the part itself, or the option that most of it names. */
const isSaidBy = ({ control, span }: Candidate, { from, to }: Span) =>
  control.options.length === 0
    ? span?.from === from && span.to === to
    : span !== null && span.from >= from && span.to <= to && span.to - span.from >= 0.6 * (to - from);
