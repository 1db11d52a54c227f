import { deedWords } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import { leadingVerb } from '../../prompt/clauses/verbs.ts';
import type { Deed } from '../../prompt/deed.ts';
import {
  creating,
  isClosing,
  isCross,
  isMaking,
  refusing,
  saving,
  synonymsOf,
} from './buttons/button-words.ts';
import { decides } from './buttons/decides.ts';
import { saysInOtherWords } from './buttons/in-other-words.ts';
import { areSeveral, isState } from './buttons/state-words.ts';
import { isInside, ownersOf, topmost } from './chain.ts';
import { columnHeadsOf } from './columns/column-heads.ts';
import { isHarmless } from './harmless.ts';
import { coverage, isSameText, likeness } from './likeness.ts';
import { fitOf } from './mentions/fit.ts';
import { isOfAnother } from './mentions/focus.ts';
import { areMeant } from './mentions/meant-row.ts';
import { outOfScope } from './mentions/scope.ts';
import { isSoft } from './mentions/soft-place.ts';
import type { Scope } from './only-control.ts';
import { isStepper } from './steppers.ts';
import { isOnlySort, kindMade } from './ways/kind-made.ts';
import { isPieceOfQuoted } from './ways/piece-of-name.ts';
import { madeBy, writesLetter } from './ways/what-is-made.ts';
import { confidence, type Features, weightsFor } from './weights.ts';

/** An item whose press may be the deed itself ("Approve"), may begin it ("Add label"), or may finish it ("Save"). */
export interface PressCandidate {
  item: Item;
  features: Features<PressFeature>;
  confidence: number;
}

const pressFeatures = [
  'verb',
  'kind',
  'kindMissing',
  'nameSaid',
  'verbHint',
  'called',
  'isChoice',
  'isButton',
  'isLink',
  'isText',
  'outOfScope',
  'outOfKind',
  'inContainer',
  'isDisabled',
  'otherRow',
] as const;
type PressFeature = (typeof pressFeatures)[number];
const weights = weightsFor('press', pressFeatures);

/** Verbs that the switch of a thing does, whatever it is called. */
export const switching: ReadonlySet<string> = new Set(deedWords.flatMap(({ switching = [] }) => switching));

/** The items that carry a deed's verb, the most likely first. Payments, deletions and sign-outs are never among them. */
export function pressCandidates(
  screen: Screen,
  deed: Deed,
  scope: Scope,
  isReading = false,
): PressCandidate[] {
  const verbs = verbsOf(deed);
  const top = topmost(screen);
  const mentions =
    deed.kind === 'create' ? deed.places : [...deed.places, ...(deed.thing ? [deed.thing] : [])];
  const found = screen.items
    .filter(
      (item) =>
        item.isPressable &&
        (top === null || isInside(screen, item, top)) &&
        isHarmless(item) &&
        !isPieceOfQuoted(item, screen, deed) &&
        (isPress(deed) ||
          !(isClosing(item.name, deed) || (verbs.includes('close') && isCross(item, deed)))) &&
        !(
          deed.kind === 'create' &&
          (isStepper(item, screen) || columnHeadsOf(screen).has(item) || isListOf(deed, item.name))
        ) &&
        // "Close" in the corner of a dialog ends nothing but the dialog.
        (top === null ||
          !refusing.test(item.name.trim()) ||
          verbs[0]?.toLowerCase() === item.name.trim().toLowerCase()),
    )
    .map((item) => candidate(screen, item, deed, { verbs, scope, mentions, isReading }))
    .filter(({ features }) => features.verb > 0 || features.verbHint > 0 || features.called > 0)
    .sort((a, b) => b.confidence - a.confidence);
  return ofMeantRow(found, deed, screen).sort((a, b) => b.confidence - a.confidence);
}

/** “Appointments” leads to those that are there, and books none. */
const isListOf = ({ thing }: Deed, name: string) => {
  const kind = thing?.kind ?? '';
  return kind !== '' && isSameText(name.replace(/\s*\d+$/, ''), `${kind}s`);
};

/** The words that the control may carry. "Press X" names the control itself. */
function verbsOf(deed: Deed): string[] {
  const { verb, kind, thing } = deed;
  if (isPress(deed) && thing) return [thing.name ?? thing.kind];
  return kind === 'create' && (isMaking(verb) || (creatingVerbs.has(verb) && (thing?.kind ?? '') !== ''))
    ? [...new Set([verb, ...creating, ...synonymsOf(verb).filter((word) => !saving.includes(word))])]
    : [verb, ...synonymsOf(verb)];
}

