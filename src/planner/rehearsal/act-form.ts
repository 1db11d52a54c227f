import { shorten } from '../../text.ts';
import { wholeWords } from '../language/patterns.ts';
import { wordsFor } from '../language/vocabulary.ts';
import { fold } from '../language/words.ts';
import type { Detail } from '../match/detail-kinds.ts';
import { detailsIn } from '../match/details.ts';
import { answerFor, fieldsOf, isSearch } from '../match/field-values.ts';
import { matchControl } from '../match/match.ts';
import { rankSections } from '../match/rank.ts';
import { isPressable } from '../page/observe.ts';
import type { Control } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { pressActions } from '../storyboard/press.ts';
import type { ShotAction } from '../storyboard/shots.ts';
import { hold, sceneOf } from '../storyboard/stage.ts';
import type { ClauseContext } from './context.ts';
import { withinTime } from './form-time.ts';
import { approach, because, changeValue, pointOnly, sameControl, sectionOf, showInstead } from './moves.ts';

/** Carries out "type" and "fill in". Fields get what the prompt gives, or else plausible data. */

export async function typeInto(context: ClauseContext, clause: Clause): Promise<void> {
  const given = detailsIn(
    clause.said,
    context.page.view.controls.filter(
      (control) => control.purpose === 'input' && answerFor(control) !== null,
    ),
  );
  // "Enter Ann as name, ann@example.com as email" fills two fields.
  if (given.length > 1) return enterDetails(context, clause, given);
  const match = clause.object ? matchControl(context.page.view, clause, context.page.top) : null;
  const fields = context.page.view.controls.filter(
    (control) => control.purpose === 'input' && control.visible && !control.overlay,
  );
  const control =
    match?.control ??
    (clause.object === ''
      ? (fieldOf(
          clause,
          fields.filter(({ form }) => form === context.page.filledForm),
        ) ?? fieldOf(clause, fields))
      : undefined);
  if (control?.purpose !== 'input') return showInstead(context, clause);
  const value = clause.value ?? answerFor(control);
  // A card number is never typed, not even one that the prompt gives.
  if (value === null || (answerFor(control) === null && control.besideCardFields))
    return pointOnly(context, clause, { ...control, danger: 'payment' });
  await changeValue(context, clause, control, value, `Type into “${control.name || control.hint}”`);
}

/** @param form the form to fill in, where it is known already */
export async function fillIn(
  context: ClauseContext,
  clause: Clause,
  form: number | null = null,
): Promise<void> {
  const fields = form === null ? chosenFields(context, clause) : fieldsOf(context.page.view.controls, form);
  if (fields.length === 0) return showInstead(context, clause);
  const own = detailsOf(context, clause.said, fields[0]!.form);
  // A prompt that gives values for fields wants only these filled in. "Book a table" wants the whole form filled in, with the
  // given values.
  const alone = clause.verb === 'fill' && !context.request.submits;
  if (own.length > 0 && alone) return enterDetails(context, clause, own);
  // In "book a table for four: fill in the form", the values of the first clause belong in the form too.
  const given = own.length > 0 ? own : detailsOf(context, context.request.said, fields[0]!.form);
  const meant = clause.value === null || given.length > 0 ? undefined : fieldFor(clause.value, fields);
  if (clause.value !== null && meant)
    return changeValue(context, clause, meant, clause.value, `Fill in “${meant.name || meant.hint}”`);
  const boxes = consents(context, fields[0]!.form).filter(
    ({ id }) => !given.some(({ control }) => control.id === id),
  );
  const ticks = boxes.map((control) => ({ control, value: null, position: 0 }));
  const order = ({ control }: Detail) => context.page.view.controls.indexOf(control);
  const { answers, left } = withinTime(context, fields, given, ticks.length);
  const all = [...answers, ...given, ...ticks].sort((a, b) => order(a) - order(b));
  await enterDetails(context, clause, all, left);
}

/** The details that a text gives for the fields of one form, or for fields outside of forms where `form` is null. */
export const detailsOf = (context: ClauseContext, said: string, form: number | null): Detail[] =>
  detailsIn(
    said,
    context.page.view.controls.filter(
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
  context: ClauseContext,
  clause: Clause,
  details: Detail[],
  left: Control[] = [],
): Promise<void> {
  const [first] = details;
  if (!first) return;
  const actions: ShotAction[] = [...(await approach(context, first.control))];
  for (const { control, value } of details)
    if (value === null) actions.push(...(await pressActions(context.page, control)));
    else actions.push({ do: 'change', target: await context.page.aim.control(control), value });
  actions.push(hold(1.2));
  context.page.filled(first.control.form);
  context.storyboard.add({
    scene: sceneOf(
      sectionOf(context, first.control),
      'Fill in the form',
      because(clause) + notFilled(left),
      details.map(({ control }) => control.name || control.hint),
    ),
    actions,
    value: 130,
    intent: clause.said,
  });
  if (context.clause.isLast) return;
  for (const { control, value } of details) {
    const again = sameControl(context, control);
    if (again && value !== null) await context.page.play({ kind: 'change', control: again, value });
    else if (again) await context.page.play({ kind: 'press', control: again });
  }
  context.page.filled(sameControl(context, first.control)?.form ?? null);
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
function chosenFields(context: ClauseContext, clause: Clause): Control[] {
  const whole = wholeForm.test(fold(clause.object)) || clause.object === '';
  const named = matchControl(context.page.view, { ...clause, verb: 'type' }, context.page.top)?.control;
  if (named && !whole && named.purpose === 'input' && answerFor(named) !== null) return [named];
  const forms = [
    ...new Set(
      context.page.view.controls
        .filter(({ purpose, visible }) => purpose === 'input' && visible)
        .map(({ form }) => form),
    ),
  ];
  const ranked = rankSections(context.page.view.sections, clause.object);
  const weigh = (form: number | null) => {
    const fields = fieldsOf(context.page.view.controls, form);
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
const consents = (context: ClauseContext, form: number | null) =>
  context.page.view.controls
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
