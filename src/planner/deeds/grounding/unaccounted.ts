import type { Screen } from '../../page/screen.ts';
import { readAddress } from '../../prompt/address.ts';
import type { Deed } from '../../prompt/deed.ts';
import { keyOf, newItems, ownersOf } from '../candidates/chain.ts';
import { says, wordsIn } from '../candidates/likeness.ts';
import type { Performed, Performer } from '../perform/performer.ts';
import { Account } from './account.ts';
import { Evidence, type Strengths, strongest } from './evidence.ts';
import { readUtterance } from './read-utterance.ts';
import { isHard, type Unit } from './utterance.ts';

/**
 * What a prompt names or quotes and acts do not deal with: it was neither typed, nor chosen, nor pressed, and does not stand on what was. It was left out by
 * the reading that they come from.
 * @returns the words of the prompt
 */
export function unaccounted(
  performer: Pick<Performer, 'path' | 'screen'>,
  prompt: string,
  readings: readonly (readonly Deed[])[],
): string[] {
  const utterance = readUtterance(prompt, readings);
  const named = utterance.units.filter(isHard);
  if (named.length === 0) return [];
  const evidence = new Evidence(utterance);
  const said = new Account(evidence).namedLeft(saidBy(performer, prompt, evidence), leastSaid);
  const left = said.filter(({ text, kind }) => !isSaidOtherwise(text, kind, performer.path, prompt));
  const met = named.filter((unit) => !left.includes(unit)).map(({ text }) => text);
  return left
    .map(({ text }) => text)
    .filter(
      (text) => !isToldByNumber(text, met, readings.flat()) && !isWhere(text, performer, readings.flat()),
    );
}

/** A place is dealt with where it stands on the screen that the deed was done on, beside its lists: "HIST 101 › Discussions". */
function isWhere(text: string, { path }: Pick<Performer, 'path'>, deeds: readonly Deed[]): boolean {
  const before = path.at(-1)?.before;
  const isPlace = deeds.some(({ places }) => places.some(({ name }) => name === text));
  return (
    isPlace &&
    before?.items.some(
      (item) =>
        says(item.name, text) &&
        wordsIn(item.name) <= wordsIn(text) + mostBeside &&
        ownersOf(before, item).every(({ kind }) => !/^(?:row|card|list|table|navigation|menu)$/.test(kind)),
    ) === true
  );
}
/** How many words a heading or a breadcrumb has at most beside the name of a place. */
const mostBeside = 4;

/** How much of each unit is said by what was entered and pressed, around it, and by what came of it. */
function saidBy(
  { path, screen }: Pick<Performer, 'path' | 'screen'>,
  prompt: string,
  evidence: Evidence,
): Strengths {
  // A bare number stands in many fields, and says nothing of the one that was meant.
  const isNumber = evidence.utterance.units.map(({ text }) => /^\d[\d.,]*$/.test(text));
  const shownOn = ({ items }: Screen) =>
    items.map(({ role, name, value }) =>
      evidence.of(role === 'heading' ? name : value).map((one, at) => (isNumber[at] ? 0 : one)),
    );
  const last = path.at(-1);
  const brought = last ? newItems({ before: last.before, after: screen }, keyOf) : [];
  return strongest(
    // A name may have been typed in parts.
    evidence.of(path.map(({ item, value }) => value ?? item.name).join(' ')),
    ...path.flatMap(({ item, value = '', before, what }) => [
      evidence.of(value),
      evidence.of(asWritten(value, prompt)),
      evidence.of(what),
      evidence.own(item),
      evidence.of(item.value),
      ...ownersOf(before, item)
        .filter(({ kind }) => kind !== 'page')
        .map((owner) => evidence.ofThing(owner)),
      ...shownOn(before),
    ]),
    ...shownOn(screen),
    ...brought.map(({ name }) => evidence.of(name)),
  );
}

const isSaidOtherwise = (text: string, kind: Unit['kind'], path: readonly Performed[], prompt: string) =>
  (kind === 'name' && isMetInPart(text, path)) ||
  isTypedInParts(text, path) ||
  isKnownByMail(text, path, prompt) ||
  isChosenInWords(text, path);

/** "The American Express card ending in 3001" was found by its number. */
const isToldByNumber = (text: string, met: readonly string[], deeds: readonly Deed[]) =>
  deeds
    .flatMap(({ kind, thing }) =>
      kind === 'create' || !thing ? [] : [[thing.said, ...thing.qualifiers].join(' ')],
    )
    .some((said) => said.includes(text) && met.some((unit) => /\d/.test(unit) && said.includes(unit)));

/** What was chosen may say a name in other words. */
const leastSaid = 0.45;

/** The form asked for the parts of an address, and perhaps not for its country. */
function isTypedInParts(text: string, path: readonly Performed[]): boolean {
  const address = readAddress(text);
  const has = (part: string) => path.some(({ item, value }) => part === (value ?? item.name));
  return address !== null && [address.street, address.city, address.postCode].every(has);
}

/** "Ines Vik (ines@tide.example)" is who has the address, where a form asks for no more. */
const isKnownByMail = (name: string, path: readonly Performed[], prompt: string) =>
  path.some(({ value = '' }) => {
    const at = value.includes('@') ? prompt.indexOf(value) : -1;
    return (
      at > 0 &&
      prompt
        .slice(0, at)
        .replace(/[\s,(<]+$/, '')
        .endsWith(name)
    );
  });

/**
 * "Heron's hull" is met where Heron is, "the Heron integration" in the drawer “Heron”, and "a VIP guest" where “VIP” is turned on. A part of a mail address is the name of
 * nobody: who belongs to Solvik Energy does so not by "ann@solvik.example".
 */
function isMetInPart(text: string, path: readonly Performed[]): boolean {
  const words = text.match(/(?<!\p{L})\p{Lu}[\p{L}\p{N}]+/gu) ?? [];
  const met = words.filter((word) =>
    path.some(({ item, value = '', what, before }) =>
      [value, what, item.name, item.value, ...ownersOf(before, item).map(({ name }) => name)].some(
        (one) => !one.includes('@') && says(one, word),
      ),
    ),
  );
  return met.length > 0 && met.length >= leastMet * words.length;
}
const leastMet = 0.6;

/** "LTR" for “Left to right”. */
const isChosenInWords = (text: string, path: readonly Performed[]) =>
  /^\p{Lu}{2,5}$/u.test(text) &&
  path.some(({ item, value }) => {
    const initials = (value ?? item.name).match(/(?<!\p{L})\p{L}/gu)?.join('') ?? '';
    return initials.toUpperCase() === text;
  });

/** A field for numbers takes 7500, where the prompt says "$7,500". Empty where a value is no number of the prompt. */
function asWritten(value: string, prompt: string): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return '';
  const written = prompt.match(/[$€£¥]?\s?\d[\d.,]*\s?%?/gu) ?? [];
  const amount = (text: string) =>
    Number.parseFloat(text.replace(/,(?=\d{3}(?!\d))/g, '').replace(/^\D+/, ''));
  return written.find((one) => amount(one) === Number(value)) ?? '';
}
