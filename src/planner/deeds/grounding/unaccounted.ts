import type { Screen } from '../../page/screen.ts';
import { readAddress } from '../../prompt/address.ts';
import type { Deed } from '../../prompt/deed.ts';
import { keyOf, newItems, ownersOf } from '../candidates/chain.ts';
import { says } from '../candidates/likeness.ts';
import type { Performed, Performer } from '../perform/performer.ts';
import { Account } from './account.ts';
import { Evidence, strongest } from './evidence.ts';
import { readUtterance } from './read-utterance.ts';
import { isHard } from './utterance.ts';

/**
 * What a prompt names or quotes and acts do not deal with: it was neither typed, nor chosen, nor pressed, and does not stand on what was. It was left out by
 * the reading that they come from.
 * @returns the words of the prompt
 */
export function unaccounted(
  { path, screen }: Pick<Performer, 'path' | 'screen'>,
  prompt: string,
  readings: readonly (readonly Deed[])[],
): string[] {
  const utterance = readUtterance(prompt, readings);
  if (!utterance.units.some(isHard)) return [];
  const evidence = new Evidence(utterance);
  const shownOn = ({ items }: Screen) =>
    items.map(({ role, name, value }) => evidence.of(role === 'heading' ? name : value));
  const before = path.at(-1)?.before;
  const brought = before ? newItems({ before, after: screen }, keyOf) : [];
  const said = path.flatMap(({ item, value = '', before, what }) => [
    evidence.of(value),
    evidence.of(asWritten(value, prompt)),
    evidence.of(what),
    evidence.own(item),
    evidence.of(item.value),
    ...ownersOf(before, item)
      .filter(({ kind }) => kind !== 'page')
      .map((owner) => evidence.ofThing(owner)),
    ...shownOn(before),
  ]);
  const typed = utterance.units
    .filter(
      ({ text, kind }) =>
        (kind === 'name' && isMetInPart(text, path)) ||
        isTypedInParts(text, path) ||
        isKnownByMail(text, path, prompt) ||
        isChosenInWords(text, path),
    )
    .map(({ text }) => evidence.of(text));
  // A name may have been typed in parts.
  const entered = path.map(({ item, value }) => value ?? item.name).join(' ');
  const covered = strongest(
    evidence.of(entered),
    ...said,
    ...shownOn(screen),
    ...brought.map(({ name }) => evidence.of(name)),
    ...typed,
  );
  const left = new Account(evidence).namedLeft(covered, leastSaid).map(({ text }) => text);
  const met = utterance.units
    .filter((unit) => isHard(unit) && !left.includes(unit.text))
    .map(({ text }) => text);
  // "The American Express card ending in 3001" was found by its number.
  const isTold = (text: string) =>
    readings
      .flat()
      .map(({ kind, thing }) =>
        kind === 'create' || !thing ? '' : [thing.said, ...thing.qualifiers].join(' '),
      )
      .some((said) => said.includes(text) && met.some((unit) => hasDigit.test(unit) && said.includes(unit)));
  return left.filter((text) => !isTold(text));
}

/** What was chosen may say a name in other words. */
const leastSaid = 0.45;
const hasDigit = /\d/;

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

/** "Heron's hull" is met where Heron is, and "a VIP guest" where “VIP” is turned on. */
const isMetInPart = (text: string, path: readonly Performed[]) =>
  (text.match(/(?<!\p{L})\p{Lu}[\p{L}\p{N}]+/gu) ?? []).some((word) =>
    path.some(({ item, value = '', what }) =>
      [value, what, item.name, item.value].some((one) => says(one, word)),
    ),
  );

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
