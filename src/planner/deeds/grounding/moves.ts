import type { Item, Screen } from '../../page/screen.ts';
import { isInside, ownersOf, topmost } from '../candidates/chain.ts';
import { mayBeOpened } from '../candidates/harmless.ts';
import type { WayCandidate } from '../candidates/ways/way-candidates.ts';
import { creates, isRefusal } from '../candidates/ways/way-words.ts';
import { type Evidence, type Strengths, scaled, strongest } from './evidence.ts';
import { gainOf, type Look, leastGain, type Move, move, type Standing } from './move.ts';
import { isNavigation, Surroundings } from './surroundings.ts';
import { isHard } from './utterance.ts';

export function lookAt(
  screen: Screen,
  evidence: Evidence,
  standing: Standing,
  told: Pick<Look, 'creates' | 'isForm'>,
): Look {
  const around = new Surroundings(screen, evidence, standing.before);
  const shown = strongest(evidence.none, ...screen.items.map(({ name }) => evidence.of(name)));
  return { ...told, evidence, standing, around, shown };
}

/** @param ways what may lead on from the screen, without regard to what it accounts for */
export function movesOn(look: Look, ways: readonly WayCandidate[]): Move[] {
  const { screen } = look.around;
  const top = topmost(screen);
  const moves = screen.items
    .filter((item) => (top === null || isInside(screen, item, top)) && !item.isDisabled)
    .flatMap((item) => [...editing(item, look), ...(isPressed(item) ? presses(item, look) : [])]);
  const opened = moves.map((move) => {
    const way = ways.find(({ item, how }) => item === move.item && how !== 'look-up');
    return way ? { ...move, opens: way.opens } : move;
  });
  return [...opened, ...waysBeside(moves, ways, look)];
}

const isPressed = ({ kind, isPressable }: Item) =>
  isPressable && !/^(?:toggle|field|rich-text|slider|select|file)$/.test(kind);

function presses(item: Item, look: Look): Move[] {
  const { evidence, around } = look;
  if (!mayBeOpened(item, around.screen) || isRefusal(item)) return [];
  const { name, kind } = item;
  const isRow = kind === 'body' || around.isTitleOfRow(item);
  const isChoice = /^(?:option|radio|swatch)$/.test(kind) || (kind === 'menu-item' && around.isFresh(item));
  const own = evidence.own(item);
  const said = meantBy(isRow ? strongest(own, around.ofRow(item)) : own, item, { isRow, isChoice }, look);
  // What is to be made is in no list yet.
  const meant =
    look.creates && isRow ? said.map((one, at) => (evidence.utterance.units[at]!.isNew ? 0 : one)) : said;
  const label = name || item.labels[0] || item.hints.join(' ');
  // “New item” on the page of the products makes a product.
  const isMaker =
    look.creates &&
    /^(?:button|link)$/.test(kind) &&
    !isRow &&
    creates.test(label.trim()) &&
    (look.standing.before === null || around.isFresh(item));
  const about = isMaker ? around.about() : evidence.none;
  const gain = gainOf(strongest(meant, about), look);
  if (gain < leastGain && !about.some((one) => one >= 0.8)) return [];
  const precision =
    isRow || about.some((one) => one >= 0.8) ? 1 : evidence.precision(isChoice ? withoutCount(label) : label);
  const rivalry = around.rivalry(item, own);
  // “New invoice” is not pressed where nothing new is asked for.
  const isUnasked = !look.creates && creates.test(label.trim()) && !isRow && !isChoice;
  const isWeak = gain < 0.6 && precision < 0.6;
  // "On the right instead of the left."
  const isFormer =
    isChoice && evidence.utterance.units.some(({ marker }, at) => marker === 'former' && own[at]! >= 0.85);
  const doubt =
    (kind === 'text' ? 0.5 : 1) * (isUnasked ? 0.15 : 1) * (isWeak ? 0.4 : 1) * (isFormer ? 0.3 : 1);
  const strengths = strongest(scaled(evidence.around(item, around.screen), isRow ? 1 : 0.95), meant, about);
  const likely = (0.25 + 0.7 * precision) * rivalry * doubt;
  const isThing =
    (isRow || kind === 'link') &&
    evidence.utterance.units.some((unit, at) => isHard(unit) && meant[at]! > 0.8);
  return [
    move('press', item, { strengths, likely }),
    ...(isThing ? otherPresses(item, strengths, rivalry) : []),
  ];
}

/** Text that is pressed twice to be changed. */
function editing(item: Item, look: Look): Move[] {
  if (item.kind !== 'text' || !item.needsDouble) return [];
  const strengths = look.evidence.own(item);
  return gainOf(strengths, look) > leastGain ? [move('double-press', item, { strengths, likely: 0.4 })] : [];
}

/** What lists offer may end with how many there are of it, or with the key for it: “In Review 4”. */
const withoutCount = (label: string) => label.replace(/(?<=\p{L})\s+\d{1,3}$/u, '');

/** Some applications open or rename a thing by a double press, or have its menu behind the other button. */
const otherPresses = (item: Item, strengths: Strengths, rivalry: number) => [
  move('double-press', item, { strengths, likely: 0.25 * rivalry, isWay: true }),
  move('menu-press', item, { strengths, likely: 0.2 * rivalry, isWay: true }),
];

/** What something is set to is no place to go to, and no thing to open. */
function meantBy(
  said: Strengths,
  item: Item,
  { isRow, isChoice }: { isRow: boolean; isChoice: boolean },
  { evidence: { utterance }, around: { screen } }: Look,
): Strengths {
  const leads =
    isRow ||
    item.kind === 'link' ||
    item.kind === 'tab' ||
    isNavigation(item, screen) ||
    ownersOf(screen, item).some(({ kind }) => kind === 'tabs');
  if (isChoice || !leads) return said;
  return said.map((one, at) => {
    const { marker, kind } = utterance.units[at]!;
    return marker === 'goal' && kind !== 'verb' ? 0.4 * one : one;
  });
}

/** What leads on, and has little of its own to account for. */
function waysBeside(
  moves: readonly Move[],
  ways: readonly WayCandidate[],
  { evidence, around }: Look,
): Move[] {
  const pressed = new Set(
    moves.filter(({ how, likely }) => how === 'press' && likely > 0.3).map(({ item }) => item),
  );
  return ways
    .filter(({ item, how }) => how !== 'press' || !pressed.has(item))
    .map(({ item, how, value = '', opens, confidence }) => {
      const isLookUp = how === 'look-up';
      const beside = around.isTitleOfRow(item) ? around.ofRow(item) : evidence.around(item, around.screen);
      const own = isLookUp ? evidence.none : strongest(evidence.own(item), beside);
      return move(how, item, {
        span: isLookUp ? { text: value, first: 0, last: -1, isExact: true, marker: '' } : null,
        strengths: scaled(own, 0.9),
        likely: confidence * around.rivalry(item, own),
        isWay: true,
        opens,
      });
    });
}