/** Verbs that ask for something new and may have a button of their own: "draft", "schedule". */
const creatingVerbs: ReadonlySet<string> = new Set(
  deedWords.flatMap(({ verbs }) => (verbs.create ?? []).map((verb) => verb.replace(/ an?$/, ''))),
);

/** Whether nothing but a press is asked for: "click Export". */
export const isPress = ({ kind, verb }: Deed) => kind === 'act' && leadingVerb(verb)?.verb === 'press';

/** Whether a press makes something, and its button does not say what: “New”, “+ Add”, a plus sign. */
export const isBareFor = ({ kind }: Deed, { item, features }: PressCandidate): boolean =>
  kind === 'create' &&
  features.isDisabled === 0 &&
  features.outOfScope === 0 &&
  (features.isButton === 1 || features.isLink === 1) &&
  bare.test(item.name.trim() || (item.labels[0] ?? item.hints.join(' ')) || 'none');
const bare = new RegExp(
  `^(?:[+＋➕]\\s*)?(?:${creating.join('|')})?(?:[\\s.…]|\\b(?:${creating.join('|')})\\b)*$`,
  'iu',
);

/** “Prescribe” says what is made as “New prescription” does. “Add” says nothing of it. */
const saysVerbOfItsOwn = ({ verb }: Deed, name: string) =>
  isSameText(verb, name) && !creating.includes(verb) && !bare.test(name);

/** Who has an address is invited by “Invite people”, and by “Invite agents” too. */
const invites = ({ verb, thing }: Deed, name: string) =>
  /^\S+@\S+$/.test(thing?.name ?? '') && verb !== 'add' && likeness(verb, name.split(' ')[0] ?? '') === 1;

const showing = new RegExp(
  `^(?:${deedWords.flatMap(({ shows = [] }) => [...shows]).join('|')})(?!\\p{L})`,
  'iu',
);

/** From here on a button makes what the deed asks for, whatever it calls it. */
const leastMeant = 0.8;
/** Words that buttons have beside what they do. */
const generic = 'set as to make mark';

interface Asked {
  verbs: readonly string[];
  scope: Scope;
  mentions: Deed['places'];
  /** The deed is another reading of a field: only its verb speaks for a press, not the name of the thing. */
  isReading: boolean;
}

