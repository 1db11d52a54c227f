import { deedMeanings } from '../../../language/thesaurus/same-meaning.ts';
import type { Deed } from '../../../prompt/deed.ts';

/**
 * How well a button says what a deed's words order in other ones, from 0 to 1: “Keep at top” for "pin the announcement to the top of the home page". What the
 * prompt names or quotes is no part of the order.
 */
export const saysInOtherWords = (deed: Deed, name: string): number =>
  name === '' ? 0 : deedMeanings.likeness(orderOf(deed), name);

const known = new WeakMap<Deed, string>();

function orderOf(deed: Deed): string {
  const found = known.get(deed);
  if (found !== undefined) return found;
  const { said, verb, thing, places, fields } = deed;
  const named = [
    ...[thing, ...places].map((mention) => mention?.name ?? ''),
    ...fields.map(({ value }) => (value.to === 'text' ? value.text : '')),
  ].filter((text) => text !== '');
  const order = named.reduce((rest, text) => rest.replaceAll(text, ' '), said);
  // Another reading of the deed has a verb that the prompt does not say. The verb comes first, wherever the prompt has it: "in HIST 101, pin …".
  const isSaid = order.toLowerCase().includes(verb.split(' ')[0] ?? '');
  const told = `${verb} ${isSaid ? order : (thing?.kind ?? '')}`;
  known.set(deed, told);
  return told;
}
