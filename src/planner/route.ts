import { says } from './deeds/candidates/likeness.ts';
import { arrangingOf } from './deeds/candidates/readings/readings.ts';
import { terms } from './language/terms.ts';
import { fold, words } from './language/words.ts';
import { sortOf } from './match/control-kinds.ts';
import { matchControl } from './match/match.ts';
import { dangerIn } from './page/danger.ts';
import type { Control, Danger, PageView } from './page/view.ts';
import { type Clause, isAction } from './prompt/clauses/parse-prompt.ts';
import { withoutPreamble } from './prompt/clauses/preamble.ts';
import { leadingVerb } from './prompt/clauses/verbs.ts';
import type { Deed, FieldValue, Mention } from './prompt/deed.ts';
import { readByGrammar } from './prompt/grammar/read-by-grammar.ts';
import { quotationAt } from './prompt/quotations.ts';
import { tokens } from './prompt/tokens.ts';

/**
 * Who plans a prompt first. The rehearsal of clauses presses what the page calls by the words of the prompt, fills in forms,
 * searches, filters and sorts. The deeds look for things, fields and values through the whole application, and look after each
 * act.
 *
 * - `deeds`: the deeds alone. Where none can be done, nothing is: the clauses would press what has a like name.
 * - `deeds-or-clauses`: the deeds first. Where none can be done, or not all and none of a named thing, the clauses point at what the prompt asks for.
 * - `clauses`: the clauses come first. The deeds are tried only where the page does not have all that they ask for.
 * - `clauses-only`: the deeds have no part in it.
 */
export type DeedRoute = 'deeds' | 'deeds-or-clauses' | 'clauses' | 'clauses-only';

export function routeOf(deeds: readonly Deed[], clauses: readonly Clause[], view: PageView): DeedRoute {
  const asked = deeds.filter((deed) => deed.kind !== 'open' && !isFilm(deed));
  // What pays, deletes or signs out is pointed at, which only the rehearsal of clauses does.
  const dangerous = asked.filter(isDangerous);
  if (dangerous.length > 0 && dangerous.every(isSwitchedOff)) return 'deeds-or-clauses';
  // What sorts and filters a list may stand on another page of an application.
  const isElsewhereShown = (deed: Deed) => isArranging(deed) && !isArrangedOn(view, deed);
  if (asked.length > 0 && dangerous.length === 0 && asked.every(isElsewhereShown)) return 'deeds-or-clauses';
  if (asked.every(isOfClauses) || dangerous.length > 0) return 'clauses-only';
  // "Show how to install it" is about a deed, and asks for none. "Stop sending receipts" turns something off, though a film may stop too.
  const isWish = (deed: Deed) => verbOf(deed) !== null && !isDetailed(deed) && !givesValue(deed);
  if (!clauses.some(isAction) && asked.every(isWish)) return 'clauses-only';
  const isShown = () => isOnView(view, clauses) || isNamedOnView(view, clauses, asked);
  const isOwn = (deed: Deed) => isOfOne(deed) || isOfTwo(deed) || isUnknown(deed);
  if (asked.some(isOfClauses) || (!asked.some(isOwn) && isShown())) return 'clauses';
  if (asked.some((deed) => isDetailed(deed) || givesValue(deed))) return 'deeds';
  // "Accept the two oldest requests": what the page does not call so may be somewhere else in an application.
  // "Open the pricing and start a trial" is what websites are for: their buttons say so in other words, which the clauses know.
  const isElsewhere = ({ kind, commits, thing }: Deed) =>
    commits && thing !== null && (kind !== 'create' || isNamed(thing));
  return asked.some(isElsewhere) && !isShown() && !isToldOnView(view, clauses)
    ? 'deeds-or-clauses'
    : 'clauses';
}

/** "Sort the contacts by last name", whether the reading has a place for the name or not. */
const isArranging = (deed: Deed) =>
  arrangingOf(deed) !== null ||
  (/^(?:sort|filter)$/.test(verbOf(deed) ?? '') && (deed.thing?.qualifiers.length ?? 0) > 0);

