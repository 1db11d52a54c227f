import { terms } from '../../language/terms.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed, Mention } from '../../prompt/deed.ts';
import { isInside, keyOf, newItems, ownersOf, topmost } from './chain.ts';
import { barOf, columnsOf } from './columns.ts';
import { isHarmless } from './harmless.ts';
import { coverage, likeness } from './likeness.ts';
import { carriersOf, fitOf, isInFocus, isListed, itemFit, leastFit, type Reached } from './mentions.ts';
import { alike, besideNamed, isElsewhere, repeatedIn } from './neighbours.ts';
import { bodyFit, carries, isInBody, isMark } from './row-mentions.ts';
import { sharesTopic } from './topics.ts';
import { creates, edits, hubs, isNext, more, refuses, saves, settings } from './way-words.ts';
import { confidence, type Features, weightsFor } from './weights.ts';

/** An item whose press may lead to where the deed is done: navigation, a tab, a row, a menu, an edit button. */
export interface WayCandidate {
  item: Item;
  how: 'press' | 'menu-press';
  features: Features<WayFeature>;
  confidence: number;
  /** The mentions that the press opens or selects. */
  opens: Mention[];
}

const wayFeatures = [
  'named',
  'isThing',
  'kind',
  'place',
  'field',
  'verb',
  'verbOfChange',
  'inCarrier',
  'isEdit',
  'isMore',
  'isNext',
  'isNavigation',
  'isTab',
  'isBody',
  'isExpander',
  'isText',
  'isToggle',
  'creates',
  'saves',
  'isUnrelated',
  'isSelected',
  'isDisabled',
  'isHub',
  'isMenu',
  'isSettings',
  'otherThing',
  'said',
  'isNew',
  'fieldNear',
  'kindHint',
  'isPlaced',
  'isOtherButton',
  'topic',
] as const;
type WayFeature = (typeof wayFeatures)[number];
const weights = weightsFor('way', wayFeatures);

/** The ways on from a screen, the most promising first. */
export function wayCandidates(
  screen: Screen,
  deed: Deed,
  reached: Reached,
  before: Screen | null,
): WayCandidate[] {
  const top = topmost(screen);
  const ahead = [...deed.places, ...(deed.thing && deed.kind !== 'create' ? [deed.thing] : [])];
  const missing = ahead.filter((mention) => !reached.has(mention) && !isInFocus(mention, screen));
  const brought = before && new Set(newItems({ before, after: screen }, keyOf));
  const listed = ahead.some((mention) => mention.name !== null && isListed(mention, screen));
  const carriers = new Map(ahead.map((mention) => [mention, carriersOf(mention, screen)]));
  const repeated = repeatedIn(screen);
  const asked = {
    deed,
    listed,
    carriers,
    asks: `${deed.said} ${deed.fields.map(({ field }) => field).join(' ')}`,
    said: deed.said.replace(new RegExp(`^\\s*${deed.verb.split(' ')[0]}`, 'iu'), ''),
    missing,
    ahead,
    reached,
    before,
    brought,
    repeated,
    navigation: new Set([...columnsOf(screen), ...barOf(screen)]),
    siblings: besideNamed(screen, ahead),
  };
  const ways = screen.items
    .filter(
      (item) =>
        (item.isPressable || item.kind === 'text') &&
        !/^(?:field|select|slider|rich-text|file|option|radio|swatch)$/.test(item.kind) &&
        (top === null || isInside(screen, item, top)) &&
        isHarmless(item) &&
        !refuses.test(item.name.trim()) &&
        !isElsewhere(item, screen),
    )
    .map((item) => candidate(screen, item, asked))
    .filter(
      ({ item, features }) =>
        item.kind !== 'text' || (features.named >= 0.9 && deed.kind !== 'create' && !isInBody(item, screen)),
    )
    .sort((a, b) => b.confidence - a.confidence);
  const own = ways.find((way) => mayHaveMenu(way, deed));
  return own ? [...ways, withOtherButton(own)].sort((a, b) => b.confidence - a.confidence) : ways;
}

interface Asked {
  /** The deed's words without its verb. */
  said: string;
  /** All words of the deed. */
  asks: string;
  /** A row of the screen is one of the things that the deed names, so other rows are other things. */
  listed: boolean;
  /** How many rows carry a mention. What many rows have is a mark of each of them, and none is the thing itself. */
  carriers: ReadonlyMap<Mention, number>;
  /** What several rows of a list have alike, so each belongs to its own row. */
  repeated: ReadonlySet<string>;
  /** What stands in a column or a bar of navigation, though nothing but its place says so. */
  navigation: ReadonlySet<Item>;
  /** Entries beside the one that is called as the deed says, so each is another thing of its kind. */
  siblings: ReadonlySet<Item>;
  /** What the screen before did not have. Null where there was none. */
  brought: Set<Item> | null;
  /** The screen before. */
  before: Screen | null;
  deed: Deed;
  missing: Mention[];
  ahead: Mention[];
  reached: Reached;
}

