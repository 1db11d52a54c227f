import { wholeWords } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import { dangerIn } from '../../page/danger.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { beginsWithKeeping } from '../candidates/buttons/button-words.ts';
import { containerOf, dialogsOn, isInside, keyOf, newItems, sameItem, topmost } from '../candidates/chain.ts';
import {
  finishing,
  isKeeping,
  isSending,
  keeping,
  keepingDraft,
  keepingOnly,
} from '../candidates/finishing.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { coverage } from '../candidates/likeness.ts';
import { isNext, refuses } from '../candidates/ways/way-words.ts';
import { fingerprint, type Performer } from '../perform/performer.ts';
import { besideField, keeperOfPart } from './beside-field.ts';
import { closeList } from './close-list.ts';
import { confirmTyped, isLine, saysEnter } from './confirm-typed.ts';
import { type Ending, endingButton } from './ending.ts';
import { waitsForAnswer } from './to-come.ts';

/**
 * Presses Save, Create or Send where something is open that asks for it.
 * @param onStep does what the next step of a form asks for, once “Continue” has led there
 * @param ending how the prompt wants the form to end, where a button of it says so
 */
export async function finishDeed(
  performer: Performer,
  deed: Deed,
  start: number,
  onStep: () => Promise<void> = async () => {},
  ending: Ending | null = null,
): Promise<boolean> {
  const mark = performer.path.length;
  const given = { deed, ending };
  if (await press(performer, given, start, onStep)) return true;
  const hasPressed = performer.path.slice(mark).some(({ part }) => part === 'finish');
  if (performer.isFilmed || !hasPressed || !(await performer.returnTo(mark))) return false;
  return (await confirmTyped(performer, start)) && press(performer, given, start, onStep);
}

