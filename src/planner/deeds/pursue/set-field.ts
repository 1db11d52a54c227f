import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, FieldValue, Mention } from '../../prompt/deed.ts';
import {
  containerOf,
  isInside,
  keyOf,
  newItems,
  ownersOf,
  placeOf,
  sameItem,
  topmost,
} from '../candidates/chain.ts';
import { isFieldWord } from '../candidates/field-called.ts';
import { type FieldCandidate, fieldCandidates } from '../candidates/field-candidates.ts';
import type { Reached } from '../candidates/mentions/scope.ts';
import type { Scope } from '../candidates/only-control.ts';
import { type PressCandidate, pressCandidates } from '../candidates/press-candidates.ts';
import { namedByRole, otherReadings } from '../candidates/readings/readings.ts';
import { least } from '../candidates/weights.ts';
import { besideField } from '../finish/beside-field.ts';
import { bestOption } from '../operate/choose.ts';
import { confirmOne } from '../operate/confirm-one.ts';
import { operate } from '../operate/operate.ts';
import { isAnotherView, type Outcome, type Performer } from '../perform/performer.ts';
import { reach } from '../search/reach.ts';
import { Survey } from '../search/survey.ts';
import { type Control, otherReading, switchesFor, switchesOfRows } from './as-switch.ts';
import { isOneOfSeveral } from './choose-another.ts';
import { namesAnother } from './names-another.ts';
import { isUnlikely, withMeantPart } from './unlikely.ts';

/**
 * Looks for the control of a field and gives it its value. A control that does not take the value is left, and the next one is tried.
 * @returns the dialog or form that the control is in, as an index, or null where no control took the value
 */
export async function setField(
  performer: Performer,
  deed: Deed,
  field: FieldValue,
  container: number | null,
  until: () => boolean,
): Promise<{ container: number | null } | null> {
  const tried = new Set<string>();
  const survey = new Survey();
  const begun = performer.path.some(({ part }) => part === 'deed');
  const start = performer.path.findLastIndex(({ part }) => part === 'deed' || part === 'finish') + 1;
  // "Assign the task 'x' to Ann": the verb may name the field.
  const asked =
    field.field === '' && isFieldWord(deed.verb)
      ? { ...field, field: deed.verb, isLoose: true as const }
      : field;
  const named = namedByRole(deed, field);
  const towards = named ? { ...deed, thing: named } : deed;
  for (let attempt = 0; attempt < 4; attempt++) {
    const best = await reach<Control | PressReading>(performer, towards, {
      find: (screen, reached, unknown = []) => {
        const anywhere = { ...deed, places: deed.places.filter((place) => !unknown.includes(place)) };
        const inside =
          container === null
            ? null
            : (topmost(screen) ?? (container < screen.things.length ? container : null));
        const scope = { ...scopeOf(performer, anywhere, inside), reached };
        const fields = fieldCandidates(screen, asked, scope).map((one) => ({ ...one, asked: field }));
        const all: Control[] = [
          ...fields,
          ...switchesFor(screen, field, scope),
          ...switchesOfRows(screen, field, scope),
        ];
        const controls = all
          .sort((a, b) => b.confidence - a.confidence)
          .filter(
            ({ item, way, confidence }) =>
              !tried.has(`${way} ${screen.url} ${placeOf(item)}`) &&
              !isFilled(performer, item, start) &&
              !(
                way === 'type' &&
                (isMovedTo(field, deed) ||
                  namesAnother(item, field, deed, screen) ||
                  (confidence < surelyCalled && isUnlikely(screen, item, field, deed)) ||
                  wasLookedUpIn(item, performer))
              ),
          );
        const own = withoutOldTwins(controls, performer);
        // What stands beside an open form is another one's, as long as the form has a control.
        const within = inside === null ? [] : own.filter(({ features }) => features.inContainer === 1);
        const first = within.find(({ confidence }) => confidence >= least.inContainer) ?? own[0];
        const presses =
          container === null
            ? pressReadings(screen, otherReadings(anywhere, field, named), { field, reached, tried })
            : [];
        const [press] = presses;
        const confidence = otherReading * (press?.confidence ?? 0);
        if (press && confidence > (first?.confidence ?? 0)) {
          const choice = { ranking: 'press' as const, candidates: presses };
          return { found: { way: 'press-reading', item: press.item }, confidence, choice };
        }
        const choice = { ranking: 'field' as const, candidates: own };
        const provesItself = first !== undefined && isProvenByUse(first);
        return first ? { found: first, confidence: first.confidence, choice, provesItself } : null;
      },
      least: container === null ? least.field : least.inContainer,
      // A choice is sure when it turns out to offer the value. A field takes any text.
      ...(container === null && asked.value.to === 'text' && { leastOfAll: leastChoice }),
      until,
      survey,
      // A form that was opened for the deed is not left: it would lose what it has.
      ...(begun && container !== null && { takes: (way, screen) => isOfForm(way, screen, container) }),
    });
    if (!best) return null;
    tried.add(`${best.way} ${performer.screen.url} ${placeOf(best.item)}`);
    const mark = performer.path.length;
    const { screen } = performer;
    if (best.way === 'press-reading') {
      const what = `Press “${best.item.name || best.item.labels[0]}”`;
      const outcome = await performer.act({ do: 'press', item: best.item, part: 'deed', what, opens: [] });
      if (await isDone(performer, best.item, outcome, field)) return { container: topmost(performer.screen) };
    } else if (await operate(performer, best, withMeantPart(screen, best.item, best.asked, deed))) {
      if (isOneOfSeveral(field, deed)) await confirmOne(performer);
      const item = sameItem(performer.screen, screen, best.item);
      const around = item && containerOf(performer.screen, item);
      const isTaken =
        around !== null ||
        container !== null ||
        (item !== null && deed.commits && besideField(performer.screen, deed, item) !== null) ||
        (await takesEffect(performer, mark)) ||
        isSurely(best, performer.screen);
      if (isTaken || !untried(performer, deed, field, tried))
        return { container: topmost(performer.screen) ?? around };
    }
    if (!(await performer.returnTo(mark)) && performer.isFilmed) return null;
  }
  return null;
}

