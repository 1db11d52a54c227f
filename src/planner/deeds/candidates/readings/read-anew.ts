import { wordsFor } from '../../../language/vocabulary.ts';
import type { Deed } from '../../../prompt/deed.ts';

/** What the words of a deed ask for, where its grammar says something else. Null where it does not. */
export const readAnew = (deed: Deed): Deed | null =>
  copiedBy(deed) ?? orderedBy(deed) ?? givenTo(deed) ?? notedOn(deed);

/** "Make a duplicate of the issue X" duplicates X. English only. */
function copiedBy(deed: Deed): Deed | null {
  const { kind, thing, places } = deed;
  const [original, ...others] = places;
  if (kind !== 'create' || !thing || thing.name !== null || !copies.test(thing.kind) || !original?.name)
    return null;
  return { ...deed, kind: 'act', verb: thing.kind, thing: original, places: others };
}
const copies = /^(?:duplicate|copy|clone)$/i;

/** "Add the labels 'x' and 'y' to V-114" gives them to that thing: it is where they belong, and no value of theirs. English only. */
function givenTo(deed: Deed): Deed | null {
  const { kind, said, fields, places } = deed;
  const [to, ...others] = fields;
  if (kind !== 'create' || !isAdding(deed) || others.length > 0 || to?.field !== '') return null;
  if (to.value.to !== 'text' || !to.value.exact) return null;
  const { text } = to.value;
  if (!/\bto (?:the )?\W?$/i.test(said.slice(0, said.indexOf(text)))) return null;
  const place = { said: text, name: text, kind: '', qualifiers: [], ordinal: null };
  return { ...deed, fields: [], places: [...places, place] };
}

/** "Log 2.5 hours on the issue X" is done to the issue: what is made has no name. English only. */
function notedOn(deed: Deed): Deed | null {
  const { kind, verb, thing, places, fields } = deed;
  const on = places.at(-1);
  if (kind !== 'create' || thing !== null || !on?.name || fields.length === 0 || !notes.test(verb))
    return null;
  return { ...deed, kind: 'act', thing: on, places: places.slice(0, -1) };
}
const notes = /^(?:log|record|book|track|clock)$/i;

/** "'X' has to come before 'Y'" writes Y nowhere, and puts X in its place. English only. */
function orderedBy(deed: Deed): Deed | null {
  const { kind, verb, said, fields } = deed;
  const [moved, ...others] = fields;
  if (kind !== 'change' || others.length > 0 || moved?.value.to !== 'text' || !moved.value.exact) return null;
  const before = said.slice(0, said.indexOf(moved.value.text));
  const relation =
    inOrder.exec(before) ?? (/^(?:put|move|place|bring)\b/i.test(verb) ? ahead.exec(before) : null);
  const name = moved.field || deed.thing?.name;
  if (!relation || !name) return null;
  const thing = { said: name, name, kind: '', qualifiers: [], ordinal: null };
  return { ...deed, kind: 'act', verb: `move ${relation[1]!.toLowerCase()}`, thing, fields: [] };
}
const ahead = /\b(before|after|above|below|ahead of|behind)\s+(?:the )?\W*$/i;
const inOrder = new RegExp(
  `\\b(?:comes?|goes|go|stands?|be)\\s+(?:right |directly |just )?${ahead.source.slice(2)}`,
  'i',
);

/** Whether a verb may give a thing what is there already: "add", and not "create". */
export const isAdding = ({ verb }: Deed) => adding.test(verb);
const adding = new RegExp(`^(?:${wordsFor('offers', 'puts').join('|')})$`, 'iu');
