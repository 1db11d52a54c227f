import type { Item, Screen, Thing } from '../../../page/screen.ts';
import { containerOf, ownersOf } from '../chain.ts';
import { coverage, likeness } from '../likeness.ts';
import { calledFit, fitOf, tellsWhich } from '../mentions/fit.ts';
import { isInFocus } from '../mentions/focus.ts';
import { isShown } from '../mentions/shown.ts';
import { isSelection } from '../selects-row.ts';
import type { Features } from '../weights.ts';
import { lacksNamed } from './lacks-named.ts';
import { alike } from './neighbours.ts';
import type { Sought } from './sought.ts';
import { sharesTopic } from './topics.ts';
import { mentionsOfRow, saysHead, type WayFits, wayFits } from './way-fits.ts';
import {
  creates,
  details,
  edits,
  hubs,
  isNext,
  menuIcons,
  more,
  pages,
  saves,
  settings,
} from './way-words.ts';

/** What speaks for and against a press as a way on. */
export const wayFeatureNames = [
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
  'isLookUp',
  'isPage',
  'selects',
] as const;
export type WayFeature = (typeof wayFeatureNames)[number];

/** Where nothing speaks for or against it. */
export const noFeatures = Object.fromEntries(
  wayFeatureNames.map((name) => [name, 0]),
) as Features<WayFeature>;

/** The features of one item, and the mentions that its press opens or selects. */
export function wayFeatures(item: Item, sought: Sought) {
  const { screen, deed, brought, asks } = sought;
  const owners = ownersOf(screen, item);
  const row = owners.find(({ kind }) => kind === 'row' || kind === 'card');
  const ofRow = mentionsOfRow(row, sought);
  const fits = wayFits(item, row, ofRow, sought);
  const name = item.name.trim();
  const isCarried =
    ofRow.length > 0 ||
    isOfOpened(item, owners, sought) ||
    (more.test(name) && isOfHeading(item, owners, sought));
  const isEdit = edits.test(name) || edits.test(item.hints.join(' ')) || (isCarried && details.test(name));
  const opensMore = isEdit || more.test(name) || item.kind === 'picker' || item.isExpanded === false;
  // The menu of the row that is called like the thing is as sure as the row.
  const isOwnMenu =
    more.test(name) &&
    row !== undefined &&
    ofRow.some((one) => one === deed.thing && calledFit(one, row) >= 0.95) &&
    !hasPlaceOfItsOwn(deed.thing?.kind ?? '', sought);
  const isNavigation = isInNavigation(item, owners, sought);
  // A row that leads to a part of the settings is as short.
  const kind = Math.max(fits.kind, isNavigation || item.kind === 'body' ? fits.kindHead : 0);
  const inRow = item.kind === 'body' || owners.slice(0, 2).some(isRow);
  const isTopic = !inRow && Math.max(fits.named, fits.place, kind) < 0.5 && sharesTopic(asks, name);
  const isPlaced = isOnCanvas(item, fits, sought);
  const isHub = hubs.test(name);
  const isNew = brought?.has(item) === true;
  const isBranch = isFoldedBranch(item, row, sought);
  const selects = isSelection(item, ofRow, deed, screen);
  const isPage = (pages.test(name) && lacksNamed(sought)) || isSwitcher(item, owners, sought) || isBranch;
  const isSettings = leadsToSettings(name, sought);
  const isPart = isNew && isPartOfSettings(item, isNavigation, sought);
  const shared = Math.max(1, ...ofRow.map((mention) => sought.carriers.get(mention) ?? 1));
  const leadsOn =
    isTopic ||
    isNavigation ||
    isSettings ||
    isPart ||
    isHub ||
    isPage ||
    isCarried ||
    isPlaced ||
    item.kind === 'tab' ||
    item.isExpanded === false;
  const features: Features<WayFeature> = {
    named: fits.named,
    isThing: is(fits.named >= 0.9 && /^(?:link|body)$/.test(item.kind) && !opensMore),
    kind: fits.named > 0.5 ? 0 : from(0.5, kind),
    place: fits.place,
    field: fits.named > 0.5 ? 0 : from(0.45, fits.field),
    // A press on what the verb names would do the deed, but a change still needs its value: "Rename", "Move to…".
    verb: deed.kind === 'change' ? 0 : fits.verb,
    verbOfChange:
      deed.kind === 'change' && isCarried ? Math.max(fits.verb, 0.9 * coverage(deed.verb, name)) : 0,
    inCarrier: isCarried && fits.named < 0.5 ? (isOwnMenu ? 1.6 : opensMore ? 1 : 0.3) / shared : 0,
    // Where all that is named is open, what edits it is what is left to press.
    isEdit: is(isEdit) * (isEdit && isCarried && isChangeOfOpened(sought) ? 1.5 : 1),
    isMore: is(more.test(name) || (item.kind === 'picker' && isCarried)),
    isNext: is(isNext.test(name)),
    isNavigation: is(isNavigation),
    // What is folded away is opened as a tab is.
    isTab: is(item.kind === 'tab' || foldsPart(item, screen)),
    isBody: is(item.kind === 'body'),
    isExpander: is(item.isExpanded === false),
    isText: is(item.kind === 'text'),
    isToggle: is(item.kind === 'toggle'),
    creates: is(creates.test(name) && deed.kind !== 'create'),
    saves: is(saves.test(name)),
    isUnrelated: is(!leadsOn && relation(fits) < 0.25),
    isSelected: is(item.isSelected),
    isDisabled: is(item.isDisabled),
    isHub: is(isHub),
    isMenu: isHub && item.hints.some((hint) => menuIcons.test(hint)) ? (lacksPlace(sought) ? 1 : 0.4) : 0,
    // What has a name of its own is in a list, and rarely in the settings.
    isSettings: isSettings ? (sought.missing.some(({ name }) => name !== null) ? 0.85 : 1) : isPart ? 0.5 : 0,
    said: fits.named > 0.5 || fits.place > 0.5 || name.length < 3 ? 0 : Math.max(0, fits.said - 0.4) / 0.6,
    isNew: is(isNew),
    fieldNear: from(0.45, fits.fieldNear) * (opensMore ? 1 : 0.3),
    kindHint: fits.named > 0.5 ? 0 : from(isPlaced ? 0.4 : 0.6, fits.kindHint),
    isPlaced: is(isPlaced),
    isOtherButton: 0,
    topic: is(isTopic),
    isLookUp: 0,
    isPage: is(isPage) * sought.listed,
    selects: is(selects),
    otherThing: is(
      inRow && !isPlaced && !isBranch && fits.named === 0 && !isCarried && isOfAnotherRow(item, row, sought),
    ),
  };
  return { features, opens: selects ? [...ofRow] : fits.opens };
}

