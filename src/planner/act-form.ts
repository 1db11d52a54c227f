import { shorten } from '../text.ts';
import type { Clause } from './clauses.ts';
import type { Rehearsing } from './context.ts';
import type { Detail } from './detail-kinds.ts';
import { detailsIn } from './details.ts';
import { answerFor, fieldsOf, isSearch } from './fill.ts';
import { withinTime } from './form-time.ts';
import { wholeWords } from './language/patterns.ts';
import { wordsFor } from './language/vocabulary.ts';
import { fold } from './language/words.ts';
import { matchControl } from './match.ts';
import { approach, because, changeValue, pointOnly, sameControl, sectionOf, showInstead } from './moves.ts';
import { isPressable } from './observe.ts';
import { pressBeats } from './press.ts';
import { rankSections } from './rank.ts';
import type { ShotAction } from './shots.ts';
import { hold, sceneOf } from './stage.ts';
import type { Control } from './view.ts';

/** Carries out "type" and "fill in". Fields get what the prompt gives, or else plausible data. */

export async function typeInto(at: Rehearsing, clause: Clause): Promise<void> {
  const given = detailsIn(
    clause.said,
    at.view.controls.filter((control) => control.purpose === 'input' && answerFor(control) !== null),
  );
  // "Enter Ann as name, ann@example.com as email" fills two fields.
  if (given.length > 1) return enterDetails(at, clause, given);
  const match = clause.object ? matchControl(at.view, clause, at.top) : null;
  const fields = at.view.controls.filter(
    (control) => control.purpose === 'input' && control.visible && !control.overlay,
  );
  const control =
    match?.control ??
    (clause.object === ''
      ? (fieldOf(
          clause,
          fields.filter(({ form }) => form === at.form),
        ) ?? fieldOf(clause, fields))
      : undefined);
  if (control?.purpose !== 'input') return showInstead(at, clause);
  const value = clause.value ?? answerFor(control);
  // A card number is never typed, not even one that the prompt gives.
  if (value === null || (answerFor(control) === null && control.besideCardFields))
    return pointOnly(at, clause, { ...control, danger: 'payment' });
  await changeValue(at, clause, control, value, `Type into “${control.name || control.hint}”`);
}

/** @param form the form to fill in, where it is known already */
export async function fillIn(at: Rehearsing, clause: Clause, form: number | null = null): Promise<void> {
  const fields = form === null ? chosenFields(at, clause) : fieldsOf(at.view.controls, form);
  if (fields.length === 0) return showInstead(at, clause);
  const own = detailsOf(at, clause.said, fields[0]!.form);
  // A prompt that gives values for fields wants only these filled in. "Book a table" wants the whole form filled in, with the
  // given values.
  const alone = clause.verb === 'fill' && !at.submits;
  if (own.length > 0 && alone) return enterDetails(at, clause, own);
  // In "book a table for four: fill in the form", the value of the first clause belongs into the form too.
  const given = own.length > 0 ? own : detailsOf(at, at.said, fields[0]!.form);
  const meant = clause.value === null || given.length > 0 ? undefined : fieldFor(clause.value, fields);
  if (clause.value !== null && meant)
    return changeValue(at, clause, meant, clause.value, `Fill in “${meant.name || meant.hint}”`);
  const boxes = consents(at, fields[0]!.form).filter(
    ({ id }) => !given.some(({ control }) => control.id === id),
  );
  const ticks = boxes.map((control) => ({ control, value: null, at: 0 }));
  const order = ({ control }: Detail) => at.view.controls.indexOf(control);
  const { answers, left } = withinTime(at, fields, given, ticks.length);
  const all = [...answers, ...given, ...ticks].sort((a, b) => order(a) - order(b));
  await enterDetails(at, clause, all, left);
}

