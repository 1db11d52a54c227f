import type { Detail } from '../match/detail-kinds.ts';
import { answerFor, shortAnswerFor } from '../match/field-values.ts';
import type { Control } from '../page/view.ts';
import { assemble, filmMs, hurriedMs, leadMs, minHoldMs, mostPlayableMs } from '../storyboard/pacing.ts';
import type { ShotAction, Target } from '../storyboard/shots.ts';
import { hold } from '../storyboard/stage.ts';
import type { ClauseContext } from './context.ts';

/** What the film enters into a form in the time that it has. */
export interface Filling {
  answers: Detail[];
  /** Fields that the film has no time for. */
  left: Control[];
}

const anything: Target = { selectors: [], note: {} };
const typed = (value: string): ShotAction => ({ do: 'change', target: anything, value });
const pressed: ShotAction = { do: 'press', target: anything, offset: { x: 0, y: 0 }, leavesPage: false };

/**
 * Finds answers for as many fields as the film has time for, besides the given ones. At least one field is filled in all.
 * Answers are full where the film then needs no hurry. Otherwise they are the shortest that make sense. Required fields come
 * first.
 * @param ticks how many boxes have to be ticked as well
 */
export function withinTime(
  context: ClauseContext,
  fields: Control[],
  given: Detail[],
  ticks: number,
): Filling {
  const ahead = Array.from({ length: context.clause.actionsAhead }, () => [pressed, hold(1)]).flat();
  const filmWith = (values: (string | null)[]): ShotAction[] => [
    ...assemble(context.storyboard.shots),
    { do: 'glide' },
    ...values.map((value) => (value === null ? pressed : typed(value))),
    ...Array.from({ length: ticks }, () => pressed),
    hold(1),
    ...ahead,
  ];
  const others = fields.filter((field) => !given.some(({ control }) => control.id === field.id));
  const byNeed = others.toSorted((a, b) => Number(b.required) - Number(a.required));
  const said = given.map(({ value }) => value);
  const full = byNeed.map(answerFor);
  const isEasy = minHoldMs + filmMs(filmWith([...said, ...full])) <= context.request.durationMs - leadMs;
  const values = [...said];
  const chosen = new Map<Control, string | null>();
  for (const field of byNeed) {
    const value = isEasy ? answerFor(field) : shortAnswerFor(field);
    const fits =
      isEasy || hurriedMs(filmWith([...values, value])) <= mostPlayableMs(context.request.durationMs);
    // A form that is sent needs all its required fields, or the page refuses it.
    if (!fits && values.length > 0 && !(field.required && context.request.submits)) continue;
    values.push(value);
    chosen.set(field, value);
  }
  return {
    answers: others
      .filter((field) => chosen.has(field))
      .map((control) => ({ control, value: chosen.get(control) ?? null, position: 0 })),
    left: others.filter((field) => !chosen.has(field)),
  };
}