/** Whether a control of the page says by what a list is sorted or filtered, or that it sorts. */
function isArrangedOn({ controls }: PageView, { verb, thing, fields }: Deed): boolean {
  const said = [
    verb.split(' ')[0]!,
    ...(thing?.qualifiers.map((qualifier) => qualifier.split(' ').slice(1).join(' ')) ?? []),
    ...fields.flatMap(({ field, value }) => [field, value.to === 'text' ? value.text : '']),
  ].filter((text) => terms(text).length > 0);
  return controls.some(
    ({ visible, name, hint, around, under, options }) =>
      visible &&
      [name, hint, around, under, ...options.map(({ label }) => label)].some((text) =>
        said.some((one) => says(text, one)),
      ),
  );
}

/** "Make a short video about Kiln" asks for the film itself. */
function isFilm({ said }: Deed): boolean {
  const wish = withoutPreamble(said);
  return wish !== said && readByGrammar(wish).every(({ kind }) => kind === 'open');
}

/** What a deed may be that no film does. Null for what a switch of a thing does, and for all else. */
export const dangerOfDeed = (deed: Deed): Danger | null =>
  deed.kind === 'open' || isFilm(deed) || isSwitchedOff(deed) ? null : dangerWith(deed);

/** "Delete the note", "place the order". Who changes the payment terms of a bill pays nothing, and who makes a discount with a minimum purchase buys nothing. */
function dangerWith({ kind, verb, fields, thing, said }: Deed): Danger | null {
  if (kind === 'change' && fields.length > 0 && verb !== '' && dangerIn(verb) === null) return null;
  const withoutFields = (text: string) =>
    fields.reduce((rest, { field }) => (field === '' ? rest : rest.replaceAll(field, '')), text);
  // "Add Ann Lee as a client, they pay in euros": what is said of something new pays nothing.
  if (kind === 'create' && isNamed(thing)) return dangerIn(withoutFields(`${verb} ${thing!.kind}`));
  return dangerIn(unquoted(kind === 'create' ? withoutFields(said) : said));
}

const isDangerous = (deed: Deed) => dangerWith(deed) !== null;

/** "Deactivate the form 'x'" turns a switch of it off, where it has one. The deeds press no button that is called so. */
const isSwitchedOff = ({ kind, thing, fields }: Deed) =>
  kind === 'change' && isNamed(thing) && fields.length > 0 && fields.every(({ value }) => value.to === 'off');

/** The words without what they quote: "set the title to 'Buy now'" buys nothing. */
function unquoted(said: string): string {
  let text = '';
  for (let at = 0; at < said.length; at++) {
    const quotation = quotationAt(said, at);
    if (quotation) at = quotation.end - 1;
    else text += said[at];
  }
  return text;
}

/** The verb of the clauses that a deed's verb is. Null where the clauses know nothing of it: "approve". */
const verbOf = (deed: Deed) => {
  const known = leadingVerb(deed.verb)?.verb ?? null;
  return known === 'wait' && isPausing(deed) ? null : known;
};

/** "Pause the drain that goes to Oslo" is about a certain one, and no pause of the film. "Stop scrolling at the footer" is about the film. */
const isPausing = (deed: Deed) =>
  deed.kind === 'act' &&
  deed.thing !== null &&
  deed.thing.kind !== '' &&
  !/ing$/.test(deed.thing.kind.split(' ')[0]!) &&
  isCertain(deed);

/**
 * What only the clauses do: a form is filled in with made-up data, and a search, a filter or an order reads the page. "Apply the style 'x' to
 * the layer 'y'" is no filter.
 */
const isOfClauses = (deed: Deed) =>
  deed.kind !== 'create' &&
  !isOfTwo(deed) &&
  (/^(?:search|filter|sort|scroll|hover|expand)$/.test(verbOf(deed) ?? '') ||
    // "Complete the task 'x'" and "follow the board 'x'" are about a certain one.
    (/^(?:go|show|fill)$/.test(verbOf(deed) ?? '') && !(deed.commits && isOfNamed(deed)))) &&
  !givesValue(deed);

/** "Complete the inspection of Weir Cottage" is about a certain one, though it has no name of its own. */
const isOfNamed = ({ thing, places }: Deed) =>
  isNamed(thing) || (thing !== null && thing.kind !== '' && places.some(isNamed));

const isNamed = (mention: Mention | null) => mention !== null && mention.name !== null;