/** Whether the navigation leads on to things of a kind: "HM Requests" to a berth request for Vega, whose row is a ship here. */
const hasPlaceOfItsOwn = (kind: string, sought: Sought) =>
  kind !== '' &&
  sought.screen.items.some(
    (one) =>
      one.isPressable &&
      !one.isSelected &&
      saysHead(kind, one.name) &&
      isInNavigation(one, ownersOf(sought.screen, one), sought),
  );

/** A field of a thing that has been opened, as its page says. */
const isChangeOfOpened = ({ deed, missing, reached }: Sought) =>
  deed.kind === 'change' && deed.thing?.name != null && missing.length === 0 && reached.has(deed.thing);

const is = (fact: boolean) => (fact ? 1 : 0);
/** A figure that counts from a least one on. */
const from = (least: number, figure: number) => (figure < least ? 0 : figure);
const isRow = ({ kind }: Thing) => kind === 'row' || kind === 'card';

const isInNavigation = (item: Item, owners: readonly Thing[], { navigation, brought }: Sought) =>
  item.kind !== 'tab' &&
  ((navigation.has(item) && !brought?.has(item)) ||
    owners.some(({ kind }) => kind === 'navigation' || kind === 'tabs'));

/** The menu, or the box with its name, that a press on the thing has opened is about the thing. */
const isOfOpened = (item: Item, owners: readonly Thing[], { brought, ahead, reached, before }: Sought) =>
  brought?.has(item) === true &&
  ahead.some(
    (mention) =>
      reached.get(mention) === before &&
      owners.some(
        (owner) => owner.kind === 'menu' || (owner.kind === 'panel' && calledFit(mention, owner) >= 0.9),
      ),
  );