/** The details that a text gives for the fields of one form, or for fields outside of forms where `form` is null. */
export const detailsOf = (at: Rehearsing, said: string, form: number | null): Detail[] =>
  detailsIn(
    said,
    at.view.controls.filter(
      (control) =>
        control.form === form &&
        (control.purpose === 'toggle' ? isPressable(control) : answerFor(control) !== null),
    ),
  );

/**
 * Types, chooses or ticks, field by field.
 * @param left fields that the film has no time for
 */
export async function enterDetails(
  at: Rehearsing,
  clause: Clause,
  details: Detail[],
  left: Control[] = [],
): Promise<void> {
  const [first] = details;
  if (!first) return;
  const beats: ShotAction[] = [...(await approach(at, first.control))];
  for (const { control, value } of details)
    if (value === null) beats.push(...(await pressBeats(at, control)));
    else beats.push({ do: 'change', target: await at.aim.control(control), value });
  beats.push(hold(1.2));
  at.form = first.control.form;
  at.add({
    scene: sceneOf(
      sectionOf(at, first.control),
      'Fill in the form',
      because(clause) + notFilled(left),
      details.map(({ control }) => control.name || control.hint),
    ),
    beats,
    value: 130,
    intent: clause.said,
  });
  if (at.last) return;
  for (const { control, value } of details) {
    const again = sameControl(at, control);
    if (again && value !== null) await at.play({ kind: 'change', control: again, value });
    else if (again) await at.play({ kind: 'press', control: again });
  }
  at.form = sameControl(at, first.control)?.form ?? null;
}

const notFilled = (left: Control[]) =>
  left.length > 0
    ? ` The film has no time for ${left.map(({ name, hint }) => `“${shorten(name || hint, 40)}”`).join(', ')}.`
    : '';

const fieldOf = ({ value }: Clause, fields: Control[]) =>
  value === null ? fields[0] : fieldFor(value, fields);

/** The field that a value belongs to. An email address goes into a field for such addresses. */
function fieldFor(value: string, fields: Control[]): Control | undefined {
  const isAddress = /^\S+@\S+$/.test(value);
  const asks = ({ inputType, hint, name }: Control) =>
    inputType === 'email' || /mail/i.test(`${hint} ${name}`);
  return (isAddress && fields.find(asks)) || fields.find(({ purpose }) => purpose === 'input') || fields[0];
}

const wholeForm = new RegExp(wholeWords(wordsFor('fields', 'wholeForm')), 'u');

/**
 * The fields that a clause asks to fill in: the field that it names, or else those of the form that it fits, or else those of
 * the fullest form.
 */
function chosenFields(at: Rehearsing, clause: Clause): Control[] {
  const whole = wholeForm.test(fold(clause.object)) || clause.object === '';
  const named = matchControl(at.view, { ...clause, verb: 'type' }, at.top)?.control;
  if (named && !whole && named.purpose === 'input' && answerFor(named) !== null) return [named];
  const forms = [
    ...new Set(
      at.view.controls
        .filter(({ purpose, visible }) => purpose === 'input' && visible)
        .map(({ form }) => form),
    ),
  ];
  const ranked = rankSections(at.view.sections, clause.object);
  const weigh = (form: number | null) => {
    const fields = fieldsOf(at.view.controls, form);
    const score = ranked.find(({ section }) => section.id === fields[0]?.section)?.score ?? 0;
    const search = fields.every(({ inputType, hint }) => inputType === 'search' || /search/i.test(hint));
    return { fields, weight: fields.length + 4 * score - (search ? 10 : 0) };
  };
  return (
    forms
      .map(weigh)
      .filter(({ fields }) => fields.some((field) => !isSearch(field)))
      .sort((a, b) => b.weight - a.weight)[0]?.fields ?? []
  );
}

/** The boxes that a form requires to be ticked. */
const consents = (at: Rehearsing, form: number | null) =>
  at.view.controls
    .filter(
      (control) =>
        control.form === form &&
        control.purpose === 'toggle' &&
        control.required &&
        control.checked === false &&
        control.visible &&
        isPressable(control),
    )
    .slice(0, 2);
