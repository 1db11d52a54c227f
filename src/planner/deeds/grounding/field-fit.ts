import { anyOf } from '../../language/patterns.ts';
import type { Item } from '../../page/screen.ts';
import { isDate, isTime } from '../candidates/days/dates.ts';
import { asksForDate, asksForTime } from '../candidates/field-value.ts';
import { isSameText } from '../candidates/likeness.ts';
import { type Strengths, scaled, strongest } from './evidence.ts';
import type { Look } from './move.ts';
import { isHard, type Span, type Utterance } from './utterance.ts';

/** How likely a span is the value of a control, and what is accounted for when it has it. */
export interface FieldFit {
  likely: number;
  strengths: Strengths;
}

/** Told by the words for the control that stand near the span, and by what the control takes. */
export function fieldFit(
  item: Item,
  span: Span,
  { evidence, around, creates, shown, isForm }: Look,
): FieldFit {
  const { utterance } = evidence;
  const { spans } = utterance;
  const [label = '', above = ''] = item.labels;
  const called = strongest(evidence.of(label), evidence.of(item.name), scaled(evidence.of(above), 0.8));
  const isOwn = isForm || around.isOfOpenForm(item);
  // Where the order says what something becomes, its other names are those of things.
  const isOfThing =
    !creates &&
    (span.marker === 'place' || span.marker === '') &&
    spans.some((one) => isGoalBeside(one, span, utterance));
  const isFirst =
    !isOfThing && spans.find(({ isExact, text }) => (isExact || !span.isExact) && !isMeasured(text)) === span;
  let fit = labelFit(called, item, span, utterance);
  fit *= 0.6 + 0.4 * Math.max(evidence.precision(label || item.name), evidence.precision(item.name));
  if (isOfThing) fit *= 0.5;
  if (isOwn && isNameField(item) && (span.marker === 'name' || (isFirst && creates)))
    fit = Math.max(fit, 0.85);
  if (isOwn && isLongField(item) && isLong(span) && !isOfThing) fit = Math.max(fit, 0.6);
  if (item.value !== '' && showsFormer(item, span, utterance)) fit = Math.max(fit, 0.85);
  if (fit < 0.3 && isOwn && item.value === '' && isFirst) fit = Math.max(fit, 0.4);
  // What the screen shows by that name is a thing, and nobody types it to set something.
  const isThing =
    item.kind !== 'picker' && !around.isFresh(item) && span.marker !== 'goal' && shown[span.first]! >= 0.95;
  if (isThing) fit *= 0.3;
  const own = called.map((one, at) => (isIn(span, at) ? 1 : one * nearness(at, span, utterance)));
  return {
    likely: Math.min(0.98, fit * typeFit(item, span) * around.rivalry(item, own)),
    strengths: strongest(own, scaled(evidence.around(item, around.screen), 0.9)),
  };
}

const isIn = ({ first, last }: Span, at: number) => at >= first && at <= last;

const isGoalBeside = (one: Span, span: Span, { units }: Utterance) =>
  one !== span &&
  (one.marker === 'goal' || one.marker === 'name') &&
  units[one.first]!.order === units[span.first]!.order;

function labelFit(called: Strengths, item: Item, span: Span, utterance: Utterance): number {
  const mayName = (at: number) => {
    const { kind, text } = utterance.units[at]!;
    return !isIn(span, at) && (kind === 'word' || isSameText(text, item.labels[0] ?? item.name));
  };
  return Math.max(0, ...called.map((one, at) => (mayName(at) ? one * nearness(at, span, utterance) : 0)));
}

/** How near a unit stands to a span: what stands beyond another value belongs to that one. */
function nearness(at: number, { first, last }: Span, { units }: Utterance): number {
  if (units[first]?.order !== units[at]!.order) return 0.3;
  const between = at < first ? units.slice(at + 1, first) : units.slice(last + 1, at);
  return (at > last ? 0.85 : 1) * 0.6 ** between.filter(isHard).length;
}

/** A field that shows what is to be replaced. The name of a thing is, where it is renamed. */
function showsFormer({ value }: Item, span: Span, { units }: Utterance): boolean {
  const renames = span.marker === 'goal' && units.some(({ verb }) => verb === 'rename');
  return units.some(
    (unit, at) =>
      !isIn(span, at) &&
      (unit.marker === 'former' || (isHard(unit) && renames)) &&
      isSameText(value, unit.text),
  );
}

/** A date, a number or an address names nothing. */
const isMeasured = (text: string) =>
  isDate(text) || isTime(text) || /^[-+]?[$€£¥]?\s?\d[\d.,]*\s?\p{L}{0,7}$/u.test(text) || /@.+\./.test(text);

export const isNameField = ({ name, labels }: Item) =>
  /\b(?:name|title|subject|label|headline)\b/i.test(`${labels[0] ?? ''} ${name}`);
const isLongField = ({ kind, inputType }: Item) => kind === 'rich-text' || inputType === 'textarea';
const isLong = ({ text }: Span) => text.split(/\s+/).length >= 4;

/** What has such a name holds words. */
const isText = new RegExp(anyOf('fields', 'message'), 'iu');

/** Above 1 where a control asks for just such a value. */
export function typeFit(item: Item, { text, isExact, marker }: Span): number {
  // An example in an empty field may have any word.
  const labelled = { ...item, name: '' };
  if (isDate(text)) return asksForDate(item) ? 1.2 : 0.1;
  if (isTime(text)) return asksForTime(item) ? 1.2 : 0.3;
  if (asksForDate(labelled)) return 0.1;
  if (item.inputType === 'number' || item.kind === 'slider')
    return /\d/.test(text) && text.length < 12 ? 1.1 : 0.05;
  if (item.inputType === 'email') return /@/.test(text) ? 1.3 : 0.1;
  if (item.inputType === 'url') return /[.:]/.test(text) ? 1.2 : 0.1;
  const isNumber = /^[-+]?[$€£¥]?\s?\d[\d.,]*\s?[%€£]?$/.test(text);
  if ((item.kind === 'rich-text' || item.inputType === 'textarea') && isNumber) return 0.3;
  if (item.kind === 'field' && isNumber && isText.test(item.labels[0] ?? item.name)) return 0.3;
  return isExact || marker === 'goal' || marker === 'name' ? 1 : 0.75;
}
