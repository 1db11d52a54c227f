import { deedWords } from '../language/vocabulary.ts';
import { fold } from '../language/words.ts';
import { isQuestion } from './clauses/parse-prompt.ts';
import type { Deed, FieldValue, Mention } from './deed.ts';
import { withoutAsides } from './grammar/asides.ts';
import { readByGrammar } from './grammar/read-by-grammar.ts';
import { readLabelled } from './labels/read-labelled.ts';
import { leftOut } from './left-out.ts';
import { type Lexicon, lexiconFor, type Reading } from './lexicon.ts';
import { paraphrase } from './paraphrase.ts';
import { withParticiple } from './participle.ts';
import { isSameButKinds, isSameReading, keepsWords, summary } from './same-reading.ts';
import { type Token, tokens } from './tokens.ts';

/** How many readings of the labels are looked at. Of 1,979 orders that were left out of training, the first of them is right for 54 in 100, one of five for 75. */
const tried = 5;

/** Nobody asks for a deed in more. Labelling takes 10 ms for so many. */
const mostTokens = 200;

/**
 * The deeds that a prompt asks for, in its own order, as far as it matters to who plans them. Empty where it asks for no deed: where it wishes for
 * a film of the page. The grammar tells a wish for a page from a deed more surely than the labels do, where it has a place for all that the prompt names.
 */
export function readDeeds(prompt: string): Deed[] {
  const grammar = readByGrammar(prompt);
  const [first = []] = readingsOf(prompt);
  const out = (deeds: readonly Deed[]) => leftOut(prompt, deeds).length;
  return isDeed(grammar) && out(grammar) <= out(first) ? grammar : first;
}

/**
 * What a prompt may ask for, the likeliest first: readings by the labels of its words, and one by the grammar. The grammar's reading comes first where the
 * labels have it too and find it nearly as likely as the likeliest, or where only the kinds of the deeds differ. Else it comes second: it is right where the sentence is built
 * as the grammar expects, and then wholly.
 * Of two that differ in nothing else, the one that tells by a name which thing is meant comes before.
 * A reading that has no place for a word that the first one has a place for is left out: "approve the booking" is less than "approve the booking of Ann".
 */
export function readingsOf(prompt: string): Deed[][] {
  const again = paraphrase(prompt);
  const said = prompt.trim().replace(/[.!]$/, '');
  const rephrased = again
    ? readingsAsSaid(again).map((deeds) => deeds.map((deed) => ({ ...deed, said })))
    : [];
  const found = [...rephrased, ...readingsAsSaid(prompt)].map((deeds) => deeds.map(withParticiple));
  return found.some(isDeed) ? found : (readingsOfOrder(prompt) ?? found);
}

/** "Pause the weekly scan, the findings are being worked on" asks for what stands before the comma, where that tells what is done to what. */
function readingsOfOrder(prompt: string): Deed[][] | null {
  const [order = '', rest] = prompt.split(/\s*(?:[,;]|\s[–—-])\s+(.+)/s);
  const [deed, ...others] = rest ? readByGrammar(order) : [];
  const isOrder =
    deed?.kind === 'act' &&
    acts.has(deed.verb) &&
    others.length === 0 &&
    (deed.thing?.kind || deed.thing?.name);
  return isOrder ? readingsAsSaid(order) : null;
}

const acts = new Set(deedWords.flatMap(({ verbs }) => verbs.act ?? []));

function readingsAsSaid(prompt: string): Deed[][] {
  const all = tokens(prompt);
  const reading = { prompt, lexicon: lexiconFor(all) };
  const grammar = readByGrammar(prompt);
  const labelled =
    all.length > mostTokens ? [] : readLabelled(withoutAsides(all, reading.lexicon), reading, tried);
  const likeliest = labelled[0]?.deeds ?? [];
  const isAsked = isDeed(grammar) || isCertain(likeliest, all, reading);
  if (!isAsked || !isDeed(likeliest)) return [grammar];
  const agreed = labelled.find(({ deeds }) => isSameReading(deeds, grammar));
  const isFirst =
    isDeed(grammar) &&
    ((agreed !== undefined && labelled[0]!.score - agreed.score < nearly) ||
      isSameButKinds(likeliest, grammar));
  const [best = [], ...less] = labelled
    .filter(({ score }) => labelled[0]!.score - score < hardly)
    .map(({ deeds }) => deeds);
  const [first = [], ...others] = isFirst ? [grammar, best, ...less] : [best, grammar, ...less];
  const out = (deeds: readonly Deed[]) => leftOut(prompt, deeds).length;
  const least = Math.min(...[first, ...others].filter(isDeed).map(out));
  const known = new Set([summary(first)]);
  const more = others.filter((deeds) => {
    const isOther =
      isDeed(deeds) &&
      !known.has(summary(deeds)) &&
      out(deeds) === least &&
      (deeds === grammar || keepsWords(deeds, first)) &&
      keepsKinds(deeds, first) &&
      keepsThings(deeds, first);
    if (isOther) known.add(summary(deeds));
    return isOther;
  });
  const told = more.find((deeds) => tellsMore(deeds, first, reading.lexicon));
  const ranked = told ? [told, first, ...more.filter((deeds) => deeds !== told)] : [first, ...more];
  const found = isOfAny(all, reading.lexicon) ? newFirst(ranked) : ranked;
  const quoted = all.filter(({ kind }) => kind === 'quote').map(({ text }) => text);
  const { true: doubtful = [], false: likely = [] } = Object.groupBy(
    found,
    (deeds) => `${isHalfQuoted(deeds, quoted)}` as const,
  );
  return [...likely, ...doubtful];
}