async function press(
  performer: Performer,
  { deed, ending }: { deed: Deed; ending: Ending | null },
  start: number,
  onStep: () => Promise<void>,
): Promise<boolean> {
  if (!deed.commits) return true;
  const own = performer.path.slice(start);
  const last = own.at(-1);
  // A press in a dialog that stays open is done. One that opens a dialog is not.
  // So is what was chosen in the menu of a drawer.
  const isInPlace = last !== undefined && (last.wrote > 0 || last.item.kind === 'menu-item');
  if (last?.part === 'deed' && dialogsOn(performer.screen) <= (isInPlace ? dialogsOn(last.before) : 0))
    return true;
  await untilListCloses(performer);
  await untilToastGoes(performer);
  const hasTyped = own.some((act) => act.part === 'field' && act.do !== 'press');
  const pressed = new Set<string>();
  /** What was taken for a button that keeps something, and begins something else. */
  const begun = new Set<string>();
  for (let attempt = 0; attempt < 4; attempt++) {
    const screen = withoutNamed(withoutOpeners(performer.screen, own), begun);
    const top = topmost(screen);
    const fields = own.filter(({ part }) => part === 'field');
    const present = fields.map((act) => sameItem(screen, act.before, act.item));
    const item = present.at(-1) ?? null;
    // What was chosen from a list is gone with the list.
    const left = present.findLast((one) => one !== null) ?? null;
    // A way may write by itself: what was opened is marked as seen.
    const isKept = own.some(({ part, wrote }) => part !== 'way' && wrote > 0);
    // “Save & close” only keeps the draft of what is to be sent.
    const standalone =
      isKept || isSending(deed)
        ? null
        : (keeping(screen, left) ?? (hasTyped ? keepingOnly(screen, deed) : null));
    const container = top ?? (left ? containerOf(screen, left) : null);
    // What was chosen last may stand beside what was typed: a colour below a name.
    const typed = present.findLast((one) => one && /^(?:field|rich-text)$/.test(one.kind)) ?? null;
    const beside =
      typed && hasTyped ? (besideField(screen, deed, typed) ?? broughtWithForm(screen, deed, own)) : null;
    // A draft may have been written, and is kept only by the button that says so.
    const around = beside && (!isKept || isKeeping(beside)) ? beside : null;
    const ofPart = typed || isKept || !left ? null : keeperOfPart(screen, left);
    const draft = isKept || top !== null || attempt > 0 ? null : draftOf(screen, deed, own);
    // What was changed on a page with a “Save” is saved before it is published.
    const isEnd = attempt === 0 && (container !== null || deed.kind === 'create' || standalone === null);
    const button =
      (ending && isEnd ? endingButton(screen, container, ending) : null) ??
      (container === null && attempt === 0
        ? (standalone ?? around ?? ofPart ?? draft ?? (isKept ? null : broughtByChange(screen, deed, own)))
        : container === null
          ? null
          : (finishing(screen, deed, container) ?? draft));
    const enters = typed !== null && attempt === 0 && saysEnter(typed) && last?.do !== 'enter';
    if (!button || (enters && container === null)) {
      // A list without a button of its own may keep what was chosen when it is closed.
      if (attempt === 0 && !performer.wroteSince(start) && (await closeList(performer, own))) {
        // The form below has a button of its own.
        if (performer.wroteSince(start) || topmost(performer.screen) === null) return true;
        continue;
      }
      if (enters) {
        await performer.act({
          do: 'enter',
          item: typed,
          part: 'finish',
          what: 'Confirm with Enter',
          opens: [],
        });
        return true;
      }
      const way = performer.wroteSince(start) ? null : closing(performer);
      if (way && attempt === 0) {
        const what = `Press “${way.name}”`;
        await performer.act({ do: 'press', item: way, part: 'finish', what, opens: [] });
        return true;
      }
      // A drawer may keep each change by itself, and has no button for that.
      if (top !== null && attempt === 0 && !(isKept && deed.kind === 'change')) return false;
      if (attempt === 0 && item && hasTyped && isLine(item) && last?.do !== 'enter')
        await performer.act({ do: 'enter', item, part: 'finish', what: 'Confirm with Enter', opens: [] });
      return true;
    }
    // "OK" says nothing of what it does: the dialog does.
    if (top !== null && coverage(button.name, deed.said) === 0 && isHarm(screen.things[top]!.name))
      return false;
    // What the server has refused is not sent again.
    if (performer.isFilmed && pressed.has(button.name)) return false;
    pressed.add(button.name);
    const before = fingerprint(performer.screen);
    const what = `Press “${button.name}”`;
    const mark = performer.path.length;
    const outcome = await performer.act({ do: 'press', item: button, part: 'finish', what, opens: [] });
    // What is held back is not answered: the dialog closes in the film.
    if (!performer.isFilmed && waitsForAnswer(performer)) return true;
    if (container === null && !performer.isFilmed && opensForm(outcome.after)) {
      if (!(await performer.returnTo(mark))) return false;
      begun.add(button.name);
      attempt -= 1;
      continue;
    }
    if (fingerprint(outcome.after) === before) {
      if (attempt > 0 && outcome.wrote === 0) performer.forgetLast();
      // A form that stays open and has sent nothing wants more than it was given.
      const isSent = performer.path.slice(start).some(({ part, wrote }) => part !== 'way' && wrote > 0);
      const isKeptOpen = topmost(outcome.after) !== null && !isSent;
      return performer.isFilmed ? attempt > 0 || outcome.wrote > 0 : attempt > 0 && !isKeptOpen;
    }
    if (topmost(outcome.after) === null) {
      // “Done” in a box may only put a line into a form that is kept as a whole.
      const outer = top === null || performer.wroteSince(start) ? null : keeping(outcome.after);
      if (!outer || pressed.has(outer.name)) return true;
      const also = `Press “${outer.name}”`;
      await performer.act({ do: 'press', item: outer, part: 'finish', what: also, opens: [] });
      return true;
    }
    if (isNext.test(button.name.trim())) await onStep();
  }
  return topmost(performer.screen) === null;
}

/** “Apply” in the row of a job keeps nothing of the row: it opens a form of its own. */
function opensForm(screen: Screen): boolean {
  const top = topmost(screen);
  return (
    top !== null &&
    screen.items.some(
      (item) => /^(?:field|rich-text|select|picker)$/.test(item.kind) && isInside(screen, item, top),
    )
  );
}

const withoutNamed = (screen: Screen, names: ReadonlySet<string>): Screen => ({
  ...screen,
  items: screen.items.filter(({ kind, name }) => kind !== 'button' || !names.has(name)),
});

/** A draft is kept as a draft, where no button does what is asked: "add the group to the mailing". */
function draftOf(screen: Screen, deed: Deed, own: Performer['path']): Item | null {
  const draft = keepingDraft(screen);
  if (!draft) return null;
  const named = finishing(screen, deed, null, ({ name }) => !own.some(({ item }) => item.name === name));
  return named === null || named === draft ? draft : null;
}

