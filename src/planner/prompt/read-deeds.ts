import type { Deed, FieldValue } from './deed.ts';
import { withoutAsides } from './grammar/asides.ts';
import { readByGrammar } from './grammar/read-by-grammar.ts';
import { readLabelled } from './labels/read-labelled.ts';
import { leftOut } from './left-out.ts';
import { lexiconFor, type Reading } from './lexicon.ts';
import { keepsWords, summary } from './same-reading.ts';
import { type Token, tokens } from './tokens.ts';

/** How many of the likeliest labellings are made into readings. Of 247 orders, 134 were right in the first of them and 180 in five. */
const labellings = 5;

/** Nobody asks for a deed in more. Labelling takes 10 ms for so many. */
const mostTokens = 200;

/**
 * The deeds that a prompt asks for, in its own order: the likeliest reading. Empty where it asks for no deed: where it wishes for
 * a film of the page.
 */
export function readDeeds(prompt: string): Deed[] {
  return readingsOf(prompt)[0] ?? [];
}

/**
 * What a prompt may ask for, the likeliest first. The search for deeds was built on the grammar's way to say things, so that comes first unless what it
 * says is odd. Prompts are read by the labels of their words as well, which are right nearly twice as often in English and three times in other
 * languages (see docs/planner.md). In those they come first.
 */
export function readingsOf(prompt: string): Deed[][] {
  const all = tokens(prompt);
  const reading = { prompt, lexicon: lexiconFor(all) };
  const grammar = readByGrammar(prompt);
  const labelled =
    all.length > mostTokens ? [] : readLabelled(withoutAsides(all, reading.lexicon), reading, labellings);
  const isAsked = isDeed(grammar) || isCertain(labelled[0] ?? [], all, reading);
  if (!isAsked || !isDeed(labelled[0] ?? [])) return [grammar];
  const outOf = (deeds: readonly Deed[]) => leftOut(prompt, deeds).length;
  const [likeliest = [], ...less] = byLeast(labelled.filter(isDeed), outOf);
  const isFirst =
    !isDeed(grammar) ||
    outOf(likeliest) < outOf(grammar) ||
    ((isOdd(grammar) || !reading.lexicon.inflects) && keepsWords(likeliest, grammar));
  const [first = [], ...others] = isFirst ? [likeliest, grammar, ...less] : [grammar, likeliest, ...less];
  const known = new Set([summary(first)]);
  const more = others.filter((deeds) => {
    const isOther =
      isDeed(deeds) &&
      keepsWords(deeds, first) &&
      keepsKinds(deeds, first) &&
      keepsThings(deeds, first) &&
      !known.has(summary(deeds));
    if (isOther) known.add(summary(deeds));
    return isOther;
  });
  return [first, ...more];
}

/** The readings that leave out least of what the prompt names come first, and of those the likeliest. */
const byLeast = (readings: readonly Deed[][], outOf: (deeds: readonly Deed[]) => number) =>
  readings
    .map((deeds) => ({ deeds, out: outOf(deeds) }))
    .sort((a, b) => a.out - b.out)
    .map(({ deeds }) => deeds);

/** "Approve the loan of 'Bo Ek'": where the loan is nowhere to be found, it is not found either with the name as a value that no field is said for. */
function keepsThings(one: readonly Deed[], first: readonly Deed[]): boolean {
  const names = first.flatMap(({ kind, thing }) => (kind === 'act' ? [thing?.name ?? ''] : []));
  const isNameless = ({ field, value }: FieldValue) =>
    field === '' && value.to === 'text' && names.includes(value.text);
  return !one.some(({ kind, fields }) => kind === 'act' && fields.some(isNameless));
}

/**
 * Whether labels alone may make a deed of what the grammar takes for a wish: several words that do not begin with a verb of looking or going, and ask for
 * something to be done with a name or a value. "Focus on the pricing" and "show how to order" ask for no deed, and a search for one would take 11 s.
 */
function isCertain(deeds: readonly Deed[], all: readonly Token[], { lexicon }: Reading): boolean {
  const said = all.filter((token) => token.kind !== 'mark' && !lexicon.has('polite', token));
  const looks = ['tour', 'open', 'choose', 'press'] as const;
  const begins = looks.flatMap((kind) => lexicon.words.verbs[kind] ?? []).map((verb) => verb.split(' ')[0]);
  if (said.length < 5 || begins.includes(said[0]!.low)) return false;
  return deeds.some(
    ({ kind, commits, thing, places, fields }) =>
      kind !== 'open' &&
      commits &&
      (fields.length > 0 || [thing, ...places].some((mention) => mention?.name != null)),
  );
}

/** "Create a firing called 'x'" is no matter of any form that takes a name: what is made has a kind in each reading, where it has one in the first. */
function keepsKinds(one: readonly Deed[], first: readonly Deed[]): boolean {
  const made = (deeds: readonly Deed[]) => deeds.filter(({ kind }) => kind === 'create');
  const hasKind = ({ thing }: Deed) => thing !== null && thing.kind !== '';
  return !made(first).some(hasKind) || made(one).every(hasKind);
}

/** Whether a reading takes for a kind, a field or a qualifier what no such thing is: words with signs between them, quotations, half a sentence. */
const isOdd = (deeds: readonly Deed[]) =>
  deeds.some(({ thing, places, fields }) =>
    [
      ...[...(thing ? [thing] : []), ...places].flatMap(({ kind, qualifiers }) => [kind, ...qualifiers]),
      ...fields.map(({ field }) => field),
    ].some((text) => odd.test(text) || text.split(' ').length > 6),
  );
const odd = /[:;,“”"]|(?<!\p{L})['‘’]|['‘’](?!\p{L})|(?<!\p{L})and(?!\p{L})/u;

/** Whether a reading asks for more than to see or to open something. */
export const isDeed = (deeds: readonly Deed[]) => deeds.some(({ kind }) => kind !== 'open');
