import { terms } from '../../language/terms.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Deed, DeedToCome, FieldValue, Mention } from '../../prompt/deed.ts';
import { sameThing, topmost } from '../candidates/chain.ts';
import { says } from '../candidates/likeness.ts';
import { asEntry, asMark, withContent, withSum } from '../candidates/readings/readings.ts';
import { asText } from '../candidates/written.ts';
import { endingOf } from '../finish/ending.ts';
import { finishDeed } from '../finish/finish-deed.ts';
import { tickOff } from '../finish/tick-off.ts';
import type { Outcome, Performer } from '../perform/performer.ts';
import { reach } from '../search/reach.ts';
import { apart } from './apart.ts';
import { beginDeed } from './begin-deed.ts';
import { chooseAnother } from './choose-another.ts';
import { fieldsOf, isImplied, isOffered } from './fields-of-deed.ts';
import { asField, isForWhom } from './name-field.ts';
import { takeNextStep } from './next-step.ts';
import { offered } from './offered.ts';
import { openedFor } from './opened-form.ts';
import { peekLists } from './peek-lists.ts';
import { placeField, placeRest } from './place-rest.ts';
import { putInOrder } from './put-in-order.ts';
import { revealField } from './reveal-field.ts';
import { scopeOf, setField } from './set-field.ts';
import { setLeft } from './set-left.ts';
import { changeWithIt, endedAs } from './with-it.ts';

/** What became of a deed. `unmet` names what could not be done, with the reason. */
export interface Pursued {
  done: boolean;
  /** Deeds after this one that were done with it: boxes of the same dialog. */
  withIt: Deed[];
  /** Set where the page has to answer first: what is left to do then. */
  toCome?: DeedToCome;
  unmet: { said: string; reason: string }[];
}

/** Carries out one deed on the page. The acts that led to it stay on the performer's path. */
export async function pursueDeed(
  performer: Performer,
  { deed: asked, left }: DeedToCome,
  following: readonly Deed[],
  until: () => boolean,
): Promise<Pursued> {
  const deed = left ? asked : withSum(withContent(asMark(asked, performer.screen)));
  const start = performer.path.length;
  const giveUp: GiveUp = async (said, reason) => {
    await performer.returnTo(start);
    return { done: false, withIt: [], unmet: [{ said, reason }] };
  };
  if (deed.kind === 'open') {
    const opened = await openThing(performer, deed, until);
    return opened
      ? { done: true, withIt: [], unmet: [] }
      : giveUp(deed.said, offered(performer.screen, deed.said));
  }
  if (deed.ordering) {
    const moved = await putInOrder(performer, deed, until);
    if (typeof moved === 'object')
      return {
        done: false,
        withIt: [],
        unmet: [],
        toCome: { deed: { ...deed, ordering: moved }, left: null },
      };
    return moved
      ? { done: true, withIt: [], unmet: [] }
      : giveUp(deed.said, offered(performer.screen, deed.verb));
  }
  const begins = !left && (deed.kind === 'create' || deed.kind === 'act');
  const tried = new Set<string>();
  let missing: FieldValue | null = null;
  for (let forms = 0; forms === 0 || (begins && forms < mostForms && !until()); forms++) {
    const pressed = begins ? await beginDeed(performer, withoutAsides(deed), until, tried) : null;
    if (begins && !pressed) break;
    if (pressed === 'entry')
      return pursueDeed(performer, { deed: asEntry(deed)!, left: null }, following, until);
    if (pressed === 'text')
      return pursueDeed(performer, { deed: asText(deed)!, left: null }, following, until);
    const form = left
      ? topmost(performer.screen)
      : pressed &&
        ('form' in pressed
          ? pressed.form
          : openedFor(deed, pressed.outcome, performer.path.at(-1)?.item.name ?? ''));
    const given = pressed ? withOwners(deed, pressed.asFields) : deed;
    const filled = await fillIn(performer, { deed: given, left }, { form, start }, until);
    if (filled.toCome) return { done: false, withIt: [], unmet: [], toCome: filled.toCome };
    if (filled.container !== null) {
      await placeRest(performer, deed, start);
      if (filled.missing && isEntered(performer, filled.missing, start)) filled.missing = null;
    }
    if (!filled.missing) return finish(performer, deed, filled, { start, following, giveUp });
    missing = filled.missing;
    // What is changed when the thing is there is no field of another form either.
    if (apart(deed)) break;
    // A form that does not ask for all of it is another one's. What is filmed cannot be taken back.
    if (!begins || !(await performer.returnTo(start))) break;
  }
  return missing
    ? giveUp(missing.said, offered(performer.screen, missing.field || missing.said))
    : giveUp(deed.said, offered(performer.screen, deed.verb));
}