/** "Enter a bill from Ann Lee with the number 12": the order begins with a verb and a thing that is not known yet. */
const isOfAny = ([verb, article]: readonly Token[], { has }: Lexicon) =>
  verb?.kind === 'word' && has('indefinite', article);

/** Of such an order, what makes something new comes before what would change one of those that are there. */
function newFirst(readings: readonly Deed[][]): Deed[][] {
  const changes = ([deed]: readonly Deed[]) =>
    deed?.kind === 'change' && deed.thing?.name === null && deed.fields.length > 1;
  const [first = []] = readings;
  const made = changes(first) ? readings.find(([deed]) => deed?.kind === 'create') : undefined;
  return made ? [made, ...readings.filter((deeds) => deeds !== made)] : [...readings];
}

/** "Create a goal 'x' for the Sales team and Q3" makes one goal: who quotes the name of one of several quotes them all. */
function isHalfQuoted(deeds: readonly Deed[], quoted: readonly string[]): boolean {
  const first = deeds[0];
  const made = deeds.filter(
    ({ kind, verb, thing }) => kind === 'create' && verb === first?.verb && thing?.kind === first.thing?.kind,
  );
  const names = made.flatMap(({ thing }) => thing?.name ?? []);
  const count = names.filter((name) => quoted.includes(name)).length;
  return names.length > 1 && count > 0 && count < names.length;
}

/** "The customer from Boise": a reading that is as another one, and tells besides by a name which one is meant. Only in English is a capital surely a name. */
function tellsMore(one: readonly Deed[], other: readonly Deed[], { inflects }: Lexicon): boolean {
  const bare = (deeds: readonly Deed[]) =>
    summary(deeds.map((deed) => ({ ...deed, thing: deed.thing && { ...deed.thing, qualifiers: [] } })));
  const hasName = inflects ? /(?<=\s)(?:\p{Lu}|\d)/u : /(?<=\s)\d/u;
  const tells = (deeds: readonly Deed[]) =>
    deeds.some(({ thing }) => thing?.qualifiers.some((text) => hasName.test(text)));
  return tells(one) && !tells(other) && bare(one) === bare(other);
}

/** A reading with a score within this of the best, as a logarithm, is about as likely. One that is so far behind is hardly ever meant. */
const nearly = 1;
const hardly = 3;

/** "Approve the loan of 'Bo Ek'": where the loan is nowhere to be found, it is not found either with the name, or a part of it, as a value that no field is said for. */
function keepsThings(one: readonly Deed[], first: readonly Deed[]): boolean {
  const names = first.flatMap(({ kind, thing }) => (kind === 'act' ? [thing?.name ?? ''] : []));
  const isNameless = ({ field, value }: FieldValue) =>
    field === '' && value.to === 'text' && names.some((name) => ` ${name} `.includes(` ${value.text} `));
  return !one.some(({ kind, fields }) => kind === 'act' && fields.some(isNameless));
}

/**
 * Whether labels alone may make a deed of what the grammar takes for a wish: several words that do not begin with a verb of looking, and ask for
 * something to be done with a name, a value, or what is told of a thing. "Focus on the pricing" and "show how to order" ask for no deed, and a search for one would take 11 s.
 */
function isCertain(deeds: readonly Deed[], all: readonly Token[], { prompt, lexicon }: Reading): boolean {
  const said = all.filter((token) => token.kind !== 'mark' && !lexicon.has('polite', token));
  const { verbs } = lexicon.words;
  const text = said.map(({ low }) => low).join(' ');
  const isTour = (verbs.tour ?? []).some((verb) => `${text} `.startsWith(`${fold(verb)} `));
  if (said.length < 5 || isTour || isQuestion(prompt)) return false;
  const looks = [verbs.tour, verbs.open, verbs.choose, verbs.press].flatMap((all) => (all ?? []).map(fold));
  // "Open a ticket titled 'x'" makes one.
  const isLook = ({ kind, verb, thing, fields }: Deed) =>
    looks.includes(fold(verb)) && !(kind === 'create' && (fields.length > 0 || isNamed(thing)));
  return deeds.some((deed) => {
    const { kind, commits, thing, places, fields } = deed;
    const isTold =
      fields.length > 0 || [thing, ...places].some(isNamed) || (thing?.qualifiers.length ?? 0) > 0;
    return kind !== 'open' && commits && isTold && !isLook(deed);
  });
}

const isNamed = (mention: Mention | null) => mention?.name != null;

/** "Create a firing called 'x'" is no matter of any form that takes a name: what is made has a kind in each reading, where it has one in the first. */
function keepsKinds(one: readonly Deed[], first: readonly Deed[]): boolean {
  const made = (deeds: readonly Deed[]) => deeds.filter(({ kind }) => kind === 'create');
  const hasKind = ({ thing }: Deed) => thing !== null && thing.kind !== '';
  return !made(first).some(hasKind) || made(one).every(hasKind);
}

/** Whether a reading asks for more than to see or to open something. */
export const isDeed = (deeds: readonly Deed[]) => deeds.some(({ kind }) => kind !== 'open');