/** What has opened the form does not finish it: “Add a block” stays where it was. */
function withoutOpeners(screen: Screen, own: Performer['path']): Screen {
  const begun = own.findIndex(({ part }) => part === 'deed');
  const isThere = ({ name, box }: Item, one: Item) =>
    name === one.name && box.x === one.box.x && box.y === one.box.y && box.width === one.box.width;
  const openers = own.slice(0, begun + 1).flatMap(({ item, before }) => {
    const now = sameItem(screen, before, item);
    return now && isThere(now, item) ? [now] : [];
  });
  return { ...screen, items: screen.items.filter((item) => !openers.includes(item)) };
}

/** A list that something was chosen from may cover its form a moment longer. */
async function untilListCloses(performer: Performer): Promise<void> {
  const last = performer.path.at(-1);
  const isChosen = last?.part === 'field' && last.do === 'press' && last.wrote === 0;
  if (isChosen && !performer.isFilmed) await performer.lookAfter(closingMs);
}
const closingMs = 400;

/** What says that the deed before was kept may lie over the button that keeps this one, for some seconds. */
async function untilToastGoes(performer: Performer): Promise<void> {
  const isCovered = (item: Item) =>
    /^(?:button|menu-item)$/.test(item.kind) && !item.isPressable && !item.isDisabled && isKeeping(item);
  for (let looks = 0; looks < mostToastLooks && !performer.isFilmed; looks++) {
    const { screen } = performer;
    // Below a dialog everything is covered, for as long as the dialog is open.
    if (topmost(screen) !== null || keeping(screen) !== null || !screen.items.some(isCovered)) return;
    await performer.lookAfter(toastLookMs);
  }
}
const toastLookMs = 800;
const mostToastLooks = 8;

/** Settings that have no other button than one that closes them keep what was changed when they are closed. */
function closing({ screen, path }: Performer): Item | null {
  const top = topmost(screen);
  const way = path.findLast(({ part }) => part === 'way');
  if (top === null && (!way || way.leavesPage)) return null;
  // A form that goes on keeps nothing when it is closed.
  if (
    top !== null &&
    screen.items.some((item) => isNext.test(item.name.trim()) && isInside(screen, item, top))
  )
    return null;
  const came = top === null ? newItems({ before: way!.before, after: screen }, keyOf) : screen.items;
  const buttons = came.filter(
    (item) =>
      // The cross on a value takes it away.
      (top === null ? item.labels.length === 0 : isInside(screen, item, top)) &&
      /^(?:button|link)$/.test(item.kind) &&
      item.isPressable &&
      !item.isDisabled,
  );
  const [only, ...others] = buttons.filter(
    ({ name }) => refuses.test(name.trim()) || closes.test(name.trim()),
  );
  return only && others.length === 0 && closes.test(only.name.trim()) ? only : null;
}
const closes = new RegExp(`^(?:${wordsFor('offers', 'closes').join('|')})$`, 'iu');

/** A form that takes the place of the page has its own button anywhere on it: what a new thing was begun with has brought it. */
function broughtWithForm(screen: Screen, deed: Deed, own: Performer['path']): Item | null {
  const begun = deed.kind === 'create' ? own.findLast(({ part }) => part === 'deed') : undefined;
  const button = begun ? finishing(screen, deed, null) : null;
  return button && newItems({ before: begun!.before, after: screen }, keyOf).includes(button) ? button : null;
}

/** What was chosen on the page may bring the button that keeps it: “Update view”. “Save as new view” makes another one. */
function broughtByChange(screen: Screen, deed: Deed, own: Performer['path']): Item | null {
  const changed = deed.kind === 'change' ? own.find(({ part }) => part === 'field') : undefined;
  if (!changed) return null;
  const [only, ...others] = newItems({ before: changed.before, after: screen }, keyOf).filter(
    (item) =>
      item.kind === 'button' &&
      item.isPressable &&
      !item.isDisabled &&
      beginsWithKeeping.test(item.name.trim()) &&
      !makesOther.test(item.name) &&
      isHarmless(item),
  );
  return only && others.length === 0 ? only : null;
}
const makesOther = new RegExp(wholeWords(wordsFor('offers', 'other')), 'iu');

const isHarm = (name: string) => dangerIn(name) !== null;