/** A field that is called as the prompt says takes any value. */
const surelyCalled = 0.85;

/** "Move the files into the folder 'Past exams'" writes the folder's name into no field. What searches for it comes with the choice of a folder. */
const isMovedTo = ({ field, value }: FieldValue, { verb, kind }: Deed) =>
  kind === 'change' &&
  field === '' &&
  moves.test(verb) &&
  value.to === 'text' &&
  /\p{L}{3}/u.test(value.text);
/** English only. */
const moves = /^(?:move|shift|drag|transfer)$/;

/** What is made got controls of its own: of two fields “Item”, the one that “Add row” has brought is the new row's. */
function withoutOldTwins(controls: readonly Control[], { path, screen }: Performer): readonly Control[] {
  const begun = path.findLast(({ part }) => part === 'deed');
  if (!begun) return controls;
  const fresh = new Set(newItems({ before: begun.before, after: screen }, placeOf));
  const ofNew = new Set(controls.flatMap(({ item }) => (fresh.has(item) ? [keyOf(item, screen)] : [])));
  return controls.filter(({ item }) => fresh.has(item) || !ofNew.has(keyOf(item, screen)));
}

/** Whether a field shows what was looked up on the way: it searches, whatever it is called. */
const wasLookedUpIn = ({ value }: Item, { path }: Performer) =>
  value !== '' && path.some((act) => act.part === 'way' && act.do === 'type' && act.value === value);

/** Whether a way is part of the open form, such as a tab of it or what shows more of its fields. */
const isOfForm = (way: Item, screen: Screen, container: number): boolean => {
  const form = topmost(screen) ?? container;
  return form < screen.things.length && isInside(screen, way, form);
};

/**
 * Whether a control has the value of another field of the deed: it shows what was typed into it, or it is the first of two lists behind one
 * label, and was opened. What empties itself takes more.
 */
const isFilled = ({ path, screen }: Performer, item: Item, start: number) =>
  path
    .slice(start)
    .some(
      (act) =>
        act.part === 'field' &&
        (act.do === 'type'
          ? item.value === act.value
          : act.item.kind === 'picker' && hasTwin(item, screen)) &&
        sameItem(screen, act.before, act.item)?.id === item.id,
    );

const hasTwin = ({ id, kind, labels: [label] }: Item, { items }: Screen) =>
  kind === 'picker' &&
  items.some(
    (one) => one.kind === kind && one.id !== id && label !== undefined && one.labels.includes(label),
  );

/**
 * Whether a press has done what a field says. Where it has opened choices instead ("Change colour", "Move to"), the value is one of
 * them, or the press was of no use.
 */