/** "Set the width to 600" gives a value to a field. */
const givesValue = ({ kind, fields }: Deed) => kind === 'change' && fields.some(({ field }) => field !== '');

/** "Put the tag 'x' on the parcel 'y'" is about both. */
const isOfTwo = ({ kind, thing, places }: Deed) =>
  kind === 'act' && isNamed(thing) && thing?.kind !== '' && places.some(isNamed);

/** "Archive the board 'x'", "star the e-mail from Ann": a press on what has a like name does it to no certain one, and more the clauses do not know. */
const isUnknown = (deed: Deed) =>
  deed.kind === 'act' && verbOf(deed) === null && deed.thing?.kind !== '' && isCertain(deed);

/** Whether the words say which one is meant: by its name, by what tells it from its like, or by where it is. */
const isCertain = ({ thing, places }: Deed) =>
  thing !== null &&
  // "The docs-site project": programmers call their things so.
  (isNamed(thing) ||
    thing.qualifiers.length > 0 ||
    places.length > 0 ||
    /\p{Ll}[-_]\p{Ll}/u.test(thing.kind));

/** "The colour of 'Sunrise'" is not the colour that the page shows, unless that is what it shows. */
const isOfOne = ({ kind, thing, fields, said }: Deed) =>
  kind === 'change' &&
  thing?.name != null &&
  // "Select version v2 and turn on dark mode" says the thing by itself.
  said.includes(thing.said) &&
  // "Disable the rule 'x'" is about one of several buttons "Disable".
  fields.some(({ field, value }) => field !== '' || value.to !== 'text');

/** Whether a deed is about a certain thing among others or at a certain place, or has values for certain fields. */
function isDetailed(deed: Deed): boolean {
  const { kind, thing, places, fields } = deed;
  const verb = verbOf(deed);
  if (kind === 'change') return isCertain(deed) && fields.length > 0;
  if (isOfTwo(deed)) return true;
  // "Press Save" names the control, and "write 'Hello' into the message" the field.
  if (kind !== 'create' && (verb === 'press' || verb === 'type')) return false;
  if (verb === null && (fields.length > 0 || isCertain(deed))) return true;
  // "For" and "with" in front of a value are no names of fields.
  return fields.some(({ field }) => terms(field).length > 0) || isNamed(thing) || places.some(isNamed);
}

/** Whether the page as it is has a control for each choice and entry, which says all the words of its clause. */
function isOnView(view: PageView, clauses: readonly Clause[]): boolean {
  const giving = clauses.filter(({ verb, negated }) => !negated && (verb === 'set' || verb === 'type'));
  return giving.length > 0 && giving.every((clause) => hasControlFor(view, clause));
}

function hasControlFor(view: PageView, clause: Clause): boolean {
  const control = matchControl(view, clause)?.control;
  if (!control?.visible || isRecord(control, clause)) return false;
  if (isOnlySlider(view, control, clause.object)) return true;
  const { name, hint, around, under, options, purpose } = control;
  const section = view.sections.find(({ id }) => id === control.section);
  const texts = [name, hint, around, under, section?.heading ?? '', ...options.map(({ label }) => label)];
  // "Turn on 'Customer escalation'" is about what is called so, and not about “Customers” near an escalation.
  const quoted = tokens(clause.object).filter(({ kind }) => kind === 'quote');
  if (!quoted.every((one) => texts.some((text) => says(text, one.text)))) return false;
  const own = new Set(terms(texts.join(' ')));
  const said = purpose === 'input' ? clause.object : `${clause.object} ${clause.value ?? ''}`;
  return words(said).every(({ raw }) => {
    const asked = terms(raw);
    // "The pricing" is the part of the page that shows prices, whatever its heading says.
    if (asked.includes(`#${section?.kind}`)) return true;
    return asked.every((term) => term.startsWith('#') || sortOf(term) || own.has(term));
  });
}

/** "Turn off the spring sale": an entry of a list that says this and much more is what has the switch, and no switch. */
const isRecord = ({ checked, options, purpose, name }: Control, { object, value }: Clause) =>
  checked === null &&
  options.length === 0 &&
  purpose !== 'input' &&
  words(name).length > words(`${object} ${value ?? ''}`).length + 2;

