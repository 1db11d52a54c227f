import { terms } from '../../language/terms.ts';
import type { Screen, Thing } from '../../page/screen.ts';
import type { FieldValue, Mention } from '../../prompt/deed.ts';
import { type FieldCandidate, fieldCandidates } from '../candidates/field-candidates.ts';
import { isSameText, says, wordsIn } from '../candidates/likeness.ts';
import type { Scope } from '../candidates/only-control.ts';

/** A control, and the field as it has it. */
export type Control = FieldCandidate & { asked: FieldValue };

/** Other readings are believed a little less than the first one. */
export const otherReading = 0.92;

/**
 * The switches that a value without a field may be the name of: "make Ann a VIP guest" turns on what is called "VIP", and "take it off sale"
 * turns off what is called "On sale".
 */
export function switchesFor(screen: Screen, field: FieldValue, scope: Scope): Control[] {
  const { value } = field;
  if (field.field !== '' || value.to !== 'text' || value.exact) return [];
  const [, denied] = denial.exec(value.text) ?? [];
  const to = denied ? ('off' as const) : ('on' as const);
  const said = denied ?? value.text;
  const names = new Set(
    screen.items
      .filter(({ kind }) => kind === 'toggle')
      .flatMap(({ name, labels }) => [name, labels[0] ?? ''])
      .filter((name) => isNameOf(name, said)),
  );
  return [...names].flatMap((name) => {
    const asked: FieldValue = { ...field, field: name, value: { to } };
    return fieldCandidates(screen, asked, scope)
      .filter(({ way, features }) => way === 'turn' && Math.max(features.name, features.label) >= 0.75)
      .map((one) => ({ ...one, asked, confidence: otherReading * one.confidence }));
  });
}

const denial = /^(?:off|not|no longer|out of)\s+(.+)$/i;

/** "VIP" for "a VIP guest", "On sale" for "sale", "Confidentiality" for "confidential". */
const isNameOf = (name: string, said: string) =>
  name.length > 2 &&
  (isSameText(name, said) ||
    isNounOf(name, said) ||
    says(said, name) ||
    (says(name, said) && name.length < said.length + 8) ||
    isSaidOfSpeaker(name, said));

/** “I currently work here” for "that you currently work there". */
const isSaidOfSpeaker = (name: string, said: string) =>
  speaker.test(name) &&
  wordsIn(said) > 2 &&
  terms(said).length > 0 &&
  isSameText(terms(name).join(' '), terms(said).join(' '));
/** English only. */
const speaker = /^(?:I|I'm|I’m|we)\s/u;

const isNounOf = (name: string, said: string) =>
  wordsIn(name) === 1 &&
  name.toLowerCase().startsWith(said.toLowerCase()) &&
  nounEnding.test(name.slice(said.length));
/** English only. “Paperless” is no noun of "paper". */
const nounEnding = /^(?:i?ty|ness|ment|e?ncy|e?nce|ism)$/;

/**
 * "Turn off the autumn sale campaign", where the words name no switch: the only one in the row "Autumn sale" is meant, if the row is called by nearly
 * all of the words.
 */
export function switchesOfRows(screen: Screen, field: FieldValue, scope: Scope): Control[] {
  if (terms(field.field).length === 0 || field.value.to === 'text') return [];
  const size = wordsIn(field.field);
  const isNearly = ({ kind, name }: Thing) =>
    /^(?:row|card)$/.test(kind) &&
    wordsIn(name) > 1 &&
    says(field.field, name) &&
    size - wordsIn(name) <= mostOthers;
  const rows = screen.things.filter(isNearly).sort((a, b) => wordsIn(b.name) - wordsIn(a.name));
  if (!rows[0] || (rows[1] && wordsIn(rows[1].name) === wordsIn(rows[0].name))) return [];
  const { name } = rows[0];
  const row: Mention = { said: name, name, kind: '', qualifiers: [], ordinal: null };
  const asked: FieldValue = { ...field, field: '' };
  return fieldCandidates(screen, asked, { ...scope, mentions: [...scope.mentions, row] })
    .filter(({ way, features }) => way === 'turn' && features.label === 1 && features.outOfScope === 0)
    .map((one) => ({ ...one, asked, confidence: otherReading * one.confidence }));
}
/** A kind of one or two words: "event type". */
const mostOthers = 2;
