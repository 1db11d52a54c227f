import { fold } from '../../../language/words.ts';
import type { Deed, FieldValue } from '../../../prompt/deed.ts';
import { lexiconFor } from '../../../prompt/lexicon.ts';
import { tokens } from '../../../prompt/tokens.ts';
import { fieldValue } from '../../../prompt/values.ts';
import { isSameText, says, wordsIn } from '../../candidates/likeness.ts';
import type { Span, Utterance } from '../utterance.ts';

/** What a reading of the prompt says that a value is for. */
export interface Said {
  field: FieldValue;
  /** 0 for the likeliest reading. */
  rank: number;
  /** It is the name of a thing or of a place, and may be asked for as a field: "for the show 'x'". */
  isName: boolean;
}

export function saidBy(readings: readonly (readonly Deed[])[]): Said[] {
  return readings.flatMap((deeds, rank) =>
    deeds.flatMap((deed) => [
      ...deed.fields.map((field) => ({ field, rank, isName: false })),
      ...namesIn(deed).map((field) => ({ field, rank, isName: true })),
    ]),
  );
}

function namesIn({ kind, thing, places }: Deed): FieldValue[] {
  return [...places, ...(thing ? [thing] : [])].flatMap((mention) =>
    mention.name === null
      ? []
      : {
          field: mention === thing && kind === 'create' ? `${mention.kind} ${newName}`.trim() : mention.kind,
          value: { to: 'text' as const, text: mention.name, exact: true, unit: null },
          from: null,
          said: mention.said,
        },
  );
}

const newName = 'name title';

/** Whether a reading says that something new is called so. */
export const isNewName = (text: string, said: readonly Said[]): boolean =>
  said.some(
    ({ isName, field: { field, value } }) =>
      isName && field.endsWith(newName) && value.to === 'text' && isSameText(value.text, text),
  );

/** The parts of the prompt that may be values: those of the utterance, and those that readings found beside them. */
export function spansOf({ units, spans }: Utterance, said: readonly Said[]): Span[] {
  const found = [...spans];
  for (const { value } of said.map(({ field }) => field)) {
    if (value.to !== 'text' || found.some(({ text }) => isSameText(text, value.text))) continue;
    const first = units.findIndex(({ text, kind }) => kind !== 'verb' && beginsWith(value.text, text));
    const last = units.findLastIndex(
      ({ text }, at) => at >= first && at < first + wordsIn(value.text) && says(value.text, text),
    );
    if (first >= 0 && last >= first)
      found.push({ text: value.text, first, last, isExact: value.exact, marker: units[first]!.marker });
  }
  return found;
}

const beginsWith = (whole: string, part: string) => `${fold(whole)} `.startsWith(`${fold(part)} `);

/** What is quoted is typed to the letter: "The Paper Boat" keeps its article. Numbers are told apart from their units. */
export function givenBy({ text, isExact }: Span): FieldValue {
  if (isExact && /\p{L}/u.test(text))
    return { field: '', value: { to: 'text', text, exact: true, unit: null }, from: null, said: text };
  const all = tokens(text);
  const read = fieldValue('', all, { prompt: text, lexicon: lexiconFor(all) });
  return isExact && read.value.to === 'text' ? { ...read, value: { ...read.value, exact: true } } : read;
}