async function isDone(
  performer: Performer,
  item: Item,
  outcome: Outcome,
  { value }: FieldValue,
): Promise<boolean> {
  if (outcome.wrote > 0) return true;
  // A switch stays where it is: what leads to another view has turned nothing on or off.
  if (value.to !== 'text')
    return outcome.changed && !isInNavigation(outcome.before, item) && !isAnotherView(outcome);
  const option = bestOption(outcome, value);
  if (!option) return outcome.changed && !hasOpened(outcome);
  const what = `Choose “${option.name}”`;
  const chosen = await performer.act({ do: 'press', item: option, part: 'field', what, opens: [] });
  return chosen.changed || chosen.wrote > 0;
}

const isInNavigation = (screen: Screen, item: Item) =>
  ownersOf(screen, item).some(({ kind }) => kind === 'navigation' || kind === 'tabs');

/** Whether a press has opened a menu or a dialog. */
function hasOpened({ before, after }: Outcome): boolean {
  const count = ({ things }: Screen) => things.filter(({ kind }) => /^(?:menu|dialog)$/.test(kind)).length;
  return count(after) > count(before);
}

/**
 * Whether a field outside of a form has done something with what was typed, after Enter at the latest. It is told by what the
 * application writes, so where that has written nothing yet either, any field has.
 */
async function takesEffect(performer: Performer, mark: number): Promise<boolean> {
  const last = performer.path.at(-1);
  if (last?.do !== 'type' || !performer.wroteSince(0) || performer.wroteSince(mark)) return true;
  const item = sameItem(performer.screen, last.before, last.item);
  if (item && item.inputType !== 'textarea')
    await performer.act({ do: 'enter', item, part: 'finish', what: 'Confirm with Enter', opens: [] });
  return performer.wroteSince(mark);
}

/**
 * A field that alone has a label of several words with those of the prompt takes what is typed, also where the application writes it some time
 * later. What many parts of a screen have, such as a colour, has to show that it took it.
 */
const isSurely = ({ item, confidence, features }: FieldCandidate, screen: Screen) =>
  item.kind === 'field' &&
  item.labels.some((label) => / /.test(label)) &&
  confidence >= 0.85 &&
  features.label >= 0.75 &&
  features.outOfScope === 0 &&
  screen.items.filter(({ kind, labels }) => kind === 'field' && labels[0] === item.labels[0]).length < 2;

/** Whether the screen has another control for a field. */
const untried = (performer: Performer, deed: Deed, field: FieldValue, tried: ReadonlySet<string>) =>
  fieldCandidates(performer.screen, field, scopeOf(performer, deed, null)).some(
    ({ item, way, confidence }) => confidence >= least.field && !tried.has(`${way} ${placeOf(item)}`),
  );

/** Where the controls of a deed have to be. */
export function scopeOf(performer: Performer, deed: Deed, container: number | null): Scope {
  const mentions: Mention[] = [...deed.places, ...(deed.thing && deed.kind === 'change' ? [deed.thing] : [])];
  // What was opened for the deed is about its thing, whatever it says.
  return { mentions: container === null ? mentions : [], reached: performer.reached, container };
}

/** A press that does what the field says, by another reading of the deed. */
interface PressReading extends Pick<PressCandidate, 'item'> {
  way: 'press-reading';
}

/**
 * Whether a control turns out to be right when it is used: a choice offers what is asked for, or it does not. Where several words for a field
 * differ, such as "weeks start" and "First day of the week", that tells more than the words do.
 */
const isProvenByUse = ({ way, confidence, features: { name, label, outOfScope } }: FieldCandidate) =>
  (way === 'choose' || way === 'pick') &&
  (confidence >= 0.25 || (Math.max(name, label) >= 0.3 && outOfScope === 0));
/** How sure a choice has to be that turns out to offer what is asked for. */
const leastChoice = 0.04;

/** What a row is called opens it, and turns nothing on or off. */
const opensRecord = (screen: Screen, item: Item) =>
  ownersOf(screen, item).some(({ kind, name }) => /^(?:row|card)$/.test(kind) && name === item.name);

function pressReadings(
  screen: Screen,
  readings: readonly Deed[],
  { field, reached, tried }: { field: FieldValue; reached: Reached; tried: ReadonlySet<string> },
): PressCandidate[] {
  const scope = { mentions: [], reached, container: topmost(screen) };
  return readings
    .flatMap((reading) => pressCandidates(screen, reading, scope, true).slice(0, 1))
    .filter(
      ({ item }) =>
        !tried.has(`press-reading ${screen.url} ${placeOf(item)}`) &&
        !(field.value.to !== 'text' && opensRecord(screen, item)) &&
        /^(?:button|menu-item|link)$/.test(item.kind),
    )
    .sort((a, b) => b.confidence - a.confidence);
}
