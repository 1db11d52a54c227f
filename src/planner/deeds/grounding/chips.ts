import { words } from '../../language/words.ts';
import type { Item } from '../../page/screen.ts';
import { isDate, monthIn } from '../candidates/days/dates.ts';
import { asksForDate } from '../candidates/field-value.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { creates, refuses, saves } from '../candidates/ways/way-words.ts';
import { type Look, type Move, move } from './move.ts';
import { isNavigation } from './surroundings.ts';
import { isHard, type Span } from './utterance.ts';

/**
 * Choices of a value in buttons that show what the open thing is set to and have no label: "In Progress", "Apr 17", "3 points". Nothing says what they are
 * for but values of the same sort, and what they offer when they are pressed. So they are tried for what the screen does not show yet.
 */
export function chipMoves({
  evidence,
  standing: { covered, used },
  around: { screen },
  shown,
}: Look): Move[] {
  const { units, spans } = evidence.utterance;
  if (!units.some((unit, at) => isHard(unit) && covered[at]! >= 0.8)) return [];
  const isOpen = ({ first, last }: Span) =>
    units.slice(first, last + 1).every((_, at) => covered[first + at]! < 0.5 && shown[first + at]! < 0.8);
  const wanted = spans.filter((span) => !used.has(span) && span.text.length <= mostLength && isOpen(span));
  const chips =
    wanted.length === 0 ? [] : screen.items.filter((item) => isChip(item) && !isNavigation(item, screen));
  return wanted.flatMap((span) => {
    const strengths = units.map((_, at) => (at >= span.first && at <= span.last ? 1 : 0));
    return chips
      .map((item) => ({ item, likely: asksFor(item, span.text) }))
      .filter(({ likely }) => likely > 0)
      .sort((a, b) => b.likely - a.likely)
      .slice(0, mostChips)
      .map(({ item, likely }) =>
        move('choose', item, { strengths, likely, span, likelyDone: offeredLikely }),
      );
  });
}
/** What is offered to the letter is meant. */
const offeredLikely = 0.9;
const mostChips = 4;
const mostLength = 30;

const isChip = (item: Item) =>
  item.kind === 'button' &&
  item.isPressable &&
  !item.isDisabled &&
  item.name !== '' &&
  item.name.length <= mostLength &&
  ![creates, refuses, saves].some((offer) => offer.test(item.name.trim())) &&
  isHarmless(item);

const asksFor = (item: Item, value: string) =>
  Math.max(
    sortLikeness(value, item.name),
    isDate(value) && asksForDate({ ...item, labels: [], hints: [] }) ? 0.7 : 0,
  );

/** How likely two texts are values of one control: two dates, two names of people, "3 points" and "8 points". */
export function sortLikeness(value: string, shown: string): number {
  if (isDate(value)) return isDate(shown) || saysDay(shown) ? 0.8 : 0;
  const [own, other] = [words(value), words(shown)];
  if (own.some(({ raw, stem }) => /\p{L}/u.test(raw) && other.some((one) => one.stem === stem))) return 0.75;
  if ([value, shown].every((text) => /^\d/.test(text))) return 0.5;
  if ([value, shown].every((text) => person.test(text))) return 0.5;
  return [value, shown].every((text) => state.test(text)) ? 0.3 : 0;
}
/** "Apr 17" says no year. */
const saysDay = (text: string) => /\d/.test(text) && text.split(/[\s.,]+/).some((word) => monthIn(word) > 0);
const person = /^\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+$/u;
const state = /^\p{Lu}\p{Ll}+(?: \p{L}+)?$/u;
