import { alternatives, anyOf, wholeWords } from '../../language/patterns.ts';
import { deedWords, wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen, Thing } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import {
  beginsWithKeeping,
  creating,
  isClosing,
  isMaking,
  keeping as keepingWords,
  refusing,
  saving,
  synonymsOf,
} from './buttons/button-words.ts';
import { isInside, ownersOf } from './chain.ts';
import { isDate, isTime } from './days/dates.ts';
import { isHarmless } from './harmless.ts';
import { coverage, isSameText, likeness } from './likeness.ts';
import { isStepper } from './steppers.ts';
import { creates, isNext } from './ways/way-words.ts';

/** Whether a button says that it keeps what was changed. */
export const isKeeping = (item: Item) =>
  keeps.test(item.name.trim().replace(staysThen, '')) && !item.isDisabled && isHarmless(item);
/** “Save and close” keeps, and “Save and keep scheduled” too. “Save and send” does more. */
const staysThen = new RegExp(
  `\\s${alternatives(deedWords.flatMap(({ and }) => [...and]))}\\s${anyOf('offers', 'goesOn')}(?!\\p{L}).*$`,
  'iu',
);

/** Whether a button says that it keeps what the deed changes: “Save template” for a template. */
export function isKeepingOf(item: Item, { thing }: Deed): boolean {
  const [first, ...others] = item.name.trim().split(/\s+/);
  const ends = [
    [first ?? '', others.join(' ')],
    [others.at(-1) ?? '', [first, ...others.slice(0, -1)].join(' ')],
  ] as const;
  const kind = thing?.kind ?? '';
  const says = ([verb, kept]: (typeof ends)[number]) =>
    keeps.test(verb) && kept !== '' && kind !== '' && coverage(kept, kind) >= mostOfKind;
  return !item.isDisabled && isHarmless(item) && ends.some(says);
}
const mostOfKind = 0.9;

/** Whether a button says that it keeps what a part of the page holds: “Update profile” below “Profile”. */
export function isKeepingPart(item: Item, part: Thing): boolean {
  const kept = item.name.trim().split(/\s+/).slice(1).join(' ');
  return (
    beginsWithKeeping.test(item.name.trim()) &&
    kept !== '' &&
    part.name !== '' &&
    coverage(kept, part.name) >= mostOfKind &&
    !item.isDisabled &&
    isHarmless(item)
  );
}

/** The button that keeps a draft, and does no more with it: what is changed in a draft need not be sent for that. */
export function keepingDraft(screen: Screen): Item | null {
  const buttons = screen.items.filter(
    (item) => item.kind === 'button' && item.isPressable && !item.isDisabled && drafts.test(item.name.trim()),
  );
  return buttons.length === 1 ? buttons[0]! : null;
}
/** Whether the prompt asks by a word of buttons that do more than keep something: "send", "publish". */
export const isSending = (deed: Deed) => sendingWords(deed).length > 0;

/** "Send a message" writes one, and says so by its first word alone. */
const sendingWords = ({ verb, said }: Deed) =>
  [verb, said.split(/\s+/)[0]!.toLowerCase()].filter(
    (word) => saving.includes(word) && !creating.includes(word) && !keeps.test(word),
  );

const drafts = new RegExp(`^(?:${wordsFor('offers', 'drafts').join('|')})$`, 'iu');

/**
 * The button that keeps what was changed on a page without dialogs or forms. Null where none says so.
 * @param changed what was changed. Where each block of the page has a button of its own, it is that of its block
 */
export function keeping(screen: Screen, changed: Item | null = null): Item | null {
  const buttons = screen.items.filter(
    (item) =>
      /^(?:button|menu-item)$/.test(item.kind) &&
      item.isPressable &&
      !item.isDisabled &&
      isHarmless(item) &&
      isKeeping(item),
  );
  const [first = null, ...others] = buttons;
  if (!changed || others.length === 0) return first;
  const isBelow = ({ box }: Item) => box.y >= changed.box.y;
  for (const block of ownersOf(screen, changed)) {
    const own = buttons.filter((item) => ownersOf(screen, item).includes(block));
    if (own.length > 0) return own.find(isBelow) ?? own.at(-1)!;
  }
  return buttons.find(isBelow) ?? first;
}
const keeps = new RegExp(`^(?:${keepingWords})$`, 'iu');

