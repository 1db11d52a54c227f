import { terms } from '../../language/terms.ts';
import type { Item } from '../../page/screen.ts';
import type { Deed, FieldValue } from '../../prompt/deed.ts';
import { keyOf, newItems, placeOf, sameItem, topmost } from '../candidates/chain.ts';
import { fieldCandidates } from '../candidates/field-candidates.ts';
import { isSameText } from '../candidates/likeness.ts';
import { orderOf } from '../chooser/order.ts';
import { Evidence, type Strengths, strongest } from '../grounding/evidence.ts';
import { fillForm } from '../grounding/form/fill-form.ts';
import { chosenOn, readView } from '../grounding/form/form-move.ts';
import type { Look, Standing } from '../grounding/move.ts';
import { lookAt } from '../grounding/moves.ts';
import { pairKey } from '../grounding/node.ts';
import type { Pairing } from '../grounding/pairing.ts';
import { readUtterance } from '../grounding/read-utterance.ts';
import { isHard, type Span, type Utterance } from '../grounding/utterance.ts';
import type { Performer } from '../perform/performer.ts';

/** All that the prompt says of a deed. */
const toldOf = ({ context, said }: Deed): string => context ?? said;

/** Units that acts account for less are not dealt with yet. */
const dealtWith = 0.6;
/** How sure a choice or a switch has to be that says nothing which is left: "a new item of the type Product". */
const leastChosen = 0.75;
/** How often the values are shared out anew where a control did not take its own. */
const mostTries = 3;

/**
 * Gives what is named, quoted or counted for something new, and has no value of the form yet, to the controls that have none yet, and chooses what the
 * prompt says in other words: all of it at once, by what the form asks for. "A speaker named Ann Lee, Head of Design at Northwind" says neither “Job title” nor “Company”.
 * @param start where the deed begins on the path
 */
export async function placeRest(performer: Performer, deed: Deed, start: number): Promise<void> {
  if (deed.kind !== 'create' || performer.isFilmed) return;
  const said = toldOf(deed);
  const evidence = new Evidence(readUtterance(said, [[deed]]));
  const vain = new Set<string>();
  for (let tries = 0; tries < mostTries; tries++) {
    const pairings = pairingsOfRest(performer, deed, { evidence, vain, start, said });
    if (pairings.length === 0) return;
    const filled = await fillForm(performer, pairings, performer.screen);
    if (!filled || filled.refused.length === 0) return;
    for (const one of filled.refused) vain.add(pairKey(one));
  }
}

function pairingsOfRest(
  performer: Performer,
  deed: Deed,
  {
    evidence,
    vain,
    start,
    said,
  }: { evidence: Evidence; vain: ReadonlySet<string>; start: number; said: string },
): readonly Pairing[] {
  const { utterance } = evidence;
  const covered = coveredBy(performer, evidence);
  const isOpen = (at: number) => isHard(utterance.units[at]!) && covered[at]! < dealtWith;
  const look = lookFor(performer, evidence, standingOf(performer, covered, utterance, start));
  const isOfForm = cameWith(performer, start);
  const isVain = (pair: Parameters<typeof pairKey>[0]) => vain.has(pairKey(pair)) || !isOfForm(pair.item);
  const chosen = chosenOn(readView(look, orderOf(said, [[deed]]), isVain));
  return chosen.filter(
    ({ span: { first, last, text }, fit, way }) =>
      (way !== 'type' && fit >= leastChosen) ||
      (fit >= leastFor(text, deed) &&
        utterance.units.some((_, at) => at >= first && at <= last && isOpen(at))),
  );
}

/**
 * Gives a field that no control of the open view is called by to the control that most likely gets its value: "your location" is “Based in”, where the role and
 * the pronouns were set already.
 * @param start where the deed begins on the path
 * @returns whether a control has the value now
 */
