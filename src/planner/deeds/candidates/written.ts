import { anyOf, wholeWords } from '../../language/patterns.ts';
import { terms } from '../../language/terms.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { type FieldCandidate, fieldCandidates } from './field-candidates.ts';
import { coverage, likeness } from './likeness.ts';
import type { Reached } from './mentions/scope.ts';
import { asEntry } from './readings/readings.ts';

/**
 * "Reply to Ann with 'See you there'" and "add the internal note 'Call back'": where a box for it is open, the text is written there, and
 * nothing has to be pressed first. Null where the deed has no text of several words, or gives more than that.
 */
export function asText(deed: Deed): Deed | null {
  const { kind, thing, fields } = deed;
  const [given, ...others] = fields;
  // "Comment on the invoice: '…'" makes nothing that has another name.
  const isBare = kind === 'act' || (kind === 'create' && thing === null);
  if (isBare && given && others.length === 0 && given.value.to === 'text') {
    const { value, field } = given;
    if (!value.exact || !isSentence(value.text) || terms(field).length > 0) return null;
    return { ...deed, kind: 'change', fields: [{ ...given, field: '', isContent: true }] };
  }
  const entry = thing?.name != null && isSentence(thing.name) ? asEntry(deed) : null;
  return (
    entry && {
      ...entry,
      fields: entry.fields.map((one) => ({ ...one, field: '', isContent: true as const })),
    }
  );
}

const isSentence = (text: string) => / \S+ /.test(text);

/**
 * The box for the text of a deed, where the screen shows that it is for what the deed writes: by the tab above it, or by its own words.
 * @param last what was pressed last
 */
export function boxFor(
  deed: Deed,
  screen: Screen,
  reached: Reached,
  last: Item | undefined,
): FieldCandidate | null {
  const text = asText(deed);
  if (!text) return null;
  const mentions = [...text.places, ...(text.thing ? [text.thing] : [])];
  const [best] = fieldCandidates(screen, text.fields[0]!, { mentions, reached, container: null });
  if (best?.way !== 'type' || best.features.label < 1 || best.features.outOfScope > 0) return null;
  return isFor(deed, best.item, screen, last) ? best : null;
}

function isFor({ kind, verb, thing }: Deed, box: Item, screen: Screen, last: Item | undefined): boolean {
  // "An internal note" is a note.
  const words = kind === 'create' && thing ? [thing.kind, thing.kind.split(' ').at(-1)!] : [verb];
  const most = (fit: (word: string) => number) => Math.max(...words.map(fit));
  const tabs = screen.items.filter((item) => item.kind === 'tab' && isAbove(item, box));
  // Not every page shows which tab is the present one.
  const present = tabs.find(({ isSelected }) => isSelected) ?? tabs.find(({ name }) => name === last?.name);
  if (present) return most((word) => likeness(word, present.name)) >= 0.7;
  const isCalled = most((word) =>
    Math.max(0, ...[box.name, ...box.labels, box.hints.join(' ')].map((one) => coverage(word, one))),
  );
  return isCalled >= 0.7 || (kind === 'act' && answers.test(verb) && message.test(box.name));
}

const answers = new RegExp(`^${anyOf('offers', 'answers')}(?!\\p{L})`, 'iu');
const message = new RegExp(wholeWords(wordsFor('fields', 'message')), 'iu');

/** What stands directly above a box says what it is for. */
const isAbove = ({ box: a }: Item, { box: b }: Item) =>
  a.y + a.height <= b.y + 8 && b.y - (a.y + a.height) < 60 && a.x < b.x + b.width && b.x < a.x + a.width;