function candidate(
  screen: Screen,
  item: Item,
  deed: Deed,
  { verbs, scope, mentions, isReading }: Asked,
): PressCandidate {
  const owners = ownersOf(screen, item);
  const outside = outOfScope(mentions, scope.reached, item, screen);
  const kind = deed.thing?.kind ?? '';
  const hints = item.hints.join(' ');
  // A switch or a choice without a name is called by what stands beside it.
  const name = item.name || (/^(?:toggle|radio)$/.test(item.kind) ? (item.labels[0] ?? '') : '');
  const isDecision = decides(item, verbs, screen);
  // “Show archived” shows what is archived, and archives nothing.
  const isOfView = item.kind === 'toggle' && showing.test(name) && !showing.test(deed.verb);
  // Another reading of a field is told by its own verb.
  const meant = isOfView || isReading ? 0 : saysInOtherWords(deed, name);
  const verb = Math.max(
    isDecision ? 1 : 0,
    ofSynonym * meant * (isState(name, deed.verb) ? 0.5 : 1),
    ...(isOfView ? [] : verbs)
      .filter((one) => deed.kind !== 'create' || !areSeveral(one, name))
      .map((one) => likeness(one, name) * (isState(name, one) ? 0.5 : one === deed.verb ? 1 : ofSynonym)),
  );
  const around = owners.slice(0, 4).filter((owner) => owner.kind !== 'page');
  const near = Math.max(0, ...around.map(({ name }) => coverage(kind, name)));
  const ofKind =
    kind === '' || (deed.kind === 'create' && isOnlySort(kind, madeBy(item.name), screen))
      ? 0
      : Math.max(
          deed.kind === 'create' && writesLetter(kind, item.name) ? 1 : 0,
          // "Invite Ann Lee (ann@lee.example) as a manager": a manager is somebody.
          deed.kind === 'create' && peopleFor(deed) !== '' && isPerson.test(madeBy(item.name)) ? 0.9 : 0,
          deed.kind === 'create' ? kindMade(kind, madeBy(item.name)) : coverage(kind, item.name),
          deed.kind === 'create' && meant >= leastMeant ? meant : 0,
          0.9 * near,
          0.8 * coverage(kind, hints),
        );
  const called = deed.thing?.name != null ? fitOf(deed.thing, item.name) : 0;
  const isChoice = /^(?:option|radio|toggle|swatch)$/.test(item.kind);
  // "Add the label 'x' to 'y'" is a choice called "x", where it is offered for "y".
  const isAdded =
    deed.kind === 'create' && isChoice && item.isOn !== true && !item.isSelected && scope.reached.size > 0;
  // "Reply from the same address" is a choice that says so.
  const isSaid =
    isChoice &&
    deed.kind === 'act' &&
    !isReading &&
    likeness(deed.said, name || (item.labels[0] ?? '')) >= 0.75;
  // "Archive the code X" is no order to turn the switch of X. "Pause the code X" is.
  const isSwitch = item.kind === 'toggle' && item.name !== '' && !isPress(deed);
  const isActOn = deed.kind === 'act' && (!isSwitch || switching.has(deed.verb));
  const isCalled = isSaid || (called >= 0.85 && !isReading && (isActOn || (isAdded && ofKind >= 0.5)));
  const features: Features<PressFeature> = {
    verb,
    kind: ofKind,
    kindMissing:
      deed.kind !== 'create' || saysVerbOfItsOwn(deed, name) || invites(deed, name)
        ? 0
        : kind === ''
          ? otherKind(deed, name, verbs)
          : 1 - ofKind,
    nameSaid: verbs.some((one) => isState(name, one))
      ? 0
      : isDecision
        ? 1
        : coverage(name, `${verbs.join(' ')} ${generic} ${deed.said} ${peopleFor(deed)}`),
    // The code of a row tells its state ("skipped"), and not what a press on it does.
    verbHint:
      isOfView ||
      verb > 0.6 ||
      item.kind === 'body' ||
      // Authors call the entries of a navigation links, and "link" is a verb as well.
      ownersOf(screen, item).some(({ kind }) => kind === 'navigation') ||
      verbs.some((one) => isState(name, one))
        ? 0
        : Math.max(0, ...verbs.map((one) => coverage(one, hints))),
    called: isSaid ? 1 : isCalled ? called : 0,
    isChoice: isCalled && isChoice ? 1 : 0,
    isButton: /^(?:button|menu-item)$/.test(item.kind) ? 1 : 0,
    isLink: item.kind === 'link' ? 1 : 0,
    isText: item.kind === 'text' || item.kind === 'field' ? 1 : 0,
    outOfScope: outside.filter((mention) =>
      mention.name === null ? isOfAnother(mention, screen) : !isSoft(mention, deed, item, screen),
    ).length,
    outOfKind: outside.filter((mention) => mention.name === null && !isOfAnother(mention, screen)).length,
    inContainer: scope.container !== null && isInside(screen, item, scope.container) ? 1 : 0,
    isDisabled: item.isDisabled ? 1 : 0,
    otherRow: 0,
  };
  return { item, features, confidence: confidence(features, weights) };
}

/** Of what is called alike in several rows, what is in another one than the words tell is hardly meant. */
function ofMeantRow(candidates: PressCandidate[], { thing }: Deed, screen: Screen): PressCandidate[] {
  const byName = Map.groupBy(candidates, ({ item }) => item.name);
  const others = new Set(
    [...byName.values()].flatMap((rivals) => {
      const items = rivals.map(({ item }) => item);
      const are = areMeant(items, thing, screen);
      return rivals.filter((_, at) => !are[at]);
    }),
  );
  return candidates.map((one) => {
    if (!others.has(one)) return one;
    const features = { ...one.features, otherRow: 1 };
    return { ...one, features, confidence: confidence(features, weights) };
  });
}

/** Of “show” and “hide” in one row, the one that the prompt says is pressed. */
const ofSynonym = 0.97;

/** Where the prompt does not say what is made, a button that says it makes something else, and surely where that is the place. */
const otherKind = (deed: Deed, name: string, verbs: readonly string[]) =>
  deed.places.some(({ kind }) => kind !== '' && coverage(kind, name) >= 0.8)
    ? 1
    : 1 - coverage(name, `${verbs.join(' ')} ${generic} ${peopleFor(deed)}`);
/** Who has a mail address, or gets one, is one of these: “Invite members”. */
const peopleFor = ({ thing, fields }: Deed) =>
  thing?.name?.includes('@') || fields.some(({ value }) => value.to === 'text' && value.text.includes('@'))
    ? people
    : '';
const people = deedWords.flatMap((words) => words.people ?? []).join(' ');
const isPerson = new RegExp(`(?<!\\p{L})(?:${people.replaceAll(' ', '|')})s?(?!\\p{L})`, 'iu');
