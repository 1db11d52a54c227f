import { deedWords } from '../language/vocabulary.ts';
import type { Deed, Mention } from '../prompt/deed.ts';
import { isMoment } from '../prompt/moments.ts';
import { ownersOf, rowOf } from './candidates/chain.ts';
import { coverage, shareOf } from './candidates/likeness.ts';
import { namesIn } from './candidates/mentions/fit.ts';
import type { Performed } from './perform/performer.ts';

/**
 * What tells the things and places of some deeds from their like and was not met, as far as can be seen: nothing that was pressed, opened or
 * chosen has most of it, and nothing that stands alone is called so. "Add a task to the list 'Opening'" makes none beside the list, "rename the tag 'Event guest'" renames
 * nothing called “Event reminder”, and "publish the article about frost" publishes no other one.
 * @returns the words of the prompt
 */
export const missedNames = (path: readonly Performed[], deeds: readonly Deed[]): string[] => {
  const wanted = deeds.flatMap((deed) => [...namedBy(deed), ...toldBy(deed)]);
  if (wanted.length === 0) return [];
  const opened = new Set(path.flatMap(({ opens }) => opens));
  return wanted.flatMap(({ said, mention, isIn, made, longest }) => {
    const texts = path.flatMap((act) => textsAround(act, longest)).filter((text) => !made.includes(text));
    return (mention && opened.has(mention)) || texts.some(isIn) ? [] : [said];
  });
};

/** What has to be met. */
interface Wanted {
  said: string;
  /** What may have been opened instead. */
  mention?: Mention;
  isIn(text: string): boolean;
  /** Texts that do not count, since the deed writes them. */
  made: string[];
  /** How long a text may be that tells it. */
  longest: number;
}

const isDone = (kind: Deed['kind']) => kind === 'change' || kind === 'act';

function namedBy({ kind, places, thing, fields }: Deed): Wanted[] {
  const isCalled = ({ name, kind: sort }: Mention) => name !== null && sort !== '' && !isMoment(name);
  const called = (mention: Mention, made: string[], longest: number): Wanted => ({
    said: mention.said,
    mention,
    isIn: (text) => coverage(mention.name!, text) >= mostOfName,
    made,
    longest,
  });
  if (kind === 'create')
    return places
      .filter(isCalled)
      .map((mention) => called(mention, [thing?.name ?? ''], Number.POSITIVE_INFINITY));
  if (!isDone(kind) || !thing || !isCalled(thing)) return [];
  // A text about several things names each: “Starts when the tag 'x' is added”.
  return [called(thing, textsOf(fields), 2 * thing.name!.length + 10)];
}
const mostOfName = 0.6;

/** "The article about frost", "the ticket from Ann Lee": what has no name of its own is told by a topic or by the name of somebody else. */
function toldBy({ kind, thing, fields }: Deed): Wanted[] {
  if (!isDone(kind) || !thing || thing.name !== null) return [];
  const made = textsOf(fields);
  // Nothing here compares the rows of a list, and any of them would be a guess.
  const [most] = thing.qualifiers.filter((said) => superlative.test(said));
  if (most !== undefined)
    return [{ said: thing.said, isIn: () => false, made, longest: Number.POSITIVE_INFINITY }];
  return thing.qualifiers.flatMap((said) => {
    const [topic, name] = [topicIn.exec(said)?.[1], namesIn(said)];
    const longest = Number.POSITIVE_INFINITY;
    if (name && !isMoment(name))
      return [{ said, isIn: (text: string) => coverage(name, text) >= mostOfName, made, longest }];
    return topic
      ? [{ said, isIn: (text: string) => shareOf(topic, text) >= leastOfTopic, made, longest }]
      : [];
  });
}
const superlative = new RegExp(
  `^(?:${deedWords.flatMap(({ superlatives }) => [...(superlatives ?? [])]).join('|')})$`,
  'iu',
);
/** A heading may say a topic in other words, but not in none of them. */
const leastOfTopic = 0.3;
const topicIn = new RegExp(
  `^(?:${deedWords.flatMap(({ topics }) => [...(topics ?? [])]).join('|')})\\s+(.+)$`,
  'iu',
);

const textsOf = (fields: Deed['fields']) =>
  fields.map(({ value }) => (value.to === 'text' ? value.text : ''));

/** What was typed, and what stands on, around and above what was pressed: the title of a page may be any text outside of its lists. */
const textsAround = ({ item, value = '', before }: Performed, longest: number): string[] => [
  value,
  item.name,
  item.value,
  before.title,
  rowOf(before, item)?.text ?? '',
  ...item.labels,
  ...ownersOf(before, item).flatMap(({ kind, name, also }) => (kind === 'page' ? [] : [name, ...also])),
  ...before.items.flatMap((one) => {
    const isTitle =
      one.role === 'heading' ||
      one.isSelected ||
      (one.kind === 'text' && one.name.length <= longest && rowOf(before, one) === undefined);
    return [...(isTitle ? [one.name] : []), ...(isEntry.test(one.kind) ? [one.value] : [])];
  }),
];
const isEntry = /^(?:field|select|picker)$/;
