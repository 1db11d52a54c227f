import { wholeWords } from '../../../language/patterns.ts';
import { wordsFor } from '../../../language/vocabulary.ts';
import type { Item, Screen } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { ownersOf } from '../chain.ts';
import { coverage, isSameText, likeness, says } from '../likeness.ts';
import { toldOf } from './fit.ts';

/** What the screen as a whole is about. */

/**
 * Whether the screen as a whole is about a mention: an open dialog, what is selected, or the heading of most of the screen names it. The
 * heading of a row or a small panel says nothing about what stands beside it, unless it is the largest one.
 */
export function isInFocus(mention: Mention, screen: Screen): boolean {
  const most = 0.3 * screen.viewport.width * screen.viewport.height;
  const isMost = (index: number) => {
    const { box, kind } = screen.things[index] ?? screen.things[0]!;
    return kind === 'page' || (!/^(?:row|card|navigation)$/.test(kind) && box.width * box.height >= most);
  };
  const things = screen.things.filter(
    ({ isSelected, isModal, kind }, index) => isSelected || isModal || (kind === 'panel' && isMost(index)),
  );
  const title = titleOf(screen);
  const items = screen.items.filter(
    (item) =>
      item === title ||
      (item.role === 'heading' && isMost(item.owner)) ||
      (item.isSelected && /^(?:tab|link|body|button|menu-item)$/.test(item.kind)),
  );
  return (
    [...things.map(({ name, text }) => name || text.slice(0, 80)), ...items.map(({ name }) => name)].some(
      (name) => isNamed(mention, name),
    ) || namesOfSelected(screen).some((name) => isCalled(mention, name))
  );
}

/** The heading that no other one is larger than, in whatever box it stands. Null where it is one of several, or in a list. */
function titleOf(screen: Screen): Item | null {
  const headings = screen.items.filter((item) => item.role === 'heading');
  const tallest = Math.max(0, ...headings.map(({ box }) => box.height));
  const [title, ...others] = headings.filter(({ box }) => box.height > 0.95 * tallest);
  if (!title || others.length > 0) return null;
  const isListed = ownersOf(screen, title).some(({ kind }) => /^(?:row|card|navigation|menu)$/.test(kind));
  return isListed ? null : title;
}

/** Whether another object of a canvas than the one that a mention means is selected, as the field for its name says. */
export const isOfAnother = (mention: Mention, screen: Screen) =>
  screen.items.some(({ isPlaced, isSelected }) => isPlaced && isSelected) &&
  namesOfSelected(screen).length > 0 &&
  !isInFocus(mention, screen);

/** What is selected on a canvas shows its name in a field of a panel beside it. */
const namesOfSelected = ({ items }: Screen) =>
  items
    .filter(
      ({ kind, name, labels, value }) =>
        kind === 'field' && value !== '' && names.test(`${name} ${labels[0] ?? ''}`),
    )
    .map(({ value }) => value);

const names = new RegExp(wholeWords(wordsFor('fields', 'name')), 'iu');

/** Who says "the title text" may mean an object called "Title". */
const isCalled = ({ name, kind, said, qualifiers }: Mention, text: string) =>
  name === null ? coverage(text, `${qualifiers.join(' ')} ${kind || said}`) >= 0.99 : isSameText(text, name);

/** "The privacy settings" are what is called “Privacy”. */
const isPartCalled = (name: string, text: string) => {
  const [last = '', ...before] = name.split(' ').toReversed();
  return parts.includes(last) && isSameText(before.toReversed().join(' '), text);
};
const parts = wordsFor('offers', 'parts');

function isNamed(mention: Mention, text: string): boolean {
  if (mention.name !== null)
    return (
      says(text, mention.name) || likeness(mention.name, text) >= 0.95 || isPartCalled(mention.name, text)
    );
  // "The job about the warped fronts" is none of the page "Jobs".
  const told = toldOf(mention);
  return told === '' ? likeness(mention.kind || mention.said, text) >= 0.8 : coverage(told, text) >= 0.75;
}