/** The only button that says that it keeps what the deed changes. Null where none or several do. */
export function keepingOnly(screen: Screen, deed: Deed): Item | null {
  const [only, ...others] = screen.items.filter(
    (item) => item.kind === 'button' && item.isPressable && isKeepingOf(item, deed),
  );
  return only && others.length === 0 ? only : null;
}

/**
 * The button that finishes what is open: in a dialog or form, the one that saves, sends or does what the prompt says. Null where none is
 * there, or where it would pay, delete or sign out.
 */
export function finishing(
  screen: Screen,
  deed: Deed,
  container: number | null,
  isNear: (item: Item) => boolean = () => true,
): Item | null {
  const kind = deed.thing?.kind ?? '';
  // "Comment" below a comment keeps it.
  const written = deed.kind === 'create' ? kind : deed.fields.length === 1 ? deed.fields[0]!.field : '';
  const buttons = screen.items.filter(
    (item) =>
      (container === null || isInside(screen, item, container)) &&
      item.isPressable &&
      isNear(item) &&
      /^(?:button|link|menu-item|body)$/.test(item.kind) &&
      !item.isDisabled &&
      // “Schedule” beside “Keep as draft” is chosen already.
      item.isOn !== true &&
      !ownersOf(screen, item).some(({ kind }) => kind === 'navigation') &&
      item.name !== '' &&
      !refusing.test(item.name.trim()) &&
      !isClosing(item.name, deed) &&
      !isStepper(item, screen) &&
      !addsToField(item) &&
      !makesAnother(item.name, deed) &&
      !repeats.test(item.name.trim()) &&
      // "Apply to all" does more than what is asked for one thing.
      (!everything.test(item.name) || isKeeping(item) || everything.test(deed.said)) &&
      isHarmless(item),
  );
  const isTimed = deed.fields.some(
    ({ value }) => value.to === 'text' && (isDate(value.text) || isTime(value.text)),
  );
  const makesIt = buttons.some(({ name }) => makesThat(name, deed));
  const titles = [
    container === null ? '' : (screen.things[container]?.name ?? ''),
    ...screen.items.filter(({ role }) => role === 'heading').map(({ name }) => name),
  ];
  const scored = buttons.map((item, index) => {
    const timed = isTimed && timing.test(item.name.trim()) ? 0.9 : 0;
    const saves = isKeeping(item) ? 1 : Math.max(timed, ...saving.map((word) => likeness(word, item.name)));
    // The sign of a link above a text is no other word for "add".
    const verbs = [
      deed.verb,
      ...(isSign(item.name) ? [] : [...(deed.kind === 'create' ? creating : []), ...synonymsOf(deed.verb)]),
    ];
    const verb = Math.max(0, ...verbs.map((one) => likeness(one, item.name)));
    const named = item.kind === 'button' && isSameText(written, item.name) ? 0.9 : 0;
    const whole = Math.max(
      named,
      kind === '' ? 0 : likeness(`${deed.verb} ${kind}`, item.name),
      makesThat(item.name, deed) ? 0.9 : 0,
    );
    // Who asks to send an e-mail does not want it kept: “Send” comes before “Save & close”.
    const asked = sendingWords(deed).some((word) => isSameText(word, item.name.trim())) ? 0.3 : 0;
    const submits = item.inputType === 'submit' ? 0.3 : 0;
    const own =
      container !== null && screen.things[container]
        ? likeness(item.name, screen.things[container].name) * 0.3
        : 0;
    // “Add link” beside “Add note” makes something else, and so does “Insert field” in an e-mail.
    const isOther =
      creates.test(item.name.trim()) &&
      !makesThat(item.name, deed) &&
      (makesIt || (deed.kind === 'create' && isUnsaid(item.name, [deed.said, ...titles])));
    return {
      item,
      score: isOther
        ? 0
        : Math.max(saves, 0.95 * verb, whole) + asked + submits + own + (0.1 * index) / buttons.length,
    };
  });
  const [best] = scored.sort((a, b) => b.score - a.score);
  if (best && best.score >= 0.75) return best.item;
  return container !== null && screen.things[container]?.isModal
    ? besideRefusal(screen, container, buttons)
    : null;
}

