import type { Reading } from '../../lexicon.ts';
import type { Draft } from '../draft.ts';

/** "Invite Ann Lee (ann@example.org)": the address of somebody new is to be entered, and tells her from nobody. */
export function withAddress(made: Draft, { lexicon }: Reading): Draft {
  const { thing, fields } = made;
  const address = thing?.qualifiers.find((word) => /^[^\s@]+@[^\s@]+$/.test(word));
  const field = lexicon.words.fields?.find((word) => /^e-?mail/i.test(word));
  if (!thing || !address || !field || thing.name === null) return made;
  const value = { to: 'text' as const, text: address, exact: true, unit: null };
  return {
    ...made,
    thing: { ...thing, qualifiers: thing.qualifiers.filter((word) => word !== address) },
    fields: [{ field, value, from: null, said: address }, ...fields],
  };
}
