import { fieldMeanings } from '../../language/thesaurus/same-meaning.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import { likeness } from '../candidates/likeness.ts';
import type { Control } from './controls.ts';
import { bucket, type Candidate, type Feature, sortOf } from './features.ts';
import { sameStem, stemsOf } from './matches.ts';
import type { Span } from './order.ts';
import { besideFeatures, orderFeatures } from './place-features.ts';
import { shapeOf } from './shape.ts';
import { special, suits, takes } from './takes.ts';
import type { View } from './view.ts';

/** What tells whether a control gets one value and no other. */

/** Whether a label asks for a part of a name. */
const partAsked = (label: string) =>
  firstNames.test(label) ? 'first' : lastNames.test(label) ? 'last' : null;
const [firstNames, lastNames] = (['firstName', 'lastName'] as const).map(
  (list) => new RegExp(wordsFor('fields', list).join('|'), 'iu'),
) as [RegExp, RegExp];

export function pressFeatures(view: View, control: Control): Feature[] {
  const stems = stemsOf(control.label);
  const found: Feature[] = [];
  const [first = ''] = stems;
  for (const verb of view.verbs) {
    if (sameStem(verb, first)) found.push(['verb is first', 1]);
    found.push([`av ${verb}|${stems.join(' ')}`, 1]);
    for (const stem of stems) found.push([`a ${verb}|${stem}`, 1]);
  }
  found.push([`words ${Math.min(4, stems.length)}`, 1]);
  return found;
}

export function switchFeatures(view: View, control: Control, value: 'on' | 'off'): Feature[] {
  const by = value === 'on' ? 1 : -1;
  const { label } = view.told(control);
  const { atoms } = view.order;
  const near = label.places[0] ?? 0;
  const clause = atoms[near]?.clause;
  const [first = ''] = stemsOf(control.label);
  const found: Feature[] = [['on', by]];
  if (control.isOn !== null) found.push([control.isOn === (value === 'on') ? 'is so' : 'is not so', 1]);
  for (const [at, { low, clause: own, kind }] of atoms.entries()) {
    if (kind !== 'word') continue;
    const isNear = label.places.length > 0 && own === clause;
    if (isNear || label.places.length === 0) {
      const next = atoms[at + 1]?.low ?? '';
      found.push([`pol ${low}`, by], [`pol ${low} ${next}`, by]);
      if (negative.test(first)) found.push([`neg pol ${low}`, by]);
    } else found.push([`far pol ${low}`, by]);
  }
  const [verb = ''] = view.verbs;
  found.push([`pol verb ${verb}`, by]);
  for (const { role, words } of view.order.told)
    if ((role === 'on' || role === 'off') && likeness(words, control.label) > 0.3)
      found.push([`told ${role}`, by]);
  return found;
}

const negative = /^(?:hid|disabl|mut|block|exclud|prevent|stop|skip|ignor|paus|no|not|do|restrict|limit)/;

export function optionCandidate(view: View, control: Control, option: string, at: number): Candidate {
  const told = view.told(control);
  const match = told.options[at]!;
  const { label } = told;
  const found: Feature[] = [];
  const labelled = bucket(label.share);
  const how = match.isQuoted ? 'quoted' : match.isPhrase ? 'phrase' : bucket(match.share);
  found.push([`opt ${how}`, 1], [`opt ${how} said ${labelled}`, 1], ['opt share', match.share]);
  if (option.length <= 2) found.push([`opt short ${how}`, 1]);
  const rivals = told.options.filter(
    (one, other) => other !== at && one.share >= match.share && one.share > 0,
  );
  if (match.share > 0) found.push([rivals.length > 0 ? 'opt tied' : 'opt only', 1]);
  const meant =
    match.share > 0.99
      ? 0
      : Math.max(0, ...view.phrases.map((phrase) => fieldMeanings.likeness(phrase, option)));
  if (meant > 0) found.push(['opt meant', meant], [`opt meant said ${labelled}`, 1]);
  if (control.value === option) found.push(['opt is so', 1]);
  if (/^(?:none|no|never|off)\b/i.test(option)) found.push(['opt none', 1]);
  if (at === 0) found.push(['opt first', 1]);
  // Other questions that offer the same.
  const also = view.controls.some(
    (other) =>
      other !== control &&
      other.view === control.view &&
      other.options.includes(option) &&
      view.told(other).label.share > label.share,
  );
  if (also) found.push(['opt elsewhere', 1]);
  // "Label 'Receipts'" says the option where it is quoted, and not in the address beside it.
  const places = match.row.length > 0 ? match.row : match.places;
  const first = places[0];
  const span = first === undefined || match.share < 0.5 ? null : { from: first, to: places.at(-1)! + 1 };
  if (span) found.push(...besideFeatures(view, control, span, 'o'));
  const stems = stemsOf(option);
  for (const missing of match.missing.slice(0, 3))
    for (const stem of view.openStems) found.push([`ao ${stem}|${missing}`, 1 / stems.length]);
  found.push(
    [`opt shape ${shapeOf(option)}`, 1],
    ...readFeatures(view, control, (text) => likeness(text, option), 'ov'),
  );
  return { control, value: option, span, suits: true, features: found };
}

