import { terms } from '../language/terms.ts';
import { fold } from '../language/words.ts';
import type { Deed, Mention } from './deed.ts';
import type { Lexicon } from './lexicon.ts';

/** "With Bo Berg in Cc" is no place: it says which field the value in front of it is for. */
export function withFieldOfPlace(deed: Deed, { words }: Lexicon): Deed {
  const isField = ({ name, kind, said }: Mention) =>
    words.fields?.includes(fold(said)) === true &&
    [name, kind].some((one) => one !== null && fold(one) === fold(said));
  const place = deed.places.find(isField);
  // "To rosa@oak.example with bo@oak.example in Cc": the last value that has no field yet.
  const given =
    place &&
    deed.fields.findLast(({ field, value }) => field !== '' && isUnsaid(field) && value.to === 'text');
  if (!place || !given) return deed;
  return {
    ...deed,
    places: deed.places.filter((one) => one !== place),
    fields: deed.fields.map((one) => (one === given ? { ...one, field: fold(place.said) } : one)),
  };
}

/** "With" names no field. */
const isUnsaid = (field: string) => terms(field).length === 0;
