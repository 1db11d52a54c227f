import { terms } from '../../language/terms.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, FieldValue, Mention } from '../../prompt/deed.ts';
import { saysInOtherWords } from '../candidates/buttons/in-other-words.ts';
import { isInside, placeOf, rowOf, topmost } from '../candidates/chain.ts';
import { type FieldCandidate, fieldCandidates } from '../candidates/field-candidates.ts';
import { coverage, says } from '../candidates/likeness.ts';
import { isMeant } from '../candidates/mentions/rows.ts';
import type { Reached } from '../candidates/mentions/scope.ts';
import { isShown } from '../candidates/mentions/shown.ts';
import { isBareFor, isPress, type PressCandidate, pressCandidates } from '../candidates/press-candidates.ts';
import { asEntry } from '../candidates/readings/readings.ts';
import { isSearching, saysSearch } from '../candidates/searching.ts';
import { withMakerMenu } from '../candidates/ways/maker-menu.ts';
import { least } from '../candidates/weights.ts';
import { boxFor } from '../candidates/written.ts';
import type { Outcome, Performer } from '../perform/performer.ts';
import { reach } from '../search/reach.ts';
import { otherReading } from './as-switch.ts';
import { chooseInMenu } from './choose-in-menu.ts';
import { asField } from './name-field.ts';
import { emptyFormOf, isFormOfPage, opened, openedFor } from './opened-form.ts';
import { waitingForm } from './waiting-form.ts';

/**
 * Presses what the verb names: the deed itself, or what opens its form.
 * @param tried what was pressed for it in vain. What is pressed now is added
 */
export async function beginDeed(
  performer: Performer,
  deed: Deed,
  until: () => boolean,
  tried: Set<string>,
): Promise<Begun | 'entry' | 'text' | null> {
  // A button that says only “New” may make anything. It is pressed where nothing surer was found, and the form has to prove it right.
  const search: Search = { tried, until, isBare: false, beganMs: performer.workMs, sawBare: false };
  for (let attempt = 0; attempt < 4; attempt++) {
    const at = await seek(performer, deed, search);
    if (!at && search.isBare) return null;
    if (!at) {
      if (!search.sawBare || until()) return null;
      search.isBare = true;
      continue;
    }
    if (at === 'entry' || at === 'text') return at;
    if ('form' in at) return { ...at, asFields: unplaced(deed, performer.reached) };
    const form = emptyFormOf(performer.screen, at.item, deed);
    const asForm = `form ${performer.screen.url} ${placeOf(at.item)}`;
    if (form !== null && !tried.has(asForm)) {
      tried.add(asForm);
      return { form, asFields: at.asFields };
    }
    tried.add(`${performer.screen.url} ${placeOf(at.item)}`);
    const mark = performer.path.length;
    const what = `Press “${at.item.name || deed.verb}”`;
    const begun = { deed, name: at.item.name, isBare: search.isBare };
    const pressed = await performer.act({
      do: 'press',
      item: at.item,
      part: 'deed',
      what,
      opens: [...(deed.thing ? [deed.thing] : []), ...placesOf(at.item, deed, performer.screen)],
    });
    if (isRight(pressed, begun, performer))
      return { outcome: pressed, asFields: ownersFor(deed, at, pressed, performer.reached) };
    // A dialog may take a moment to come.
    const after = pressed.wrote > 0 ? pressed.after : await performer.lookAfter(lateMs);
    const outcome = { ...pressed, after };
    if (after !== pressed.after && isRight(outcome, begun, performer))
      return { outcome, asFields: ownersFor(deed, at, outcome, performer.reached) };
    if (!(await performer.returnTo(mark))) {
      if (performer.isFilmed) return null;
      continue;
    }
    const chosen = performer.isFilmed ? null : await chooseInMenu(performer, deed, at.item, outcome);
    if (chosen && isRight(chosen.outcome, { ...begun, name: chosen.name }, performer))
      return { outcome: chosen.outcome, asFields: ownersFor(deed, at, chosen.outcome, performer.reached) };
    await performer.returnTo(mark);
  }
  return null;
}

const lateMs = 600;

/** The places that the row of what is pressed is called by: "Reply in thread" in the row of Ann, for "reply to Ann". */
function placesOf(item: Item, { places }: Deed, screen: Screen): Mention[] {
  const row = rowOf(screen, item);
  return row ? places.filter((place) => place.name !== null && isMeant(place, row, screen)) : [];
}

/** Whether a press has begun the deed. */
function isRight(
  outcome: Outcome,
  { deed, name, isBare }: { deed: Deed; name: string; isBare: boolean },
  { isFilmed }: Performer,
): boolean {
  if (isBare) return isFormFor(outcome, deed);
  if (!isBegun(outcome, deed) && openedFor(deed, outcome, name) === null) return false;
  const asked = deed.fields.filter((field) => !isSaidBy(field, name, deed));
  return (
    deed.fields.length === 0 ||
    openedFor(deed, outcome, name) !== null ||
    asked.every((field) => fieldFit(outcome.after, field) >= least.inContainer) ||
    // The form comes with the server's answer, which is held back.
    (outcome.wrote > 0 && !outcome.changed && !isFilmed)
  );
}