/** "The certainty slider" is the only slider of the page, whatever its name. */
function isOnlySlider({ controls }: PageView, control: Control, object: string): boolean {
  const isSlider = sortOf('slider');
  return (
    isSlider?.(control) === true &&
    words(object).some(({ stem }) => sortOf(stem) === isSlider) &&
    controls.filter((one) => one.visible && isSlider(one)).length === 1
  );
}

/**
 * Whether the page has controls that are called exactly by the words of the clauses, so that the deeds need not look for them:
 * "Thursday" for "switch the programme to Thursday", and "Add to cart" for "add it to the cart".
 */
function isNamedOnView(view: PageView, clauses: readonly Clause[], asked: readonly Deed[]): boolean {
  const wanted = clauses.filter(({ negated }) => !negated);
  const isOfNamed = asked.some(({ thing, places }) => isNamed(thing) || places.some(isNamed));
  // Where the prompt names nothing else, "it" is what the page is about.
  if (!isOfNamed && wanted.some((clause) => clause.verb === 'start' && calledBy(view, clause)?.visible))
    return true;
  return wanted.length > 0 && wanted.every((clause) => isAction(clause) && isNamedFor(view, clause, asked));
}

/** The control whose name is what a clause says. */
function calledBy(view: PageView, clause: Clause): Control | null {
  const control = matchControl(view, clause)?.control;
  if (!control) return null;
  // "Turn on 'Customer escalation'" is not “Customers”, whatever the page has been read into it.
  const quoted = tokens(clause.said).filter(({ kind, text }) => kind === 'quote' && text !== clause.value);
  if (!quoted.every(({ text }) => says(control.name, text))) return null;
  // The page may have been read into the clause: "the WhatsApp channel" is not “Any channel”.
  const said = new Set(words(clause.said).map(({ stem }) => stem));
  const isExact =
    fold(control.name).trim() === fold(clause.object).trim() &&
    words(control.name).every(({ stem }) => said.has(stem));
  return isExact || isSameWords(control.name, clause.said) ? control : null;
}

function isNamedFor(view: PageView, clause: Clause, asked: readonly Deed[]): boolean {
  const control = calledBy(view, clause);
  if (control === null || clause.value === null) return control !== null;
  const { object, value, verb } = clause;
  if (verb === 'type') return control.purpose === 'input';
  // “Profile”, an entry of the navigation, is no "profile visibility", though another entry is called as the value.
  if (isOnlyPressed(control) && asked.some((deed) => isForMore(deed, control.name, value))) return false;
  const isChosen = asked.some(({ fields }) => fields.some((field) => isChoiceOf(field, object)));
  return isChosen || hasControlFor(view, { ...clause, object: value, value: null });
}

/** Whether a control holds no value and offers none. */
const isOnlyPressed = ({ options, checked, purpose }: Control) =>
  options.length === 0 && checked === null && purpose !== 'input';

/** Whether a value is for a field of which a name says only a part. */
const isForMore = ({ kind, fields }: Deed, name: string, given: string) =>
  kind === 'change' &&
  fields.some(
    ({ field, value }) =>
      value.to === 'text' &&
      value.text === given &&
      plainTerms(field).some((term) => !plainTerms(name).includes(term)),
  );

/** Whether the page has a control for each clause whose name is all said in it: “Reset password” for "reset the password for kim@example.com". */
const isToldOnView = (view: PageView, clauses: readonly Clause[]): boolean =>
  clauses.length > 0 &&
  clauses.every((clause) => {
    const name = plainTerms(matchControl(view, clause)?.control.name ?? '');
    const said = new Set(plainTerms(clause.said));
    const least = clause.verb === 'press' ? 1 : 2;
    return isAction(clause) && name.length >= least && name.every((term) => said.has(term));
  });

const isChoiceOf = ({ value }: FieldValue, name: string) => value.to === 'text' && says(value.text, name);

function isSameWords(name: string, said: string): boolean {
  const [own, asked] = [name, said].map((text) => new Set(plainTerms(text)));
  return own!.size > 0 && own!.size === asked!.size && [...own!].every((term) => asked!.has(term));
}

const plainTerms = (text: string) => terms(text).filter((term) => !term.startsWith('#'));
