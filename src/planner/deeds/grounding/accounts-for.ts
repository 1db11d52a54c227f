import { readAddress } from '../../prompt/address.ts';
import type { Deed } from '../../prompt/deed.ts';
import { ownersOf } from '../candidates/chain.ts';
import type { Performed } from '../perform/performer.ts';
import { Account } from './account.ts';
import { Evidence, strongest } from './evidence.ts';
import { readUtterance } from './read-utterance.ts';
import { isHard } from './utterance.ts';

/**
 * Whether acts deal with all that a prompt names or quotes: it was typed, chosen or pressed, or stands on what was. What they leave out was left out by
 * the reading that they come from.
 */
export function accountsFor(
  path: readonly Performed[],
  prompt: string,
  readings: readonly (readonly Deed[])[],
): boolean {
  const utterance = readUtterance(prompt, readings);
  if (!utterance.units.some(isHard)) return true;
  const evidence = new Evidence(utterance);
  const said = path.flatMap(({ item, value = '', before, what }) => [
    evidence.of(value),
    evidence.of(asWritten(value, prompt)),
    evidence.of(what),
    evidence.own(item),
    evidence.of(item.value),
    ...ownersOf(before, item)
      .filter(({ kind }) => kind !== 'page')
      .map((owner) => evidence.ofThing(owner)),
    ...before.items.map(({ role, name, value }) => evidence.of(role === 'heading' ? name : value)),
  ]);
  const typed = utterance.units
    .filter(({ text }) => isTypedInParts(text, path) || isKnownByMail(text, path, prompt))
    .map(({ text }) => evidence.of(text));
  // A name may have been typed in parts.
  const entered = path.map(({ item, value }) => value ?? item.name).join(' ');
  return new Account(evidence).hasAllNamed(strongest(evidence.of(entered), ...said, ...typed), {
    verbsToo: false,
    least: 0.45,
  });
}

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

/** A field for numbers takes 7500, where the prompt says "$7,500". Empty where a value is no number of the prompt. */
function asWritten(value: string, prompt: string): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return '';
  const written = prompt.match(/[$€£¥]?\s?\d[\d.,]*\s?%?/gu) ?? [];
  const amount = (text: string) =>
    Number.parseFloat(text.replace(/,(?=\d{3}(?!\d))/g, '').replace(/^\D+/, ''));
  return written.find((one) => amount(one) === Number(value)) ?? '';
}