/** A dialog that can be refused is agreed to by the only other button beside “Cancel”, whatever it is called: “Complete registration”. */
function besideRefusal(screen: Screen, dialog: number, buttons: readonly Item[]): Item | null {
  const { y, height } = screen.things[dialog]!.box;
  const isAtFoot = ({ box }: Item) => box.y > y + height / 2;
  const refusals = screen.items.filter(
    (item) =>
      item.kind === 'button' &&
      isInside(screen, item, dialog) &&
      isAtFoot(item) &&
      refusing.test(item.name.trim()),
  );
  const beside = buttons.filter(
    (one) =>
      one.kind === 'button' &&
      /\p{L}/u.test(one.name) &&
      !creates.test(one.name.trim()) &&
      // What leads to the next step finishes nothing.
      !isNext.test(one.name.trim()) &&
      refusals.some(
        ({ box }) => Math.abs(box.y + box.height / 2 - (one.box.y + one.box.height / 2)) < besidePx,
      ),
  );
  return beside.length === 1 ? beside[0]! : null;
}
const besidePx = 8;

/** The plus beside the values of a field adds one more, and keeps nothing: “+” below “Assignees”. */
const addsToField = ({ name, labels }: Item) => labels.length > 0 && isSign(name) && creating.includes(name);
/** What has only a sign is called by one word in lower case. */
const isSign = (name: string) => /^\p{Ll}+$/u.test(name);

/** “Add note” for an internal note, and for what is written as one. */
function makesThat(name: string, { kind, said, thing, fields }: Deed): boolean {
  const made = creates.test(name.trim()) ? name.trim().replace(creates, '') : '';
  const isWritten = fields.some(({ isContent }) => isContent);
  if (!/\p{L}/u.test(made) || (kind !== 'create' && !isWritten)) return false;
  return coverage(made, isWritten ? said : (thing?.kind ?? '')) >= mostOfKind;
}

/** “Insert field” below a message makes something that the deed does not speak of. */
export const makesUnsaid = ({ name }: Item, deed: Deed): boolean =>
  creates.test(name.trim()) && !makesThat(name, deed) && isUnsaid(name, [deed.said]);

/** Whether a button makes what no text speaks of. */
const isUnsaid = (name: string, texts: readonly string[]) => {
  const made = name.trim().replace(creates, '');
  return /\p{L}/u.test(made) && texts.every((text) => coverage(made, text) === 0);
};

/** “Add task” and “Add new page” finish no change of a task: they make another thing. “Add tag” may keep what somebody is tagged with. */
function makesAnother(name: string, deed: Deed): boolean {
  const { kind, verb, fields } = deed;
  if (kind !== 'change' || isMaking(verb) || !creates.test(name.trim()) || makesThat(name, deed))
    return false;
  const made = name.trim().replace(creates, '');
  return (
    /\p{L}/u.test(made) &&
    ![verb, ...fields.map(({ field }) => field)].some(
      (one) => likeness(one, made) >= 0.6 || coverage(made, one) >= mostOfKind,
    )
  );
}

const repeats = new RegExp(`^(?:${wordsFor('offers', 'repeats').join('|')})$`, 'iu');
const timing = new RegExp(`^(?:${wordsFor('offers', 'times').join('|')})$`, 'iu');
const everything = new RegExp(wholeWords(wordsFor('offers', 'everything')), 'iu');