/** What has begun a deed, and what it is for that its form has to ask for. */
export type Begun = ({ outcome: Outcome } | { form: number }) & { asFields: readonly Mention[] };

type Press = PressCandidate & { asFields: readonly Mention[] };

interface Search {
  tried: ReadonlySet<string>;
  until: () => boolean;
  /** Buttons that do not say what they make are taken too. */
  isBare: boolean;
  beganMs: number;
  /** Whether one of these was seen. */
  sawBare: boolean;
}

/** How long something surer is looked for where a bare button was seen. The first reading has 3 s: after 5 s, no bare button of a large application was ever pressed. */
const surerMs = 2_000;

/** Looks for the press that begins a deed, or for a field that takes all of it, through all screens. */
function seek(
  performer: Performer,
  deed: Deed,
  search: Search,
): Promise<Press | 'entry' | 'text' | { form: number } | null> {
  const entry = asEntry(deed);
  return reach<Press | 'entry' | 'text' | { form: number }>(
    performer,
    // The fields are in the form that the press opens, so they say nothing about the way to it.
    { ...deed, fields: [] },
    {
      find: (shown, reached, unknown = []) => {
        const screen = deed.kind === 'create' ? withMakerMenu(shown) : shown;
        const scope = { mentions: [], reached, container: topmost(screen) };
        const anywhere = { ...deed, places: deed.places.filter((place) => !unknown.includes(place)) };
        const owners = unplaced(anywhere, reached);
        const elsewhere = { ...anywhere, places: anywhere.places.filter((place) => !owners.includes(place)) };
        const candidates: Press[] = [
          ...pressCandidates(screen, anywhere, scope).map((one) => ({ ...one, asFields: [] })),
          ...(owners.length > 0 ? pressCandidates(screen, elsewhere, scope) : []).map((one) => ({
            ...one,
            asFields: owners,
            confidence: otherReading * one.confidence,
          })),
        ]
          .map((one) => ({ ...one, item: shown.items.find(({ id }) => id === one.item.id) ?? one.item }))
          .filter(({ item }) => !search.tried.has(`${screen.url} ${placeOf(item)}`))
          .sort((a, b) => b.confidence - a.confidence);
        const bare = candidates.find((one) => isBareFor(deed, one));
        if (bare) search.sawBare = true;
        const best = search.isBare ? (bare ?? candidates[0]) : candidates[0];
        const form = openFor(screen, deed, performer);
        if (form !== null) return { found: { form }, confidence: sureOfForm };
        const waiting = waitingForm(screen, elsewhere, scope);
        if (waiting && waiting.confidence > (best?.confidence ?? 0)) return waiting;
        const begun = begunBy(performer, screen, elsewhere);
        if (begun) return begun;
        const box = boxFor(deed, screen, reached, performer.path.at(-1)?.item);
        if (box) return { found: 'text', confidence: box.confidence };
        const found = entry && entryField(screen, entry, reached);
        // "Add Ann to the team" is no name of a team.
        const isListed = found && Math.max(found.features.name, found.features.label) >= 0.95;
        const field = deed.thing?.kind === '' && !isListed ? null : found;
        const isBox = field !== null && field.item.id === best?.item.id;
        if (field && (isBox || field.confidence > (best?.confidence ?? 0)))
          return { found: 'entry', confidence: Math.max(field.confidence, isBox ? best.confidence : 0) };
        const choice = { ranking: 'press' as const, candidates };
        const confidence = best && search.isBare && best === bare ? least.press : best?.confidence;
        return best ? { found: best, confidence: confidence!, choice } : null;
      },
      least: least.press,
      until: () =>
        search.until() || (!search.isBare && search.sawBare && performer.workMs - search.beganMs > surerMs),
    },
  );
}

/**
 * Names that something new is made for, and that were not opened on the way. They may be values of its form as well: "a task for Ann" has a field
 * for her. "On the 3rd floor" is nobody.
 */
const unplaced = ({ kind, places }: Deed, reached: Reached): Mention[] =>
  kind === 'create'
    ? places.filter(
        ({ name, kind: sort }, at) =>
          name !== null && sort === '' && !/^\d/.test(name) && !reached.has(places[at]!),
      )
    : [];

/** What a form has to ask for: also whoever is named and not shown there, where a form has opened that asks for somebody. */
function ownersFor(deed: Deed, { asFields }: Press, outcome: Outcome, reached: Reached): readonly Mention[] {
  if (asFields.length > 0 || opened(outcome) === null) return asFields;
  const isAsked = (owner: Mention) => fieldFit(outcome.after, asField(owner)) >= least.inContainer;
  return unplaced(deed, reached).filter((owner) => !isShown(owner, outcome.after) && isAsked(owner));
}

