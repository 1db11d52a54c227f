import type { Clause } from './clauses.ts';
import { answerFor, fieldsOf, searchField } from './fill.ts';
import { matchControl } from './match.ts';
import { approach, because, change, pointOnly, sameControl, sectionOf, showInstead } from './moves.ts';
import { isPressable } from './observe.ts';
import { typingMs } from './pacing.ts';
import { pressBeats } from './press.ts';
import { rankSections } from './rank.ts';
import type { Rehearsing } from './rehearse.ts';
import type { Beat } from './shots.ts';
import { hold, sceneOf } from './stage.ts';
import type { Control } from './view.ts';
import { fold } from './words.ts';

/** "type", "search for", "fill in": fields get what the prompt says, or plausible data. */

export async function typeInto(at: Rehearsing, clause: Clause): Promise<void> {
  const match = clause.object ? matchControl(at.view, clause, at.top) : null;
  const fields = at.view.controls.filter(
    (control) => control.purpose === 'input' && control.visible && !control.overlay,
  );
  const control =
    match?.control ??
    (clause.object === '' ? (fields.find(({ form }) => form === at.form) ?? fields[0]) : undefined);
  if (control?.purpose !== 'input') return showInstead(at, clause);
  const value = clause.value ?? answerFor(control);
  // A card number is never typed, not even the one that a prompt brings along.
  if (value === null || (answerFor(control) === null && control.besideCardFields))
    return pointOnly(at, clause, { ...control, danger: 'payment' });
  await change(at, clause, control, value, `Type into “${control.name || control.hint}”`);
}

export async function searchFor(at: Rehearsing, clause: Clause): Promise<void> {
  const control = searchField(at.view);
  if (control)
    return change(
      at,
      clause,
      control,
      clause.value ?? 'getting started',
      `Search for “${clause.value ?? 'getting started'}”`,
      [{ do: 'key', key: 'Enter' }],
    );
  // "find the pricing" on a page without a search box is about looking, not about typing.
  await showInstead(at, { ...clause, object: clause.value ?? clause.object });
}

/** @param form the one that is meant, where that is known already */
export async function fillIn(at: Rehearsing, clause: Clause, form: number | null = null): Promise<void> {
  const fields = form === null ? chosenFields(at, clause) : fieldsOf(at.view.controls, form);
  if (fields.length === 0) return showInstead(at, clause);
  const meant = clause.value === null ? undefined : fieldFor(clause.value, fields);
  if (clause.value !== null && meant)
    return change(at, clause, meant, clause.value, `Fill in “${meant.name || meant.hint}”`);
  const chosen = withinTime(at, fields);
  const beats: Beat[] = [...(await approach(at, chosen[0]!))];
  for (const field of chosen)
    beats.push({ do: 'change', target: await at.aim.control(field), value: answerFor(field)! });
  for (const box of consents(at, chosen[0]!.form)) beats.push(...(await pressBeats(at, box)));
  beats.push(hold(1.2));
  at.form = chosen[0]!.form;
  at.add({
    scene: sceneOf(
      sectionOf(at, chosen[0]!),
      'Fill in the form',
      because(clause),
      chosen.map(({ name, hint }) => name || hint),
    ),
    beats,
    value: 130,
    intent: clause.said,
  });
  if (at.last) return;
  for (const field of chosen) {
    const again = sameControl(at, field);
    if (again) await at.play({ kind: 'change', control: again, value: answerFor(field)! });
  }
  at.form = sameControl(at, chosen[0]!)?.form ?? null;
}

/** The field that a given value is meant for: an address goes where addresses are asked for. */
function fieldFor(value: string, fields: Control[]): Control | undefined {
  const isAddress = /^\S+@\S+$/.test(value);
  const asks = ({ inputType, hint, name }: Control) =>
    inputType === 'email' || /mail/i.test(`${hint} ${name}`);
  return (isAddress && fields.find(asks)) || fields.find(({ purpose }) => purpose === 'input') || fields[0];
}

/** As many fields as the film has time for, at least one; what the form demands comes first, in the form's order. */
function withinTime(at: Rehearsing, fields: Control[]): Control[] {
  let leftMs = at.durationMs - 2500 - 2200 * (at.actions - 1);
  const byNeed = [...fields].sort((a, b) => Number(b.required) - Number(a.required));
  const chosen = byNeed.filter((field, index) => {
    leftMs -= typingMs(answerFor(field) ?? '');
    // What is sent has to be whole, or the page refuses it.
    return index === 0 || leftMs >= 0 || (field.required && at.submits);
  });
  return fields.filter((field) => chosen.includes(field));
}

/** The fields a clause means: one that it names, else those of the form it fits, else of the fullest form. */
function chosenFields(at: Rehearsing, clause: Clause): Control[] {
  const whole =
    /\b(form|formular|formulaire|formulario|modulo|details|everything|fields|in|out)\b|表单|表單|フォーム|نموذج/u.test(
      fold(clause.object),
    ) || clause.object === '';
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
      .filter(({ fields }) => fields.length > 0)
      .sort((a, b) => b.weight - a.weight)[0]?.fields ?? []
  );
}

/** Boxes that the form cannot do without. */
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
