import type { Screen } from '../../page/screen.ts';
import type { Deed, FieldValue } from '../../prompt/deed.ts';
import { isInside, placeOf, topmost } from '../candidates/chain.ts';
import { type FieldCandidate, fieldCandidates } from '../candidates/field-candidates.ts';
import { coverage, says } from '../candidates/likeness.ts';
import { isShown, type Reached } from '../candidates/mentions.ts';
import { isBareFor, isPress, type PressCandidate, pressCandidates } from '../candidates/press-candidates.ts';
import { asEntry } from '../candidates/readings.ts';
import { isSearching } from '../candidates/searching.ts';
import { least } from '../candidates/weights.ts';
import { boxFor } from '../candidates/written.ts';
import type { Outcome, Performer } from '../perform/performer.ts';
import { reach } from '../search/reach.ts';
import { opened, openedFor } from './opened-form.ts';

/**
 * Presses what the verb names: the deed itself, or what opens its form.
 * @param tried what was pressed for it in vain. What is pressed now is added
 */
export async function beginDeed(
  performer: Performer,
  deed: Deed,
  until: () => boolean,
  tried: Set<string>,
): Promise<Outcome | 'entry' | 'text' | null> {
  // A button that says only “New” may make anything. It is pressed where nothing surer was found, and the form has to prove it right.
  const search: Search = { tried, until, isBare: false, beganMs: performance.now(), sawBare: false };
  for (let attempt = 0; attempt < 4; attempt++) {
    const at = await seek(performer, deed, search);
    if (!at && search.isBare) return null;
    if (!at) {
      if (!search.sawBare || until()) return null;
      search.isBare = true;
      continue;
    }
    if (at === 'entry' || at === 'text') return at;
    tried.add(`${performer.screen.url} ${placeOf(at.item)}`);
    const mark = performer.path.length;
    const what = `Press “${at.item.name || deed.verb}”`;
    const begun = { deed, name: at.item.name, isBare: search.isBare };
    const pressed = await performer.act({
      do: 'press',
      item: at.item,
      part: 'deed',
      what,
      opens: deed.thing ? [deed.thing] : [],
    });
    if (isRight(pressed, begun, performer)) return pressed;
    // A dialog may take a moment to come.
    const after = pressed.wrote > 0 ? pressed.after : await performer.lookAfter(lateMs);
    const outcome = { ...pressed, after };
    if (after !== pressed.after && isRight(outcome, begun, performer)) return outcome;
    if (!(await performer.returnTo(mark)) && performer.isFilmed) return null;
  }
  return null;
}

const lateMs = 600;

/** Whether a press has begun the deed. */
function isRight(
  outcome: Outcome,
  { deed, name, isBare }: { deed: Deed; name: string; isBare: boolean },
  { isFilmed }: Performer,
): boolean {
  if (isBare) return isFormFor(outcome, deed);
  if (!isBegun(outcome, deed)) return false;
  const asked = deed.fields.filter((field) => !isSaidBy(field, name));
  return (
    deed.fields.length === 0 ||
    openedFor(deed, outcome) !== null ||
    asked.every((field) => fieldFit(outcome.after, field) >= least.inContainer) ||
    // The form comes with the server's answer, which is held back.
    (outcome.wrote > 0 && !outcome.changed && !isFilmed)
  );
}

interface Search {
  tried: ReadonlySet<string>;
  until: () => boolean;
  /** Buttons that do not say what they make are taken too. */
  isBare: boolean;
  beganMs: number;
  /** Whether one of these was seen. */
  sawBare: boolean;
}

/** How long something surer is looked for where a bare button was seen. */
const surerMs = 5_000;

/** Looks for the press that begins a deed, or for a field that takes all of it, through all screens. */
function seek(
  performer: Performer,
  deed: Deed,
  search: Search,
): Promise<PressCandidate | 'entry' | 'text' | null> {
  const entry = asEntry(deed);
  return reach<PressCandidate | 'entry' | 'text'>(
    performer,
    // The fields are in the form that the press opens, so they say nothing about the way to it.
    { ...deed, fields: [] },
    {
      find: (screen, reached, unknown = []) => {
        const scope = { mentions: [], reached, container: topmost(screen) };
        const anywhere = { ...deed, places: deed.places.filter((place) => !unknown.includes(place)) };
        const candidates = pressCandidates(screen, anywhere, scope).filter(
          ({ item }) => !search.tried.has(`${screen.url} ${placeOf(item)}`),
        );
        const bare = candidates.find((one) => isBareFor(deed, one));
        if (bare) search.sawBare = true;
        const best = search.isBare ? (bare ?? candidates[0]) : candidates[0];
        const box = boxFor(deed, screen, reached, performer.path.at(-1)?.item);
        if (box) return { found: 'text', confidence: box.confidence };
        const field = entry && entryField(screen, entry, reached);
        if (field && field.confidence > (best?.confidence ?? 0))
          return { found: 'entry', confidence: field.confidence };
        const choice = { ranking: 'press' as const, candidates };
        const confidence = best && search.isBare && best === bare ? least.press : best?.confidence;
        return best ? { found: best, confidence: confidence!, choice } : null;
      },
      least: least.press,
      until: () =>
        search.until() || (!search.isBare && search.sawBare && performance.now() - search.beganMs > surerMs),
    },
  );
}

/** How sure the only field that the prompt gives has to be there, where nothing names the kind of the thing. */
const leastOfOne = 0.75;

/** The empty field on the screen that is for what a deed adds. */
function entryField(
  screen: Screen,
  { places, thing, fields }: Deed,
  reached: Reached,
): FieldCandidate | null {
  if (topmost(screen) !== null) return null;
  const scope = { mentions: [...places, ...(thing ? [thing] : [])], reached, container: null };
  const [best] = fieldCandidates(screen, fields[0]!, scope);
  const isFree = best?.way === 'type' && best.item.value === '' && !isSearching(best.item);
  return isFree ? best : null;
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
  if (isPress(deed) || outcome.wrote > 0 || opened(outcome) !== null) return true;
  if (kind !== 'create' || thing?.name == null) return outcome.changed;
  return outcome.changed && isShown(thing, outcome.after) && !isShown(thing, outcome.before);
}

const fieldFit = (screen: Screen, field: FieldValue) =>
  fieldCandidates(screen, field, { mentions: [], reached: new Map(), container: null })[0]?.confidence ?? 0;

/** "Report it as spam" is done by a button "Report spam": its name says the value. */
export const isSaidBy = ({ field, value }: FieldValue, name: string) =>
  field === '' && value.to === 'text' && !value.exact && says(name, value.text);
