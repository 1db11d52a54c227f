import { shorten } from '../../text.ts';
import { anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { fold, words } from '../language/words.ts';
import { answerFor } from '../match/field-values.ts';
import { isPressable } from '../page/observe.ts';
import type { Control, PageView } from '../page/view.ts';
import type { Scene } from '../plan.ts';
import { type Clause, isAction, parsePrompt } from '../prompt/clauses/parse-prompt.ts';
import { chooseOption } from '../rehearsal/act-choose.ts';
import { pressControl } from '../rehearsal/act-press.ts';
import type { ClauseContext } from '../rehearsal/context.ts';
import { approach, changeValue, sameControl, sectionOf } from '../rehearsal/moves.ts';
import { hold, sceneOf, sectionShot } from '../storyboard/stage.ts';
import type { ModelStep } from './answer.ts';
import type { Description } from './describe.ts';

/**
 * Carries out one step of a model, after checking it against the page. What the step names has to be there, and has to be
 * allowed. Whether a form is sent is read from the user's own prompt. False where the step cannot be done.
 */
export async function carryOut(
  context: ClauseContext,
  step: ModelStep,
  described: Description,
  prompt: string,
): Promise<boolean> {
  const section = described.sections.get(step.ref);
  const known = described.controls.get(step.ref);
  const evidence = step.evidence.filter((quote) => isSaid(quote, prompt, context.page.view)).slice(0, 4);
  const storyboard = context.storyboard.withScene((scene) => toldBy(step, evidence, scene));
  if (section && step.do === 'show') {
    const now = context.page.view.sections.find(
      ({ heading, kind }) => heading === section.heading && kind === section.kind,
    );
    if (!now) return false;
    context.page.scrolledTo(now.box.y);
    storyboard.add(await sectionShot(context.page, { section: now, why: step.why, evidence, value: 110 }));
    return true;
  }
  const control = known && sameControl(context, known);
  if (!control || step.do === 'show') return false;
  const { heldBack } = context.page;
  const kept = storyboard.checkpoint();
  await act({ ...context, storyboard }, clauseFor(step, control), control, prompt);
  // The page would have left its site. The model chose this step and not the user, so nothing of it need be shown.
  if (context.page.heldBack === heldBack) return true;
  storyboard.rollback(kept);
  return false;
}

async function act(context: ClauseContext, clause: Clause, control: Control, prompt: string): Promise<void> {
  const binds = (control.purpose === 'submit' && !context.request.submits) || confirms(control.name);
  if (clause.verb === 'hover' || (binds && !isOrdered(control.name, prompt))) {
    const target = await context.page.aim.control(control);
    const what = `Point at “${control.name}”`;
    const actions = [
      ...(await approach(context, control)),
      { do: 'hover' as const, target },
      hold(1.2, target),
    ];
    return context.storyboard.add({
      scene: sceneOf(sectionOf(context, control), what, '', []),
      actions,
      value: 120,
      intent: what,
    });
  }
  if (control.purpose === 'choose' && control.options.length > 0)
    return chooseOption(context, clause, control);
  if (control.purpose === 'input') {
    const value = valueFor(control, clause.value, prompt);
    if (value !== null)
      await changeValue(context, clause, control, value, `Type into “${control.name || control.hint}”`);
    return;
  }
  if (isPressable(control))
    await pressControl(context, clause, { control, score: 9, evidence: [control.name] });
}

/** Whether a button confirms something, which may be anything. */
const confirms = (name: string) => yes.test(name.trim());
const yes = new RegExp(`^${anyOf('controls', 'confirms')}[.!]?$`, 'i');

/**
 * Whether the prompt orders to press the control by its name. A page can give its buttons names that are in any prompt: "a",
 * "the demo".
 */
function isOrdered(name: string, prompt: string): boolean {
  const stems = (text: string) =>
    ` ${words(text)
      .map(({ stem }) => stem)
      .join(' ')} `;
  const wanted = stems(name);
  const ordered = parsePrompt(prompt).filter(isAction);
  return terms(name).length > 0 && ordered.some(({ said }) => stems(said).includes(wanted));
}

/**
 * The value to enter. The model's value is used if the prompt itself contains it, or if the field takes plain words or figures.
 * Fields for addresses, telephone numbers and the like get our own examples.
 */
function valueFor(control: Control, value: string | null, prompt: string): string | null {
  const ours = answerFor(control);
  if (ours === null) return null;
  const given = shorten(value?.trim() ?? '', 120);
  if (!given) return ours;
  const plain = /^(?:text|search|textarea|editable|range|number)$/.test(control.inputType ?? '');
  return prompt.includes(given) || plain ? given : ours;
}

const clauseFor = (step: ModelStep, { name }: Control): Clause => ({
  verb: step.do === 'choose' ? 'set' : step.do === 'type' ? 'type' : step.do === 'hover' ? 'hover' : 'press',
  object: step.do === 'choose' && step.value ? step.value : name,
  value: step.value,
  place: null,
  ordinal: null,
  negated: false,
  explicit: true,
  said: shorten(step.what, 160),
});

/** A scene in the model's words. The evidence is the model's too, as far as the page or the prompt really contains it. */
const toldBy = ({ why }: ModelStep, evidence: string[], scene: Scene): Scene => ({
  ...scene,
  why: shorten(why, 300) || scene.why,
  evidence: evidence.length > 0 ? evidence : scene.evidence,
});

function isSaid(quote: string, prompt: string, view: PageView): boolean {
  const wanted = fold(quote).trim();
  const said = [
    prompt,
    view.title,
    ...view.sections.map(({ text }) => text),
    ...view.controls.map(({ name }) => name),
  ];
  return wanted !== '' && said.some((text) => fold(text).includes(wanted));
}
