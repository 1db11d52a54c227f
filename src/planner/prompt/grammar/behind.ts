import type { FieldValue } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import { isOwned, isPlace, isPronoun, mentionsOf } from '../mentions.ts';
import { isMoment } from '../moments.ts';
import { isName } from '../tokens.ts';
import { fieldValue } from '../values.ts';
import type { Draft } from './draft.ts';
import { pairsOf } from './pairs.ts';
import type { Slot } from './slots.ts';

/** What stands behind the value of a change: more fields, the thing where it was not named yet, and places. */
export function readBehind(
  behind: readonly Slot[],
  made: Draft,
  namesThing: boolean,
  reading: Reading,
): void {
  for (const slot of behind) {
    const { role, word, tokens } = slot;
    const last = made.fields.at(-1);
    const isEnd = /^(?:to|until)$/.test(role) && isTime(last) && tokens.every(({ text }) => isMoment(text));
    // "To 8:00 PM until 9:30 AM": the field begins and ends.
    if (last && isEnd) {
      made.fields.push(fieldValue(`${last.field} ${word}`.trim(), tokens, reading));
      continue;
    }
    const isExact = tokens[0]?.kind === 'exact' && /^(?:in|on|for)$/.test(role);
    if (role === 'with' || role === 'using') made.fields.push(...pairsOf(tokens, word, reading));
    else if (isExact || /^(?:from|to|as)$/.test(role)) made.fields.push(fieldValue(word, tokens, reading));
    else if (/^(?:of|for|on|in|beside)$/.test(role)) {
      const mentions = mentionsOf(tokens, reading);
      const isThing = namesThing && !made.thing && !made.owned && isOwner(slot, reading);
      if (isPronoun(tokens, reading)) made.owned = true;
      else if (isThing) {
        made.thing = mentions.at(-1) ?? null;
        made.places.unshift(...mentions.slice(0, -1));
      } else {
        made.ownedPlace ||= isOwned(tokens, reading);
        made.places.unshift(...mentions);
      }
    }
  }
}

const isTime = (field: FieldValue | undefined) => field?.value.to === 'text' && isMoment(field.value.text);

/** "On the 'Cover' slide" names what has the field, and "on the settings page" only where it is. */
const isOwner = ({ role, tokens }: Slot, reading: Reading) =>
  role === 'of' || role === 'for' || (role === 'on' && (!isPlace(tokens, reading) || tokens.some(isName)));
