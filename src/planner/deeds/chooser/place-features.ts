import type { Control } from './controls.ts';
import { bucket, type Feature, sortOf } from './features.ts';
import { stemsOf } from './matches.ts';
import type { Span } from './order.ts';
import { takes } from './takes.ts';
import type { View } from './view.ts';

/** What tells of a value by where it stands in the order. */

/** What stands around a value, and how near to it the words of the label are. */
export function besideFeatures(
  view: View,
  control: Control,
  span: Pick<Span, 'from' | 'to'>,
  tag: string,
): Feature[] {
  const { atoms, said } = view.order;
  const stems = stemsOf(control.label);
  const head = stems.at(-1) ?? '';
  const sort = sortOf(control);
  const next = atoms[span.to];
  const before = view.before(span.from);
  const found: Feature[] = [
    [`${tag} pv ${before}|${sort}`, 1],
    [`${tag} pv ${before}|${head}`, 1],
    [`${tag} pv2 ${view.before(span.from - 1)} ${before}|${head}`, 1],
  ];
  if (next && !next.isWeak) for (const stem of next.stems) found.push([`${tag} nx ${stem}|${head}`, 1]);
  if (control.index === 0) found.push([`${tag} pv ${before} first`, 1]);
  const { near, side } = view.nearness(control, span);
  found.push([`${tag} near ${bucket(near)}`, 1], [`${tag} near ${side}`, near]);
  const rivals = view.nearTo(span);
  const mine = near;
  const other = Math.max(
    0,
    ...rivals
      .filter((one) => one.control !== control && one.control.view === control.view)
      .map((one) => one.near),
  );
  if (mine > 0)
    found.push([
      `${tag} ${mine > other + 0.1 ? 'nearest' : mine >= other - 0.01 ? 'as near' : 'less near'}`,
      1,
    ]);
  else if (other > 0.5) found.push([`${tag} other is near`, 1], [`${tag} other near`, other]);
  const gap = next ? said.slice(atoms[span.to - 1]!.end, next.start) : '';
  if (/^\s?\($/.test(gap)) found.push([`${tag} before bracket`, 1]);
  return found;
}

/** The first of two dates goes to the first of two controls for dates, and the first name of all to the first control. */
export function orderFeatures(view: View, control: Control, span: Span): Feature[] {
  const group = shapeGroup(span.shape);
  const hard = view.order.spans.filter(({ source }) => /^(?:quote|exact|capitals)$/.test(source));
  const alike = hard.filter((one) => shapeGroup(one.shape) === group).map(({ from }) => from);
  const spans = [...new Set(alike)].sort((a, b) => a - b);
  const controls = view.controls.filter((one) => one.view === control.view && takes(one, span));
  const [nth, mth] = [spans.indexOf(span.from), controls.indexOf(control)];
  const found: Feature[] = [];
  // "From" and "to" say which of two it is.
  if (mth >= 0 && controls.length > 1)
    found.push([`pm ${view.before(span.from)} ${Math.min(2, mth)} of ${Math.min(3, controls.length)}`, 1]);
  if (nth >= 0 && mth >= 0 && spans.length > 1 && controls.length > 1) {
    found.push([
      `place ${Math.min(3, spans.length)} ${Math.min(3, controls.length)} ${Math.min(2, nth)} ${Math.min(2, mth)}`,
      1,
    ]);
    if (spans.length === controls.length) found.push([nth === mth ? 'place same' : 'place other', 1]);
  }
  const firstOfAll = Math.min(...hard.map(({ from }) => from));
  if (span.from === firstOfAll && hard.includes(span)) {
    for (const stem of stemsOf(control.label)) found.push([`hard0|${stem}`, 1]);
    if (control.index === 0) found.push(['hard0 first', 1]);
  }
  const quotes = hard.filter(({ isQuoted }) => isQuoted);
  if (quotes[0] === span) found.push([`quote0|${stemsOf(control.label).at(-1) ?? ''}`, 1]);
  return found;
}

const shapeGroup = (shape: string) => (/^(?:number|measure|money|percent)$/.test(shape) ? 'number' : shape);

/** What tells that a part of the order is no value, but the name of a thing or of a control. */
export function noValueFeatures(view: View, span: Span): Feature[] {
  const { shape, source, from, to } = span;
  const { atoms } = view.order;
  const found: Feature[] = [
    [`no ${source}`, 1],
    [`no ${shape}`, 1],
    [`no pv ${view.before(from)}`, 1],
  ];
  const sort = view.controls.some(({ isInForm }) => isInForm) ? 'form' : 'page';
  found.push([`no ${source} ${sort} ${view.order.kind}`, 1], [`no ${shape} ${sort} ${view.order.kind}`, 1]);
  for (const stem of atoms[to]?.stems ?? []) found.push([`no nx ${stem}`, 1]);
  const low = span.text.toLowerCase();
  if (view.controls.some(({ label }) => label.toLowerCase() === low)) found.push(['no label', 1]);
  if (view.controls.some(({ row, view }) => row.includes(span.text) || view.includes(span.text)))
    found.push(['no thing', 1]);
  for (const { text, role, rank } of view.order.told)
    if (text === span.text) found.push([`no told ${role} ${Math.min(1, rank)}`, 1]);
  // A part of a longer name is hardly ever a value.
  if (
    view.order.spans.some((one) => one !== span && one.source === source && one.from <= from && one.to >= to)
  )
    found.push([`no part ${source}`, 1]);
  return found;
}