/** What a form need not ask for is no sign of the right one. */
const withoutAsides = (deed: Deed): Deed => ({
  ...deed,
  fields: deed.fields.filter(({ isAside }) => !isAside),
});

/** "A task for Ann": the form has to ask for her. */
const withOwners = (deed: Deed, owners: readonly Mention[]): Deed =>
  owners.length === 0
    ? deed
    : {
        ...deed,
        places: deed.places.filter((place) => !owners.includes(place)),
        fields: [...deed.fields, ...owners.map(asField)],
      };

/** Whether a control has the value of a field by now. */
const isEntered = ({ path }: Performer, { value }: FieldValue, start: number) =>
  value.to === 'text' &&
  path.slice(start).some(({ part, value: entered, item }) => {
    const text = entered ?? item.name;
    return part === 'field' && (says(text, value.text) || isSameAmount(text, value.text));
  });

/** "42.50" for "$42.50". */
const isSameAmount = (one: string, other: string) => {
  const [amount, wanted] = [one, other].map((text) => text.replace(/[^\d.]/g, ''));
  return amount !== '' && amount === wanted;
};

/** "For the Design team" */
const isOwner = ({ places }: Deed, { said }: FieldValue) =>
  places.some((place) => place.name !== null && place.said === said);

const mostForms = 2;

type GiveUp = (said: string, reason: string) => Promise<Pursued>;

interface Filled {
  /** The form that is filled in, as an index in `things`, and where its present step begins on the path. */
  container: number | null;
  stepStart: number;
  /** The field that could not be set. */
  missing: FieldValue | null;
  /** What the form has not asked for yet, and a later step of it may ask for: "private" for a channel. */
  later: FieldValue[];
  /** Set where the rest of the form comes with the server's answer. */
  toCome?: DeedToCome;
}

async function fillIn(
  performer: Performer,
  { deed, left }: DeedToCome,
  { form, start }: { form: number | null; start: number },
  until: () => boolean,
): Promise<Filled> {
  if (!left && form !== null) await peekLists(performer, deed, form);
  const fields = left
    ? { inOrder: left, asides: [] }
    : fieldsOf(deed, performer, scopeOf(performer, deed, form));
  const filled: Filled = { container: form, stepStart: start, missing: null, later: [] };
  // Lists that open and close move the other things of a screen to other indices.
  let seen = performer.screen;
  const findContainer = () => {
    if (filled.container !== null) filled.container = sameThing(performer.screen, seen, filled.container);
    seen = performer.screen;
  };
  // What the form calls otherwise is put where nothing else has been put.
  const waiting: FieldValue[] = [];
  // "As a guest" may be what a closed list offers.
  const perhaps: FieldValue[] = [];
  for (let at = 0; at < fields.inOrder.length; at++) {
    findContainer();
    const field = fields.inOrder[at]!;
    const isAside = fields.asides.includes(field);
    if (isAside && !isOffered(performer, field, filled.container)) {
      if (terms(field.field).length === 0 || isOwner(deed, field)) perhaps.push(field);
      filled.later.push(field);
      continue;
    }
    // What has no name is not looked for behind the form's tabs.
    const isNameless = filled.container !== null && terms(field.field).length === 0;
    const isOver = isAside || isNameless ? () => true : until;
    if (await chooseAnother(performer, deed, field)) continue;
    if (!isAside && (await revealField(performer, deed, field, filled.container))) continue;
    if (!isAside && (await placeField(performer, deed, field, start))) continue;
    const set = await setField(performer, deed, field, filled.container, isOver);
    findContainer();
    if (set) filled.container = set.container ?? filled.container;
    if (set || isAside || isImplied(performer, field, filled.container)) continue;
    // No button of the form is pressed before what it offers has been tried.
    if (isNameless && isForWhom(field) && (await setLeft(performer, field, filled.container, until, true)))
      continue;
    const next = await takeNextStep(performer, filled.container, filled.stepStart);
    if (hasToWait(performer, next)) {
      const others = fields.inOrder.slice(at).filter((one) => !fields.asides.includes(one));
      return { ...filled, toCome: { deed, left: others } };
    }
    if (!next?.changed) {
      if (filled.container === null) return { ...filled, missing: field };
      waiting.push(field);
      continue;
    }
    filled.stepStart = performer.path.length;
    filled.container = topmost(performer.screen);
    at--;
  }
  findContainer();
  for (const field of waiting)
    if (!(await setLeft(performer, field, filled.container, until))) return { ...filled, missing: field };
  if (!performer.isFilmed)
    for (const field of perhaps)
      if (await setLeft(performer, field, filled.container, until, true))
        filled.later.splice(filled.later.indexOf(field), 1);
  return filled;
}