function candidate(
  screen: Screen,
  item: Item,
  {
    deed,
    missing,
    ahead,
    reached,
    before,
    brought,
    listed,
    repeated,
    said,
    asks,
    navigation,
    carriers,
    siblings,
  }: Asked,
): WayCandidate {
  const owners = ownersOf(screen, item);
  const bars =
    item.kind !== 'tab' &&
    ((navigation.has(item) && !brought?.has(item)) ||
      owners.some(({ kind }) => kind === 'navigation' || kind === 'tabs'));
  const name = item.name.trim();
  // What is seen on this screen is not set elsewhere, as a rule. Settings that the prompt names are a place like others.
  const isSettings =
    settings.test(name) &&
    !ahead.some(({ kind }) => settings.test(kind)) &&
    !ahead.some((mention) => mention.name !== null && carriers.get(mention) === 1);
  const row = owners.find(({ kind }) => kind === 'row' || kind === 'card');
  const fits = missing.map((mention, index) => ({
    mention,
    index,
    fit: Math.max(
      itemFit(mention, item, screen),
      // A word for a part of the screen ("the list") says nothing about a row that has it in its text.
      item.kind === 'body' && !(mention.name === null && deed.places.includes(mention))
        ? bodyFit(mention, item, screen) * (isMark(mention, row, carriers) ? 0.5 : 1)
        : 0,
    ),
  }));
  const named = fits.filter(({ mention }) => mention.name !== null);
  // What is named first has to be opened first: the record before the entry in it.
  const namedFit = Math.max(0, ...named.map(({ fit, index }) => (fit >= leastFit ? fit - 0.08 * index : 0)));
  const isPlace = (mention: Mention) => mention.name === null;
  const placeFit = Math.max(
    0,
    ...fits
      .filter(({ mention }) => isPlace(mention))
      .map(({ mention, fit }) => Math.max(fit, likeness(mention.said, name))),
  );
  const kinds = [...missing, ...(deed.kind === 'create' && deed.thing ? [deed.thing] : [])].map(
    ({ kind }) => kind,
  );
  const inRowOf = row
    ? ahead.filter(
        (mention) =>
          mention.name !== null &&
          // What is made "in Finance" is made anywhere. A row that shows the word is another thing of that kind.
          (deed.kind === 'create' ? fitOf(mention, row.name) > 0.92 : carries(mention, row, screen, missing)),
      )
    : [];
  // The menu that a press on the thing has opened is about the thing.
  const isOfOpened =
    brought?.has(item) === true &&
    owners.some(({ kind }) => kind === 'menu') &&
    ahead.some((mention) => reached.get(mention) === before);
  const carried = inRowOf.length > 0 || isOfOpened;
  const shared = Math.max(1, ...inRowOf.map((mention) => carriers.get(mention) ?? 1));
  const opensMore =
    edits.test(name) ||
    more.test(name) ||
    edits.test(item.hints.join(' ')) ||
    item.kind === 'picker' ||
    item.isExpanded === false;
  const inRow =
    item.kind === 'body' || owners.slice(0, 2).some(({ kind }) => kind === 'row' || kind === 'card');
  const kindFit = Math.max(
    0,
    ...kinds.map((kind) => Math.max(likeness(kind, name), bars && saysHead(kind, name) ? 0.6 : 0)),
  );
  const field = Math.max(0, ...deed.fields.map((one) => likeness(one.field, name)));
  const hints = item.hints.join(' ');
  const fieldNear = Math.max(
    0,
    ...deed.fields.map((one) =>
      Math.max(
        row ? likeness(one.field, row.name) : 0,
        row ? 0.8 * coverage(one.field, row.text) : 0,
        0.9 * coverage(one.field, hints),
      ),
    ),
  );
  const isField = row !== undefined && deed.fields.some((one) => likeness(one.field, row.name) >= 0.6);
  const kindHint = Math.max(
    0,
    ...missing.map((mention) =>
      mention.kind === '' || siblings.has(item) ? 0 : coverage(mention.kind, hints),
    ),
  );
  // What it is called is seen when it is selected.
  const isHere = missing.length < ahead.length || kindHint >= 0.4;
  const isPlaced = item.isPlaced && !item.isSelected && missing.length > 0 && isHere;
  const related = Math.max(
    namedFit,
    placeFit,
    field,
    fieldNear > 0.6 ? fieldNear : 0,
    kindHint > 0.6 ? kindHint : 0,
    coverage(name, said) >= 0.8 ? 0.8 : 0,
    ...kinds.map((kind) => likeness(kind, name)),
  );
  const isHub = hubs.test(name);
  const lacksPlace = missing.some((mention) => isPlace(mention) && deed.places.includes(mention));
  const isTopic = !inRow && Math.max(namedFit, placeFit, kindFit) < 0.5 && sharesTopic(asks, name);
  const features: Features<WayFeature> = {
    named: namedFit,
    isThing: namedFit >= 0.9 && /^(?:link|body)$/.test(item.kind) && !opensMore ? 1 : 0,
    kind: namedFit > 0.5 || kindFit < 0.5 ? 0 : kindFit,
    place: placeFit,
    field: namedFit > 0.5 || field < 0.45 ? 0 : field,
    // A press on what the verb names would do the deed, but a change still needs its value: "Rename", "Move to…".
    verb: deed.kind === 'change' ? 0 : likeness(deed.verb, name),
    verbOfChange: deed.kind === 'change' && carried ? verbFit(deed.verb, name) : 0,
    inCarrier: carried && namedFit < 0.5 ? (opensMore ? 1 : 0.3) / shared : 0,
    isEdit: edits.test(name) || edits.test(item.hints.join(' ')) ? 1 : 0,
    isMore: more.test(name) || (item.kind === 'picker' && carried) ? 1 : 0,
    isNext: isNext.test(name) ? 1 : 0,
    isNavigation: bars ? 1 : 0,
    isTab: item.kind === 'tab' ? 1 : 0,
    isBody: item.kind === 'body' ? 1 : 0,
    isExpander: item.isExpanded === false ? 1 : 0,
    isText: item.kind === 'text' ? 1 : 0,
    isToggle: item.kind === 'toggle' ? 1 : 0,
    creates: creates.test(name) && deed.kind !== 'create' ? 1 : 0,
    saves: saves.test(name) ? 1 : 0,
    isUnrelated:
      related < 0.25 &&
      !isTopic &&
      !bars &&
      !isSettings &&
      !isHub &&
      !carried &&
      !isPlaced &&
      item.kind !== 'tab' &&
      item.isExpanded !== false
        ? 1
        : 0,
    isSelected: item.isSelected ? 1 : 0,
    isDisabled: item.isDisabled ? 1 : 0,
    isHub: isHub ? 1 : 0,
    isMenu: isHub && item.hints.some((hint) => menuIcons.test(hint)) ? (lacksPlace ? 1 : 0.4) : 0,
    isSettings: isSettings ? 1 : 0,
    said:
      namedFit > 0.5 || placeFit > 0.5 || name.length < 3 ? 0 : Math.max(0, coverage(name, said) - 0.4) / 0.6,
    isNew: brought?.has(item) ? 1 : 0,
    fieldNear: fieldNear < 0.45 ? 0 : fieldNear * (opensMore ? 1 : 0.3),
    kindHint: namedFit > 0.5 || kindHint < (isPlaced ? 0.4 : 0.6) ? 0 : kindHint,
    isPlaced: isPlaced ? 1 : 0,
    isOtherButton: 0,
    topic: isTopic ? 1 : 0,
    otherThing:
      inRow && !isPlaced && namedFit === 0 && !carried && (listed || (!isField && repeated.has(alike(item))))
        ? 1
        : 0,
  };
  const opens = [
    ...new Set([
      ...fits.filter(({ fit }) => fit >= leastFit).map(({ mention }) => mention),
      ...inRowOf.filter((mention) => !isMark(mention, row, carriers)),
    ]),
  ];
  return { item, how: 'press', features, confidence: confidence(features, weights), opens };
}

/** What the three strokes of a menu are called by their author. */
const menuIcons = /^(?:bars|hamburger|burger|sidemenu|mainmenu)$/;

/** The other button may open a menu of what the deed names. Nothing on the screen says so. */
const mayHaveMenu = ({ item, features, opens }: WayCandidate, { kind }: Deed) =>
  features.named > 0 &&
  opens.length > 0 &&
  (kind === 'act' || kind === 'change') &&
  /^(?:body|link|button|text)$/.test(item.kind);

const withOtherButton = (way: WayCandidate): WayCandidate => {
  const features = { ...way.features, isOtherButton: 1 };
  return { ...way, how: 'menu-press', features, confidence: confidence(features, weights) };
};

/** Navigation is short: "Rx Requests 8" leads to refill requests, and "Cards" to a credit card. What sort of request it is says less. */
const saysHead = (kind: string, name: string) => {
  const head = kind
    .replace(/\s(?:of|de|del|di|da|do|du|des)\s.*/u, '')
    .split(' ')
    .at(-1)!;
  const own = new Set(terms(name));
  return terms(head).some((term) => !term.startsWith('#') && own.has(term));
};

const verbFit = (verb: string, name: string) => Math.max(likeness(verb, name), 0.9 * coverage(verb, name));
