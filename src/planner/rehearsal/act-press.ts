import { anyOf } from '../language/patterns.ts';
import { words } from '../language/words.ts';
import { counts, type Detail } from '../match/detail-kinds.ts';
import { detailsIn } from '../match/details.ts';
import { answerFor, fieldsOf, isSearch } from '../match/field-values.ts';
import { type Match, matchControl } from '../match/match.ts';
import { rankSections } from '../match/rank.ts';
import { isPressable } from '../page/observe.ts';
import type { Control } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { pressActions } from '../storyboard/press.ts';
import type { ShotAction } from '../storyboard/shots.ts';
import { hold, sceneOf } from '../storyboard/stage.ts';
import { chooseOption, slide } from './act-choose.ts';
import { detailsOf, enterDetails, fillIn } from './act-form.ts';
import { lookIntoMenu } from './behind-menu.ts';
import { type ClauseContext, unfinished } from './context.ts';
import { approach, because, changeValue, pointOnly, sameControl, sectionOf, showInstead } from './moves.ts';
import { isWorthPlaying, reveal } from './reveal.ts';

/** Carries out "open", "switch to", "expand" and "start": presses something on the page, after opening what hides it. */

export async function pressNamed(context: ClauseContext, clause: Clause): Promise<void> {
  let match =
    matchControl(context.page.view, clause, context.page.top) ?? (await lookIntoMenu(context, clause));
  if (clause.verb === 'submit') {
    if (match?.control.purpose !== 'submit') match = submitOf(context, clause) ?? match;
    if (match) await writeFirst(context, clause, match.control);
    match = match && { ...match, control: sameControl(context, match.control) ?? match.control };
  }
  const options = /^(?:set|start)$/.test(clause.verb) ? optionsSaid(context, clause, match?.control) : [];
  // "Choose size 9 in slate" sets a list and a box. "Add a large one to the bag" sets the size, then presses the button.
  if (clause.verb === 'set' && options.length > 1) return enterDetails(context, clause, options);
  // A button that sends a form is excluded, because `begin` fills in its form.
  if (clause.verb === 'start' && match && options.length > 0 && !sends(context, match.control)) {
    await enterDetails(unfinished(context), clause, options);
    match = { ...match, control: sameControl(context, match.control) ?? match.control };
  }
  if (!match) return clause.verb === 'start' ? fillAsked(context, clause) : showInstead(context, clause);
  if (clause.verb === 'start' && closesForm(context, match.control)) {
    await fillIn(unfinished(context), { ...clause, object: '' }, match.control.form);
    return pressControl(context, clause, {
      ...match,
      control: sameControl(context, match.control) ?? match.control,
    });
  }
  const opens = clause.verb === 'start' && !sends(context, match.control) && isPressable(match.control);
  if (!opens || !mayGive(clause)) return pressControl(context, clause, match);
  // "Sign up with a@b.c", where the press leads to the form: the given values are typed there.
  await pressControl(unfinished(context), clause, match);
  const given = detailsOfAny(context, clause);
  if (given.length > 0) return enterDetails(context, clause, given);
  if (clause.value !== null && match.control.href !== null) await fillIn(context, { ...clause, object: '' });
}

/** The choices on the page that a clause names. Where the clause is about a button, they are in the section of that button. */
function optionsSaid(context: ClauseContext, clause: Clause, button: Control | undefined): Detail[] {
  if (clause.ordinal !== null || (clause.verb === 'start' && button?.purpose !== 'act')) return [];
  const beside = (control: Control) =>
    clause.verb === 'set' || (button !== undefined && control.section === button.section);
  const choices = context.page.view.controls.filter(
    (control) =>
      beside(control) &&
      isPressable(control) &&
      (/^(?:choose|toggle)$/.test(control.purpose) ||
        (control.purpose === 'input' && counts.test(`${control.hint} ${control.name}`))),
  );
  return detailsIn(clause.said, choices).filter(
    ({ control, value }) =>
      (clause.verb === 'set' || control.id !== button?.id) && (value === null || value !== control.value),
  );
}