export async function placeField(
  performer: Performer,
  deed: Deed,
  field: FieldValue,
  start: number,
): Promise<boolean> {
  const { value } = field;
  const isBegun = performer.path.slice(start).some(({ part }) => part === 'field');
  if (value.to !== 'text' || !isBegun || performer.isFilmed) return false;
  const scope = { mentions: [], reached: performer.reached, container: topmost(performer.screen) };
  const [named] = fieldCandidates(performer.screen, field, scope);
  if (named && named.confidence >= surelyNamed) return false;
  const evidence = new Evidence(readUtterance(toldOf(deed), [[deed]]));
  const standing = standingOf(performer, coveredBy(performer, evidence), evidence.utterance, start);
  const look = { ...lookFor(performer, evidence, standing), creates: deed.kind === 'create' };
  const one = chosenOn(
    readView(look, orderOf(toldOf(deed), [[deed]]), () => false),
    eagerForField,
  ).find(({ value: given, fit }) => fit >= leastFit.called && isSameText(given.said, value.text));
  return one !== undefined && (await fillForm(performer, [one], performer.screen))?.taken.length === 1;
}
/** From here on a control is called by the field. */
const surelyNamed = 0.5;
/** What the deed says is a value, whatever it is called. */
const eagerForField = 3;

/** Whether an item came with the form. What stood there before is of the page. */
function cameWith({ path, screen }: Performer, start: number): (item: Item) => boolean {
  const begun = path.slice(start).find(({ part }) => part === 'deed');
  if (!begun || topmost(screen) !== null) return () => true;
  const fresh = new Set(newItems({ before: begun.before, after: screen }, keyOf));
  return (item) => fresh.has(item);
}

/**
 * How sure a pair has to be, by what the prompt says of the value: nothing, the name of a field that the form does not have, or where the new
 * thing belongs ("to the sighting 'Two moons'"), which may be something else of the application.
 */
const leastFit = { unsaid: 0.35, loose: 0.5, called: 0.6, place: 0.75 };

function leastFor(text: string, { fields, places }: Deed): number {
  const place = places.find(({ name }) => name !== null && isSameText(name, text));
  // Who is only named, as in a sentence before, may be anybody in the form.
  if (place) return place.kind === '' ? leastFit.loose : leastFit.place;
  const isCalled = fields.some(
    ({ field, value }) => terms(field).length > 0 && value.to === 'text' && isSameText(value.text, text),
  );
  return isCalled ? leastFit.called : leastFit.unsaid;
}

/** What the acts so far account for: what was entered, and what stands on and around what was pressed. An address says no name. */
const coveredBy = ({ path }: Performer, evidence: Evidence): Strengths =>
  strongest(
    evidence.none,
    ...path.flatMap(({ item, value = '', what, before }) => [
      /[@/]/.test(value) ? exactly(value, evidence) : evidence.of(value),
      evidence.of(what),
      evidence.own(item),
      evidence.around(item, before),
    ]),
  );

const exactly = (value: string, { utterance }: Evidence): Strengths =>
  utterance.units.map(({ text }) => (isSameText(text, value) ? 1 : 0));

function standingOf(
  { path, screen }: Performer,
  covered: Strengths,
  { spans }: Utterance,
  start: number,
): Standing {
  const filled = path.slice(start).flatMap(({ part, before, item }) => {
    const present = part === 'field' ? sameItem(screen, before, item) : null;
    return present ? [placeOf(present)] : [];
  });
  const used = spans.filter(({ first, last }) =>
    covered.slice(first, last + 1).every((strength) => strength >= dealtWith),
  );
  const entered = path
    .slice(start)
    .flatMap(({ part, value = '' }) => (part === 'field' && value !== '' ? [asSpan(value)] : []));
  return {
    covered,
    used: new Set([...used, ...entered]),
    filled: new Set(filled),
    before: path.at(start)?.before ?? null,
  };
}

const asSpan = (text: string): Span => ({ text, first: 0, last: -1, isExact: true, marker: '' });

const lookFor = ({ screen }: Performer, evidence: Evidence, standing: Standing): Look =>
  lookAt(screen, evidence, standing, { creates: true, isForm: true });
