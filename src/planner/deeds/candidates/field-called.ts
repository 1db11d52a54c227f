import { terms } from '../../language/terms.ts';
import { fieldMeanings } from '../../language/thesaurus/same-meaning.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Value } from '../../prompt/deed.ts';
import { isSameText, likeness, says } from './likeness.ts';
import { edits } from './ways/way-words.ts';

/** What tells which field a control is: its name, its labels and the words before it. */

/** How well a text names a field, by the prompt's words for it or by others: "from" is "Start date" on some pages. */
export function calledFit(field: string, text: string): number {
  const others = sameFields.find((group) => group.includes(field.toLowerCase())) ?? [];
  // "To" names what is called so, and not a "Note to patient".
  const own = terms(field).length > 0 ? ownFit(field, text) : isSameText(field, text) ? 1 : 0;
  return Math.max(
    own,
    callsWhom(field, text),
    ...others.map((one) => 0.95 * likeness(one, text)),
    fieldMeanings.likeness(field, text),
  );
}

/** The field for whoever something is for: "To", "Customer". A small word is all of its label: "Note to self" is no "To". */
const callsWhom = (field: string, text: string) =>
  field === 'for' || field === 'with'
    ? 0.95 *
      Math.max(
        0,
        ...whom.map((one) =>
          isSameText(one, text) ? 1 : terms(one).length > 0 && says(text, one) ? 0.8 : 0,
        ),
      )
    : 0;
const whom = wordsFor('fields', 'whom');
const sameFields = wordsFor('fields', 'same').map((group) => group.split('|'));

/** "The due date" is set in "Due" and not in "Start date": a word for the sort of value says nothing that the value does not say. */
function ownFit(field: string, text: string): number {
  const [asked, called] = [withoutSort(field), withoutSort(text)];
  if (asked === '' || sorts.has(text.toLowerCase())) return likeness(field, text);
  if (called !== '') return likeness(asked, called) >= 0.5 ? likeness(field, text) : 0;
  return Math.max(likeness(field, text), isSameText(asked, text) ? 0.9 : 0);
}

/** Empty where there is no such word. */
const withoutSort = (field: string) => {
  const words = field.toLowerCase().split(' ');
  return words.length > 1 && sorts.has(words.at(-1)!) ? words.slice(0, -1).join(' ') : '';
};
const sorts = new Set(wordsFor('fields', 'sorts'));

/** Whether a verb is also a word for a field: "assign" for the assignee. */
export const isFieldWord = (verb: string) => sameFields.some((group) => group.includes(verb));

/** "Move it to the interview stage" names the field behind the value. */
export const endsWithLabel = (value: Value, { name, labels }: Item) =>
  value.to === 'text' &&
  !value.exact &&
  value.text.includes(' ') &&
  [name, ...labels.slice(0, 1)].some((one) => isSameText(value.text.split(' ').at(-1)!, one));

/** A label that is the name as well says nothing more. What has no value yet may say what it asks for: “No assignee”, “Select a template”. */
export const labelsOf = ({ labels, name, kind, value }: Item): string[] => {
  const own = labels.map((one) => (isSameText(one, name) ? '' : one));
  const [, asked] = /^(?:picker|select)$/.test(kind) ? (unset.exec(value) ?? []) : [];
  return asked ? [...own, asked] : own;
};
const unset = new RegExp(`^(?:${wordsFor('offers', 'unset').join('|')})\\s+(\\p{L}.*?)(?:…|\\.{3})?$`, 'iu');

/**
 * The field that a button opens the choices for: "send time" for “Change send time”, "notification setting" for “Notification setting: Global”.
 * Empty where its name says none.
 */
export function setByButton({ kind, name }: Item): string {
  if (!/^(?:button|menu-item)$/.test(kind)) return '';
  const [, after, before] = setting.exec(name.trim()) ?? [];
  return after ?? before ?? /^(\p{L}[^:]{2,40}):\s\S/u.exec(name.trim())?.[1] ?? '';
}
const sets = [...wordsFor('offers', 'edits'), ...wordsFor('offers', 'sets')].join('|');
const setting = new RegExp(
  `^(?:(?:${sets})\\s+(?:(?:the|an?|your|new)\\s+)?(\\p{L}.+?)|(\\p{L}.+?)\\s+(?:${sets}))(?:…|\\.{3})?$`,
  'iu',
);

/**
 * How nearly a text that is edited where it stands is meant by a field that the page names to programs alone: `data-field="headline"` below the name on a
 * profile. It is believed less than words that a person reads.
 */
export const editedAs = (field: string, { kind, labels, hints }: Item): number =>
  (kind === 'text' || (/^(?:button|body)$/.test(kind) && hints.some((hint) => edits.test(hint)))) &&
  labels.length === 0 &&
  field !== '' &&
  says(hints.join(' '), field)
    ? 0.85
    : 0;

/** “+ add tag”: what is typed is a tag when Enter has made one of it. English only. */
export const asksForTag = ({ kind, name }: Item) => kind === 'field' && addsOne.test(name.trim());
const addsOne =
  /^(?:\+\s*)?(?:add|new)\s+(?:an?\s+|another\s+|more\s+)?(?:tags?|labels?|keywords?|topics?|skills?|domains?|recipients?)\b/i;

/** "☐ Nest under: [ ]": what is ticked right before a control, and ends with a colon, is what the control is for. Empty where nothing is. */
export function captionOf({ box }: Item, { items }: Screen): string {
  const isBefore = ({ kind, name, box: { x, y, height } }: Item) => {
    const down = box.y - (y + height);
    const isBeside = x < box.x && Math.abs(y + height / 2 - (box.y + box.height / 2)) < 12;
    return (
      /^(?:body|toggle)$/.test(kind) &&
      /\p{L}\s*[:：]$/u.test(name) &&
      (isBeside || (down >= -4 && down < 32))
    );
  };
  return items.filter(isBefore).at(-1)?.name ?? '';
}