async function finish(
  performer: Performer,
  deed: Deed,
  filled: Filled,
  { start, following, giveUp }: { start: number; following: readonly Deed[]; giveUp: GiveUp },
): Promise<Pursued> {
  let { container, stepStart } = filled;
  const withIt = [
    ...(await changeWithIt(performer, deed, container, following)),
    ...(await tickOff(performer, following)),
  ];
  // "Edit the booking: set the date to …": what follows is done in the form, and saved with it.
  if (isOnlyOpened(deed) && following.length > withIt.length && topmost(performer.screen) !== null)
    return { done: true, withIt, unmet: [] };
  for (;;) {
    const before = performer.path.length;
    const setLater = () => setAsked(performer, deed, filled.later, topmost(performer.screen));
    const next = following[withIt.length];
    const ending = endingOf(deed, next);
    if (await finishDeed(performer, deed, start, setLater, ending))
      return {
        done: true,
        withIt: next && endedAs(performer, before, ending) ? [...withIt, next] : withIt,
        unmet: [],
      };
    const isIdle = performer.path.length === before;
    const onward = isIdle ? await takeNextStep(performer, container, stepStart) : null;
    if (onward && hasToWait(performer, onward))
      return { done: false, withIt, unmet: [], toCome: { deed, left: [] } };
    if (!onward?.changed) return giveUp(deed.said, 'What was filled in could not be saved.');
    [stepStart, container] = [performer.path.length, topmost(performer.screen)];
    await setAsked(performer, deed, filled.later, container);
  }
}

const isOnlyOpened = ({ kind, verb, fields }: Deed) =>
  kind === 'act' && fields.length === 0 && editing.test(verb);
const editing = new RegExp(`^(?:${wordsFor('offers', 'edits').join('|')})$`, 'iu');

/** Sets those of `later` that the present step of a form asks for, and takes them out. */
async function setAsked(
  performer: Performer,
  deed: Deed,
  later: FieldValue[],
  container: number | null,
): Promise<void> {
  for (const field of [...later])
    if (
      isOffered(performer, field, container) &&
      (await setField(performer, deed, field, container, () => true))
    )
      later.splice(later.indexOf(field), 1);
}

/** Whether the rest of a form comes with the server's answer to what was just pressed, which a rehearsal holds back. */
function hasToWait({ isFilmed, path }: Performer, next: Outcome | null): boolean {
  const last = path.at(-1);
  return !isFilmed && last !== undefined && last.wrote > 0 && (next !== null || last.part === 'deed');
}

async function openThing(performer: Performer, deed: Deed, until: () => boolean): Promise<boolean> {
  const wanted = [...deed.places, ...(deed.thing ? [deed.thing] : [])];
  const found = await reach(performer, deed, {
    find: () =>
      wanted.every((mention) => performer.reached.has(mention)) ? { found: true, confidence: 1 } : null,
    least: 1,
    until,
  });
  return found !== null;
}