/** The menu beside the heading of a page or a drawer is about what the heading names. */
const isOfHeading = (item: Item, owners: readonly Thing[], { ahead, screen }: Sought) =>
  !owners.some(isRow) &&
  ahead.some(
    (mention) =>
      tellsWhich(mention) &&
      screen.items.some(
        (one) =>
          one.role === 'heading' &&
          fitOf(mention, one.name) >= 0.9 &&
          Math.abs(one.box.y + one.box.height / 2 - item.box.y - item.box.height / 2) < headPx,
      ),
  );
/** A heading may have a second line below it. */
const headPx = 48;

/** What is seen on this screen is not set elsewhere, as a rule. Settings that the prompt names are a place like others. */
const leadsToSettings = (name: string, sought: Sought) =>
  settings.test(name) && !sought.ahead.some(({ kind }) => settings.test(kind)) && !isSeen(sought);

const isSeen = ({ ahead, carriers }: Sought) =>
  ahead.some((mention) => mention.name !== null && carriers.get(mention) === 1);

/** Settings have many pages, and what can be set stands on one of them. Their column of pages comes with them, often as bare boxes. */
const isPartOfSettings = (item: Item, isNavigation: boolean, sought: Sought) =>
  (item.kind === 'tab' || isNavigation || sought.navigation.has(item)) && isInSettings(sought);

const isInSettings = (sought: Sought) =>
  !isSeen(sought) &&
  (sought.screen.url.split(/[/#?&=]/).some((part) => settings.test(part)) ||
    sought.screen.items.some(({ role, name }) => role === 'heading' && settings.test(name.trim())));

/** What an object on a canvas is called is seen when it is selected. */
const isOnCanvas = (item: Item, { kindHint }: WayFits, { missing, ahead }: Sought) =>
  item.isPlaced &&
  !item.isSelected &&
  missing.length > 0 &&
  (missing.length < ahead.length || kindHint >= 0.4);

/** A part of a page or of a form that is folded away holds fields as a tab does. A button that shows a value opens a list of others. */
const foldsPart = (item: Item, screen: Screen) =>
  item.isExpanded === false &&
  item.value === '' &&
  (item.kind === 'body' || (item.kind === 'button' && containerOf(screen, item) !== null));

/** The angle in front of an entry of a tree: what the prompt names may be in it. */
const isFoldedBranch = (item: Item, row: Thing | undefined, { missing, screen }: Sought) =>
  item.isExpanded === false &&
  item.name === '' &&
  item.box.width <= 28 &&
  row !== undefined &&
  item.box.x < row.box.x + 0.5 * row.box.width &&
  missing.some((mention) => mention.name !== null && !isShown(mention, screen));

const isOfAnotherRow = (item: Item, row: Thing | undefined, { isListed, deed, repeated }: Sought) =>
  isListed ||
  (repeated.has(alike(item)) &&
    !(row !== undefined && deed.fields.some(({ field }) => likeness(field, row.name) >= 0.6)));

const relation = ({ named, place, kind, field, fieldNear, kindHint, said }: WayFits) =>
  Math.max(
    named,
    place,
    kind,
    field,
    fieldNear > 0.6 ? fieldNear : 0,
    kindHint > 0.6 ? kindHint : 0,
    said >= 0.8 ? 0.8 : 0,
  );

/** Where the page shows one of a kind, a button that opens a list shows the others: it has the name of the present one. */
const isSwitcher = ({ kind, isExpanded }: Item, owners: readonly Thing[], { missing, screen }: Sought) =>
  kind === 'button' &&
  isExpanded === false &&
  !owners.some((owner) => isRow(owner) || owner.kind === 'navigation') &&
  missing.some(
    (mention) =>
      mention.name !== null &&
      mention.kind !== '' &&
      !isShown(mention, screen) &&
      isInFocus({ ...mention, name: null, said: mention.kind, qualifiers: [] }, screen),
  );

const lacksPlace = ({ deed, missing }: Sought) =>
  missing.some((mention) => mention.name === null && deed.places.includes(mention));