/** Whether a link is drawn as the button of its form: "Log in", "Create account". Such a form is filled in first. */
const closesForm = (context: ClauseContext, { purpose, form, prominence, navigation }: Control) =>
  purpose === 'navigate' &&
  prominence >= 0.5 &&
  !navigation &&
  form !== null &&
  context.page.filledForm !== form &&
  fieldsOf(context.page.view.controls, form).some((field) => field.purpose === 'input' && !isSearch(field));

/** Whether a clause may give values for a form. A clause of a few words gives none. */
const mayGive = ({ said, value }: Clause) => value !== null || /["“„«「:@\d]|\p{L}\s\p{Lu}/u.test(said);

/** The details for that form of the page which most of the given values fit. */
function detailsOfAny(context: ClauseContext, clause: Clause): Detail[] {
  const forms = [
    ...new Set(context.page.view.controls.filter((one) => !isSearch(one)).map(({ form }) => form)),
  ];
  const each = forms.map((form) =>
    detailsOf(context, clause.said, form).filter(({ control }) => !isSearch(control)),
  );
  const [most = []] = each.sort((a, b) => b.length - a.length);
  const order = ({ control }: Detail) => context.page.view.controls.indexOf(control);
  return [...most].sort((a, b) => order(a) - order(b));
}

/** Fills in a form before it is sent, where it was not filled in yet: "send a message" needs a message. */
async function writeFirst(context: ClauseContext, clause: Clause, { form }: Control): Promise<void> {
  if (
    form === null ||
    context.page.filledForm === form ||
    fieldsOf(context.page.view.controls, form).length === 0
  )
    return;
  await fillIn(unfinished(context), { ...clause, object: '' }, form);
}

/** "Reserve a table" where no button has these words: fills in the form whose heading has them. */
async function fillAsked(context: ClauseContext, clause: Clause): Promise<void> {
  const given = detailsOfAny(context, clause);
  const isGiven = clause.value !== null || given.some(({ value }) => value?.includes('@'));
  if (isGiven && given.length > 0) return enterDetails(context, clause, given);
  const best = rankSections(context.page.view.sections, clause.object)[0];
  const own = context.page.view.controls.find(
    (control) => control.section === best?.section.id && control.purpose === 'input' && control.visible,
  );
  const asked = best !== undefined && best.score >= leastFormScore && own !== undefined;
  if (!asked || fieldsOf(context.page.view.controls, own.form).length === 0)
    return showInstead(context, clause);
  await fillIn(context, { ...clause, object: '' }, own.form);
}

/** The least score for a word in the heading of a form. A word in its small print scores less. */
const leastFormScore = 0.6;

/** Presses a known control. Depending on the control, an option is chosen, a slider is set, or it is only pointed at. */
export async function pressControl(context: ClauseContext, clause: Clause, known: Match): Promise<void> {
  let match: Match | null = known;
  if (match.control.purpose === 'choose' && match.control.options.length > 0)
    return chooseOption(context, clause, match.control);
  if (clause.verb === 'set' && /^(range|number)$/.test(match.control.inputType ?? ''))
    return slide(context, clause, match.control);
  if (clause.verb === 'set' && clause.value !== null && answerFor(match.control) !== null)
    if (match.control.purpose === 'input')
      return changeValue(
        context,
        clause,
        match.control,
        clause.value,
        `Set “${match.control.name}” to ${clause.value}`,
      );
  if (!match.control.visible && match.control.opener !== null) {
    match = await reveal(context, clause, match.control);
    if (!match) return;
  }
  const { control } = match;
  if (!isPressable(control)) return pointOnly(context, clause, control);
  // "Sign up" on the page with the form asks to fill the form in, but does not say to send it.
  if (clause.verb === 'start' && sends(context, control)) return begin(context, clause, control);
  // "Keep me posted at a@b.c" calls the button by its name and gives the value for the field beside it.
  if (
    clause.verb === 'press' &&
    sends(context, control) &&
    context.page.filledForm !== control.form &&
    mayGive(clause)
  )
    if (detailsOf(context, clause.said, control.form).length > 0) return begin(context, clause, control);
  const done = alreadyDone(control, clause);
  const target = await context.page.aim.control(control);
  const pointed: ShotAction[] = [{ do: 'hover', target }];
  const pressed = await pressActions(context.page, control);
  const [way, section, hides] = [
    await approach(context, control),
    sectionOf(context, control),
    hiddenBehind(context, control),
  ];
  const heldBefore = context.page.heldBack;
  if (!done && isWorthPlaying(context, control)) await context.page.play({ kind: 'press', control });
  // The page was kept on the site, so nothing of the press would be seen.
  if (context.page.heldBack > heldBefore)
    return pointOnly(context, clause, control, { way, target, section });
  // A menu that a press does not open is opened by hovering over it.
  const hovers =
    !done && control.purpose === 'menu' && hides.length > 0 && !hides.some((name) => isShown(context, name));
  context.page.rests(hovers ? control.name : null);
  const what = done
    ? `“${control.name}” is already chosen`
    : `${hovers ? 'Hover over' : 'Press'} “${control.name}”`;
  context.storyboard.add({
    scene: sceneOf(section, what, because(clause), match.evidence),
    actions: [
      ...way,
      ...(done || hovers ? pointed : pressed),
      hold(control.href && !control.inPage ? 1.6 : 1.2),
    ],
    value: 130,
    intent: clause.said,
  });
}

/** Carries out "sign up" where the form is. The form is filled in, and sent only if the prompt calls the button by its name. */
async function begin(context: ClauseContext, clause: Clause, control: Control): Promise<void> {
  if (
    context.page.filledForm !== control.form &&
    fieldsOf(context.page.view.controls, control.form).length > 0
  )
    await fillIn(context, { ...clause, object: '' }, control.form);
  const button = sameControl(context, control) ?? control;
  const said = new Set(words(clause.said).map(({ stem }) => stem));
  const name = words(button.name).map(({ stem }) => stem);
  // "Create the account" calls the button "Create account" by its name.
  const named = name.length > 0 && name.every((word) => said.has(word));
  if (named) return pressNamed(context, { ...clause, verb: 'press', object: button.name });
  const target = await context.page.aim.control(button);
  context.storyboard.add({
    scene: sceneOf(
      sectionOf(context, button),
      `Point at “${button.name}”`,
      `${because(clause)} Nothing is sent.`,
      [button.name],
    ),
    actions: [...(await approach(context, button)), { do: 'hover', target }, hold(1.2, target)],
    value: 120,
    isAside: true,
    intent: clause.said,
  });
}

/** Whether a button sends the fields beside it. */
const sends = (context: ClauseContext, { purpose, form }: Control) =>
  purpose === 'submit' ||
  (purpose === 'act' &&
    form !== null &&
    fieldsOf(context.page.view.controls, form).some(({ purpose }) => purpose === 'input'));

const hiddenBehind = (context: ClauseContext, { id }: Control) =>
  context.page.view.controls
    .filter(({ opener, visible }) => opener === id && !visible)
    .map(({ name }) => name);
const isShown = (context: ClauseContext, wanted: string) =>
  context.page.view.controls.some(({ name, visible }) => visible && name === wanted);

const turnsOff = new RegExp(`\\b${anyOf('prompt', 'off')}\\b`, 'i');

const alreadyDone = (control: Control, { verb, said }: Clause) => {
  const off = turnsOff.test(said);
  if (verb === 'set' && control.checked !== null) return control.checked !== off;
  return (
    (verb === 'expand' || (verb === 'press' && control.purpose === 'accordion')) &&
    control.expanded === true &&
    !off
  );
};

function submitOf(context: ClauseContext, clause: Clause) {
  const submits = context.page.view.controls.filter(
    (control) => control.purpose === 'submit' && control.visible && !control.overlay,
  );
  const control = submits.find(({ form }) => form !== null && form === context.page.filledForm) ?? submits[0];
  return control ? { control, score: 4, evidence: [clause.said] } : null;
}