/** The form that the last way has opened, where what was pressed is what the deed would press: "Invite someone". */
function begunBy({ path, reached, isFilmed }: Performer, screen: Screen, deed: Deed) {
  const last = path.at(-1);
  const form = topmost(screen);
  const isPlaced = deed.places.every((place) => place.name === null || reached.has(place));
  if (deed.kind !== 'create' || isFilmed || !isPlaced || form === null || last?.part !== 'way') return null;
  if (topmost(last.before) === form) return null;
  const scope = { mentions: [], reached, container: topmost(last.before) };
  const [best] = pressCandidates(last.before, { ...deed, places: [] }, scope);
  const isIt = best?.item.id === last.item.id && best.confidence >= least.press;
  return isIt ? { found: { form }, confidence: otherReading * best.confidence } : null;
}

/** How sure an open form is the one for a deed that asks for all that the deed gives. */
const sureOfForm = 0.9;

/** The form for a deed, where a way has opened it already: its button would send it empty. */
function openFor(screen: Screen, deed: Deed, { path, isFilmed }: Performer): number | null {
  const form = topmost(screen);
  if (form === null || deed.kind !== 'create' || path.length === 0 || isFilmed) return null;
  const given = deed.fields.filter(({ field }) => terms(field).length > 0);
  return given.length > 1 && given.every((field) => fieldFit(screen, field) >= least.inContainer)
    ? form
    : null;
}

/** How sure the only field that the prompt gives has to be there, where nothing names the kind of the thing. */
const leastOfOne = 0.75;

const leastCalled = 0.5;

/** The empty field on the screen that is for what a deed adds. */
function entryField(
  screen: Screen,
  { places, thing, fields }: Deed,
  reached: Reached,
): FieldCandidate | null {
  if (topmost(screen) !== null) return null;
  const scope = { mentions: [...places, ...(thing ? [thing] : [])], reached, container: null };
  const [best] = fieldCandidates(screen, fields[0]!, scope);
  // "Add a skill" may be a box to type into that offers skills.
  const isBox =
    best?.way === 'choose'
      ? best.item.inputType !== null && !saysSearch(best.item)
      : best?.way === 'type' && !isSearching(best.item);
  // Its explanation may have the word as well: "for a new project".
  const isCalled = best && Math.max(best.features.name, best.features.label) >= leastCalled;
  return isCalled && isBox && best.item.value === '' ? best : null;
}

/**
 * Whether a form that a press has opened is one for the deed: it asks for all that the prompt gives, and names the kind of the thing. Where
 * it names none, two fields that the prompt gives have to be there, or surely one: a name is asked for by any form.
 */
function isFormFor(outcome: Outcome, deed: Deed): boolean {
  const form = opened(outcome);
  if (form === null) return false;
  const { things, items } = outcome.after;
  const kind = deed.thing?.kind ?? '';
  const said = [
    things[form]?.name ?? '',
    ...items
      .filter((item) => isInside(outcome.after, item, form))
      .flatMap(({ name, labels }) => [name, ...labels]),
  ];
  const fits = deed.fields.map((field) => fieldFit(outcome.after, field));
  const isOwn = fits.length >= 2 || (fits.length === 1 && fits[0]! >= leastOfOne);
  return (
    fits.every((fit) => fit >= least.field) &&
    (isOwn || said.some((text) => kind !== '' && coverage(kind, text) >= 0.8))
  );
}

/** Whether a press has done the deed or opened what it is done in. A press that makes something new has to show or write it. */
function isBegun(outcome: Outcome, deed: Deed): boolean {
  const { kind, thing } = deed;
  if (isPress(deed) || outcome.wrote > 0 || opened(outcome) !== null || isFormOfPage(outcome, deed))
    return true;
  if (kind !== 'create' || thing?.name == null) return outcome.changed;
  return outcome.changed && isShown(thing, outcome.after) && !isShown(thing, outcome.before);
}

const fieldFit = (screen: Screen, field: FieldValue) =>
  fieldCandidates(screen, field, { mentions: [], reached: new Map(), container: null })[0]?.confidence ?? 0;

/** "Report it as spam" is done by a button "Report spam": its name says the value. So do “Keep at top” of "pin it to the top of the list" and “Snooze until next week”. */
export const isSaidBy = ({ field, value }: FieldValue, name: string, deed: Deed) =>
  (field === '' || says(name, field)) &&
  value.to === 'text' &&
  !value.exact &&
  (says(name, value.text) || (saysInOtherWords(deed, name) >= leastSaid && coverage(value.text, name) > 0));
const leastSaid = 0.8;
