import { terms } from '../../language/terms.ts';
import { words } from '../../language/words.ts';
import type { Item, Screen } from '../../page/screen.ts';
import { leadingVerb } from '../../prompt/clauses/verbs.ts';
import { isInside, ownersOf, topmost } from './chain.ts';
import { coverage } from './likeness.ts';
import { confidence, type Features, type Weights } from './weights.ts';

/** An item that may be what the prompt wishes to see: a heading, or the control that does what it speaks of. */
export interface PlaceCandidate {
  item: Item;
  features: Features<PlaceFeature>;
  confidence: number;
}

export type PlaceFeature =
  | 'covered'
  | 'coveredAround'
  | 'used'
  | 'isHeading'
  | 'isControl'
  | 'isDoor'
  | 'isWay'
  | 'isText'
  | 'isDisabled';

export const placeWeights: Weights<PlaceFeature> = {
  bias: -5,
  covered: 3.5,
  coveredAround: 2,
  used: 1.5,
  isHeading: 1.5,
  isControl: 1.2,
  isDoor: -1.4,
  isWay: -3,
  isText: -1.5,
  isDisabled: -0.5,
};

/** From the first on, the search ends at a place. Where the search has ended elsewhere, the best place of all is shown from the second on. */
export const leastPlace = { sure: 0.72, likely: 0.6 };

/** The words of a wish that tell something: "change plan" for "where I can change my plan". */
export const tellingWords = (wish: string): string =>
  words(wish)
    .filter(({ raw }) => terms(raw).length > 0)
    .map(({ raw }) => raw)
    .join(' ');

/** The items of a screen that may be what a wish speaks of, the most likely first. */
export function placeCandidates(screen: Screen, wish: string): PlaceCandidate[] {
  const asked = tellingWords(wish);
  if (asked === '') return [];
  const top = topmost(screen);
  const operated = withoutOperating(asked);
  return screen.items
    .filter((item) => (top === null || isInside(screen, item, top)) && textOf(item) !== '')
    .map((item) => candidate(screen, item, isOperated(item) ? operated : asked))
    .filter(({ features }) => features.covered > 0)
    .sort((a, b) => b.confidence - a.confidence);
}

/**
 * The main heading of a page that a link has led to which says what is wished: “Pricing” leads to the prices, whatever the page calls
 * them. Null where the link says something else.
 */
export function placeBehind(screen: Screen, wish: string, link: Item): PlaceCandidate | null {
  const heading = screen.items.find(({ role }) => role === 'heading');
  if (!heading || coverage(tellingWords(wish), textOf(link)) < leastSaid) return null;
  const { features } = candidate(screen, heading, tellingWords(wish));
  return { item: heading, features, confidence: leastPlace.sure };
}
const leastSaid = 0.8;

/** "Change the language" is what its list is for, and the list is called "Language". */
const withoutOperating = (asked: string): string => {
  const others = asked
    .split(' ')
    .filter((word) => !/^(?:set|type|fill)$/.test(leadingVerb(word)?.verb ?? ''));
  return others.join(' ') || asked;
};

const isOperated = ({ kind }: Item) => /^(?:toggle|radio|field|select|picker|slider|rich-text)$/.test(kind);

const textOf = ({ name, labels }: Item) => name || labels[0] || '';

function candidate(screen: Screen, item: Item, asked: string): PlaceCandidate {
  const owners = ownersOf(screen, item);
  const own = textOf(item);
  const around = [own, ...owners.map(({ name }) => name), ...screenNames(screen)].join(' ');
  const inBar = owners.some(({ kind }) => kind === 'navigation' || kind === 'tabs' || kind === 'menu');
  const isHeading = item.role === 'heading';
  // What is selected is open, and so it names what can be seen.
  const leads = !item.isSelected && (inBar || /^(?:link|tab|menu-item|body)$/.test(item.kind));
  const features: Features<PlaceFeature> = {
    covered: coverage(asked, own),
    coveredAround: coverage(asked, around),
    used: coverage(own, asked),
    isHeading: isHeading ? 1 : 0,
    isControl: !isHeading && !leads && !/^(?:text|button)$/.test(item.kind) ? 1 : 0,
    // Most buttons open what they are called by, which is better to see than the button.
    isDoor: !isHeading && !leads && item.kind === 'button' ? 1 : 0,
    isWay: leads && !isHeading ? 1 : 0,
    isText: item.kind === 'text' && !isHeading ? 1 : 0,
    isDisabled: item.isDisabled ? 1 : 0,
  };
  return { item, features, confidence: confidence(features, placeWeights) };
}

const names = new WeakMap<Screen, string[]>();

/** What the screen as a whole is called: by its first headings and by what is selected in its navigation. */
function screenNames(screen: Screen): string[] {
  const known = names.get(screen);
  if (known) return known;
  const headings = screen.items.filter(({ role }) => role === 'heading').slice(0, 2);
  const selected = screen.items.filter(({ isSelected, kind }) => isSelected && /^(?:tab|link)$/.test(kind));
  const found = [...headings, ...selected].map(({ name }) => name);
  names.set(screen, found);
  return found;
}
