import { anyOf } from '../language/patterns.ts';
import { readChange } from './changes.ts';
import { type Clause, clausesOf } from './clauses.ts';
import type { Deed, FieldValue, Mention } from './deed.ts';
import { type Draft, draft, type Reading } from './draft.ts';
import { readChoice, readFill, readUse } from './entries.ts';
import { lexiconFor } from './lexicon.ts';
import { readAct, readCreate, readOpen } from './objects.ts';
import { readMake, readMark, readMove, readRename, readSwitch } from './states.ts';
import { type Token, tokens } from './tokens.ts';

/**
 * Reads a prompt as deeds, in its own order. Empty where it asks for no deed: where it wishes for a film of the page.
 *
 * What is opened or selected on the way to a deed is no deed of its own. A page or a panel ("go to Settings and …") becomes a
 * place of the deeds behind it, until another is opened. A thing ("select the layer 'x' and …") becomes the thing of those that
 * name none of their own or speak of "its" fields, and a place of the others. An `open` deed stands only where nothing follows.
 */
export function readDeeds(prompt: string): Deed[] {
  const all = tokens(prompt);
  const reading = { prompt, lexicon: lexiconFor(all) };
  const drafts = clausesOf(prompt, all, reading.lexicon).flatMap((clause) => draftsOf(clause, reading));
  return joined(drafts, reading);
}

function draftsOf(clause: Clause, reading: Reading): Draft[] {
  switch (clause.kind) {
    case 'change':
      return [readChange(clause, reading)];
    case 'rename':
      return [readRename(clause, reading)];
    case 'mark':
      return [readMark(clause, reading)];
    case 'move':
      return [readMove(clause, reading)];
    case 'make':
      return [readMake(clause, reading) ?? filmed(readCreate(clause, reading), reading)];
    case 'on':
    case 'off':
      return [readSwitch(clause, reading)];
    case 'create':
      return [filmed(readCreate(clause, reading), reading)];
    case 'fill':
      return [readFill(clause, reading)];
    case 'choose':
      return [readChoice(clause, reading) ?? readOpen(clause, reading)];
    case 'open':
    case 'tour':
      return [readOpen(clause, reading)];
    case 'use':
      return [draft(clause, 'act', { fields: readUse(clause, reading) })];
    default:
      return readAct(clause, reading);
  }
}

const films = new RegExp(`\\b${anyOf('film', 'films')}s?$`);

/** "Make a short teaser" and "make it look nice" wish for a film. */
function filmed(made: Draft, { lexicon }: Reading): Draft {
  const { clause, thing } = made;
  const quotes = clause.rest.some(({ kind }) => kind === 'quote');
  const isFilm = thing !== null && !quotes && films.test(thing.kind || thing.said.toLowerCase());
  const isLook = clause.kind === 'make' && lexicon.has('pronouns', clause.rest[0]);
  return isFilm || isLook ? { ...made, kind: 'open', clause: { ...clause, kind: 'tour' } } : made;
}

/** What was opened, selected or named before, which later deeds may be about. */
interface Before {
  places: Mention[];
  selected: Mention | null;
  last: Draft | null;
}

function joined(drafts: readonly Draft[], reading: Reading): Deed[] {
  const before: Before = { places: [], selected: null, last: null };
  const made: Draft[] = [];
  const opened: Draft[] = [];
  const tours = drafts.some(({ clause }) => clause.kind === 'tour');
  for (const one of drafts) {
    if (tours && reading.lexicon.words.omits?.includes(one.clause.verb)) continue;
    const lead = one.clause.lead.length > 0 ? leadOf(one, reading) : [];
    if (lead.length > 0) Object.assign(before, { places: lead, selected: null });
    if (isOpening(one)) {
      if (one.clause.kind === 'tour') opened.push(one);
      else open(one, before, opened);
      continue;
    }
    opened.length = 0;
    const more = moreFields(one, before.last, reading);
    if (more) before.last!.fields.push(...more);
    else if (one.clause.kind === 'use' && one.fields.length === 0)
      open(readAct({ ...one.clause, kind: 'act' }, reading)[0]!, before, []);
    else {
      placeIn(one, before, reading);
      made.push(one);
      before.last = one;
    }
  }
  if (made.length > 0) return [...made, ...opened].map(deedOf);
  const last = opened.at(-1);
  return tours || !last ? [] : [deedOf(last)];
}

const isOpening = ({ kind, clause, fields }: Draft) =>
  kind === 'open' || (clause.kind === 'change' && fields.length === 0);

function leadOf({ clause }: Draft, reading: Reading): Mention[] {
  return placesOf(readOpen({ ...clause, rest: clause.lead.slice(1), lead: [] }, reading));
}

const placesOf = ({ thing, places }: Draft) => [...places, ...(thing ? [thing] : [])];

function open(one: Draft, before: Before, opened: Draft[]): void {
  const ofPlace = opened.length > 0;
  const outer = ofPlace
    ? [...before.places, ...(before.selected ? [before.selected] : [])]
    : one.clause.lead.length > 0
      ? before.places
      : [];
  before.places = [...outer, ...one.places];
  before.selected = one.thing;
  before.last = null;
  // "Edit the profile" alone names the control that is pressed.
  opened.push({ ...one, kind: one.clause.kind === 'change' ? 'act' : 'open', commits: false });
}

/** The fields that belong to the form of the deed before: "add a contact. Set the company to 'x' and add the note 'y'." */
function moreFields(one: Draft, last: Draft | null, { lexicon }: Reading): FieldValue[] | null {
  if (!last || one.places.length > 0 || one.clause.lead.length > 0) return null;
  const { kind, clause, thing, fields } = one;
  if (clause.kind === 'use' && fields.length > 0) return fields;
  if (kind === 'change' && fields.length > 0 && !thing)
    return last.kind === 'create' || (clause.aim && last.kind === 'act') ? fields : null;
  const isField = lexicon.has('fields', lastWord(clause.rest)) || lexicon.has('definite', clause.rest[0]);
  if (
    kind !== 'create' ||
    last.kind !== 'create' ||
    fields.length > 0 ||
    !thing?.name ||
    thing.kind === '' ||
    !isField
  )
    return null;
  return [
    {
      field: thing.kind,
      value: { to: 'text', text: thing.name, exact: true, unit: null },
      from: null,
      said: clause.said,
    },
  ];
}

const lastWord = (rest: readonly Token[]) => rest.filter(({ kind }) => kind === 'word').at(-1);

/** Gives a deed the places and the thing that were named before it. */
function placeIn(one: Draft, { places, selected, last }: Before, reading: Reading): void {
  const thing = selected ?? (one.owned ? (last?.thing ?? null) : null);
  if (one.thing === null && (one.owned || selected) && thing) {
    if (one.owned || !isPage(thing, reading) || one.kind === 'act') one.thing = thing;
    else one.places.unshift(thing);
    one.places.unshift(...places);
  } else one.places.unshift(...places, ...(thing ? [thing] : []));
}

const isPage = ({ kind, said }: Mention, { lexicon }: Reading) =>
  [kind, said].some((words) => lexicon.words.places?.includes(words.toLowerCase().split(' ').at(-1)!));

function deedOf({ clause, kind, thing, places, fields, commits }: Draft): Deed {
  return { said: clause.said, kind, verb: clause.verb, thing, places, fields, commits };
}
