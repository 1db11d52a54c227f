import type { Item, Screen } from '../../../page/screen.ts';
import type { Deed, Mention } from '../../../prompt/deed.ts';
import { isOfOthers } from '../../../prompt/own-settings.ts';
import { isInside, topmost } from '../chain.ts';
import { columnHeadsOf } from '../columns/column-heads.ts';
import { mayBeOpened } from '../harmless.ts';
import type { Reached } from '../mentions/scope.ts';
import { confidence, type Features, weightsFor } from '../weights.ts';
import { lookUps } from './look-up.ts';
import { isElsewhere } from './neighbours.ts';
import { isPieceOfQuoted } from './piece-of-name.ts';
import { isInBody } from './row-mentions.ts';
import { soughtOn } from './sought.ts';
import { noFeatures, type WayFeature, wayFeatureNames, wayFeatures } from './way-features.ts';
import { isRefusal } from './way-words.ts';

/** An item whose press may lead to where the deed is done: navigation, a tab, a row, a menu, an edit button. */
export interface WayCandidate {
  item: Item;
  how: 'press' | 'menu-press' | 'look-up';
  /** What is typed into a search field. */
  value?: string;
  features: Features<WayFeature>;
  confidence: number;
  /** The mentions that the press opens or selects. */
  opens: Mention[];
}

const weights = weightsFor('way', wayFeatureNames);

/** The ways on from a screen, the most promising first. */
export function wayCandidates(
  screen: Screen,
  deed: Deed,
  reached: Reached,
  before: Screen | null,
): WayCandidate[] {
  const sought = soughtOn(screen, deed, reached, before);
  const top = topmost(screen);
  const ways = screen.items
    .filter(
      (item) =>
        mayLeadOn(item, screen, top) &&
        !isPieceOfQuoted(item, screen, deed) &&
        !isOfOthers(deed.said, item.name),
    )
    .map((item) => candidate(item, 'press', wayFeatures(item, sought)))
    .filter(
      ({ item, features }) =>
        !/^(?:text|option)$/.test(item.kind) ||
        (features.named >= 0.9 &&
          (item.kind === 'option'
            ? features.isNew === 1 || isListOfViews(item, screen)
            : deed.kind !== 'create' && !isInBody(item, screen))),
    )
    .map(withoutHalfOfNames)
    .sort(bestFirst);
  const own = ways.find((way) => mayHaveMenu(way, deed));
  const searches = lookUps(sought).map(({ item, value }) => ({
    ...candidate(item, 'look-up', {
      features: { ...noFeatures, isLookUp: sought.listed },
      opens: [],
    }),
    value,
  }));
  return [...ways, ...(own ? [withOtherButton(own)] : []), ...searches].sort(bestFirst);
}

/** Where a row has the whole name that is asked for, those that share a word with it are others: “Product Intern” below “Marketing Intern”. */
function withoutHalfOfNames(way: WayCandidate, _: number, all: readonly WayCandidate[]): WayCandidate {
  const { features, item, opens } = way;
  const isHalf = features.named > 0 && features.named < whole && /^(?:body|link)$/.test(item.kind);
  const isWhole = (one: WayCandidate) =>
    one.features.isThing === 1 && opens.every((mention) => one.opens.includes(mention));
  if (!isHalf || opens.length === 0 || !all.some(isWhole)) return way;
  return candidate(item, way.how, { features: { ...features, named: 0 }, opens: [] });
}
const whole = 0.9;

const bestFirst = (a: WayCandidate, b: WayCandidate) => b.confidence - a.confidence;

/** A list that always stands open and shows which of its entries is present leads to the others, as a list of pages does. */
const isListOfViews = ({ owner }: Item, { items }: Screen) =>
  items.some((one) => one.kind === 'option' && one.owner === owner && one.isSelected);

const mayLeadOn = (item: Item, screen: Screen, top: number | null) =>
  (item.isPressable || item.kind === 'text') &&
  !/^(?:field|select|slider|rich-text|file|radio|swatch)$/.test(item.kind) &&
  (top === null || isInside(screen, item, top)) &&
  mayBeOpened(item, screen) &&
  !columnHeadsOf(screen).has(item) &&
  !isRefusal(item) &&
  !isElsewhere(item, screen);

const candidate = (
  item: Item,
  how: WayCandidate['how'],
  { features, opens }: Pick<WayCandidate, 'features' | 'opens'>,
): WayCandidate => ({ item, how, features, confidence: confidence(features, weights), opens });

/** The other button may open a menu of what the deed names. Nothing on the screen says so. */
const mayHaveMenu = ({ item, features, opens }: WayCandidate, { kind }: Deed) =>
  features.named > 0 &&
  opens.length > 0 &&
  (kind === 'act' || kind === 'change') &&
  /^(?:body|link|button|text)$/.test(item.kind);

const withOtherButton = ({ item, features, opens }: WayCandidate) =>
  candidate(item, 'menu-press', { features: { ...features, isOtherButton: 1 }, opens });