export function spanCandidate(view: View, control: Control, span: Span): Candidate {
  const { shape, source, isQuoted } = span;
  const sort = sortOf(control);
  const stems = stemsOf(control.label);
  const head = stems.at(-1) ?? '';
  const found: Feature[] = [
    [`src ${source} ${sort}`, 1],
    [`shape ${shape} ${sort}`, 1],
    [`shape ${shape} ${source}`, 1],
    [`shape ${shape}|${head}`, 1],
    ...stems.map((stem): Feature => [`src ${source}|${stem}`, 1 / stems.length]),
    ...stems.map((stem): Feature => [`shapes ${shape}|${stem}`, 1 / stems.length]),
  ];
  if (isQuoted) found.push([`quoted ${sort}`, 1]);
  const part = partAsked(control.label);
  if (part) found.push([`part ${part} ${span.part ?? 'all'}`, 1]);
  const alike = view.controls.filter((one) => one.view === control.view && takes(one, span));
  if (takes(control, span)) found.push([alike.length === 1 ? `only ${shape}` : `one of ${shape}`, 1]);
  else if (special.test(shape)) found.push([`not for ${shape} ${sort}`, 1]);
  found.push(...orderFeatures(view, control, span));
  const isShown = control.value !== '' && control.value === span.text;
  if (isShown) found.push(['span is so', 1]);
  if (control.value !== '') found.push([`has value ${sort} ${view.order.kind}`, 1]);
  const firstText = view.controls.find((one) => one.view === control.view && one.kind === 'text');
  if (control === firstText) found.push(['first', 1], [`first ${shape}`, 1], [`first ${source}`, 1]);
  // What the label says itself is no value: "the 'Session timeout'".
  const own = view.match(span.text);
  const isLabel = view.controls.some(
    ({ label }) => label.length > 2 && label.toLowerCase() === span.text.toLowerCase(),
  );
  if (isLabel) found.push(['span is a label', 1]);
  const isRow = view.controls.some(({ row, view }) => row.includes(span.text) || view.includes(span.text));
  if (isRow) found.push(['span is a thing', 1]);
  if (own.places.length === 0) found.push(['span nowhere', 1]);
  found.push(...besideFeatures(view, control, span, 's'));
  found.push(...readFeatures(view, control, (text) => (text === span.text ? 1 : 0), 'sv'));
  return {
    control,
    value: span.text,
    span,
    suits: suits(control, span),
    features: found,
  };
}

/** What the readings say of a value. */
function readFeatures(
  view: View,
  control: Control,
  isSame: (text: string) => number,
  tag: string,
): Feature[] {
  const found: Feature[] = [];
  const seen = new Set<string>();
  for (const { text, words, role, rank } of view.order.told) {
    if (role === 'on' || role === 'off') continue;
    const fit = isSame(text);
    if (fit < 0.6) continue;
    const called = words === '' ? 'none' : bucket(likeness(words, control.label));
    const name = `${tag} ${role} ${called}`;
    if (seen.has(name)) continue;
    seen.add(name);
    found.push([`${name} ${Math.min(1, rank)}`, fit]);
    if (role === 'new' || words === '')
      found.push([`${tag} ${role}|${stemsOf(control.label).at(-1) ?? ''}`, 1]);
    const head = stemsOf(words).at(-1);
    if (head) found.push([`${tag} w ${head}|${stemsOf(control.label).at(-1) ?? ''}`, 1]);
  }
  if (found.length === 0) found.push([`${tag} untold`, 1]);
  return found;
}
