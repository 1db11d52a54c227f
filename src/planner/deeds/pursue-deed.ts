import type { Item, Screen } from '../page/screen.ts';
import type { Deed, FieldValue, Mention } from '../prompt/deed.ts';
import { containerOf, isInside, sameItem, topmost } from './chain.ts';
import { type FieldCandidate, fieldCandidates, type Scope } from './field-candidates.ts';
import { likeness } from './likeness.ts';
import { isInFocus } from './mentions.ts';
import { operate } from './operate.ts';
import { fingerprint, type Outcome, type Performer } from './performer.ts';
import { finishing, keeping, type PressCandidate, pressCandidates } from './press-candidates.ts';
import { reach } from './reach.ts';
import { otherReadings } from './readings.ts';
import { trace } from './trace.ts';

/** What became of a deed. `unmet` names what could not be done, with the reason. */
export interface Pursued {
  done: boolean;
  /** Deeds after this one that were done with it: boxes of the same dialog. */
  withIt: Deed[];
  unmet: { said: string; reason: string }[];
}

/** Below these confidences nothing is pressed: a wrong press in somebody's application is worse than "not found". */
export const least = { press: 0.5, field: 0.5, inContainer: 0.3 };

/** Carries out one deed on the page, off camera. The acts that led to it stay on the performer's path. */
export async function pursueDeed(
  performer: Performer,
  deed: Deed,
  following: readonly Deed[],
  until: () => boolean,
): Promise<Pursued> {
  trace('DEED', JSON.stringify(deed));
  const start = performer.path.length;
  const giveUp = async (said: string, reason: string): Promise<Pursued> => {
    trace('GIVE UP', said, reason.slice(0, 200));
    await performer.returnTo(start);
    return { done: false, withIt: [], unmet: [{ said, reason }] };
  };
  if (deed.kind === 'open') {
    const opened = await openThing(performer, deed, until);
    return opened ? { done: true, withIt: [], unmet: [] } : giveUp(deed.said, offered(performer.screen, deed.said));
  }
  let container: number | null = null;
  if (deed.kind === 'create' || deed.kind === 'act') {
    const pressed = await begin(performer, deed, until);
    if (!pressed) return giveUp(deed.said, offered(performer.screen, deed.verb));
    container = opened(pressed);
  }
  const optional = container === null ? [] : asides(deed, performer);
  const fields = [...nameField(deed, performer.screen), ...deed.fields.map((field) => withPresent(field, deed)), ...optional];
  for (const field of inOrder(performer.screen, fields, deed, scopeOf(performer, deed, container))) {
    const set = await setField(performer, deed, field, container, optional.includes(field) ? () => true : until);
    if (!set && optional.includes(field)) continue;
    if (!set) return giveUp(field.said, offered(performer.screen, field.field || field.said));
    container = set.container ?? container;
  }
  const withIt = await tickOff(performer, following);
  if (!(await finish(performer, deed, start))) return giveUp(deed.said, 'What was filled in could not be saved.');
  return { done: true, withIt, unmet: [] };
}

/**
 * Ticks the boxes of an open dialog that stand for the deeds that follow: "close the account and send a confirmation" is one dialog with
 * a box.
 */
async function tickOff(performer: Performer, following: readonly Deed[]): Promise<Deed[]> {
  const ticked: Deed[] = [];
  for (const deed of following) {
    const { screen } = performer;
    const top = topmost(screen);
    if (top === null || deed.kind === 'open' || deed.fields.some(({ value }) => value.to === 'text' && value.exact)) break;
    const said = `${deed.verb} ${deed.thing?.said ?? ''} ${[...deed.places, ...deed.fields].map((one) => one.said).join(' ')}`;
    const [best] = screen.items
      .filter((item) => item.kind === 'toggle' && !item.isDisabled && isInside(screen, item, top))
      .map((item) => ({ item, fit: Math.max(likeness(said, item.name), ...item.labels.map((label) => likeness(said, label))) }))
      .sort((a, b) => b.fit - a.fit);
    if (!best || best.fit < 0.45) break;
    const what = `Tick “${best.item.name || best.item.labels[0]}”`;
    if (best.item.isOn !== true) await performer.act({ do: 'press', item: best.item, part: 'field', what, opens: [] });
    ticked.push(deed);
  }
  return ticked;
}

const offered = (screen: Screen, asked: string) => {
  const names = screen.items
    .filter(({ isPressable, name, kind }) => isPressable && name !== '' && /^(?:button|link|tab|menu-item|toggle)$/.test(kind))
    .map(({ name }) => `“${name.slice(0, 40)}”`);
  return `Nothing on the page fits “${asked}” well enough. The page offers ${[...new Set(names)].slice(0, 6).join(', ') || 'nothing to press'}.`;
};

function scopeOf(performer: Performer, deed: Deed, container: number | null): Scope {
  const mentions: Mention[] = [...deed.places, ...(deed.thing && deed.kind === 'change' ? [deed.thing] : [])];
  // What was opened for the deed is about its thing, whatever it says.
  return { mentions: container === null ? mentions : [], reached: performer.reached, container };
}

async function openThing(performer: Performer, deed: Deed, until: () => boolean): Promise<boolean> {
  const wanted = [...deed.places, ...(deed.thing ? [deed.thing] : [])];
  const found = await reach(performer, deed, {
    find: () => (wanted.every((mention) => performer.reached.has(mention)) ? { found: true, confidence: 1 } : null),
    least: 1,
    until,
  });
  return found !== null;
}

/** Presses what the verb names: the deed itself, or what opens its form. */
async function begin(performer: Performer, deed: Deed, until: () => boolean): Promise<Outcome | null> {
  const tried = new Set<string>();
  for (let attempt = 0; attempt < 3; attempt++) {
    // The fields are in the form that the press opens, so they say nothing about the way to it.
    const at = await reach<PressCandidate>(performer, { ...deed, fields: [] }, {
      find: (screen, reached) => {
        const scope = { mentions: [], reached, container: topmost(screen) };
        const [best] = pressCandidates(screen, deed, scope).filter(({ item }) => !tried.has(keyOf(screen, item)));
        return best ? { found: best, confidence: best.confidence } : null;
      },
      least: least.press,
      until,
    });
    if (!at) return null;
    tried.add(keyOf(performer.screen, at.item));
    const mark = performer.path.length;
    const what = `Press “${at.item.name || deed.verb}”`;
    const outcome = await performer.act({ do: 'press', item: at.item, part: 'deed', what, opens: deed.thing ? [deed.thing] : [] });
    const asksForFields = opened(outcome) !== null || deed.fields.every((field) => fieldFit(outcome.after, deed, field) >= least.inContainer);
    if ((outcome.changed || outcome.wrote > 0) && (deed.fields.length === 0 || asksForFields)) return outcome;
    await performer.returnTo(mark);
  }
  return null;
}

const fieldFit = (screen: Screen, deed: Deed, field: FieldValue) =>
  fieldCandidates(screen, field, { mentions: [], reached: new Set(deed.places), container: null })[0]?.confidence ?? 0;

const keyOf = (screen: Screen, { kind, name, box }: Item) => `${screen.url} ${kind} ${name} ${Math.round(box.x)} ${Math.round(box.y)}`;

/** The dialog or form that a press has opened. */
function opened({ before, after }: Outcome): number | null {
  const top = topmost(after);
  if (top !== null) return top;
  const known = new Set(before.items.map(({ kind, name, labels }) => `${kind} ${name} ${labels[0]}`));
  const fresh = after.items.find(
    ({ kind, name, labels }) => /^(?:field|select|picker|rich-text)$/.test(kind) && !known.has(`${kind} ${name} ${labels[0]}`),
  );
  return fresh ? containerOf(after, fresh) : null;
}

/** "Rename X to Y", "edit X to read Y": the field shows the name of the thing. */
const withPresent = (field: FieldValue, { kind, thing }: Deed): FieldValue =>
  kind === 'change' && field.from === null && thing?.name != null && /^(?:name|title|text)?$/.test(field.field)
    ? { ...field, from: thing.name }
    : field;

/**
 * What a form may ask for although the prompt does not say it as a field: what the thing is made for ("for the Berlin office"), and which
 * sort of thing it is ("an internal note" may have a list "Type" with "Internal").
 */
function asides(deed: Deed, performer: Performer): FieldValue[] {
  const { screen, reached } = performer;
  const text = (words: string) => ({ to: 'text' as const, text: words, exact: false, unit: null });
  const places = deed.places.filter((place) => place.name !== null && !reached.has(place) && !isInFocus(place, screen));
  const sorts = deed.thing ? [...deed.thing.qualifiers, ...deed.thing.kind.split(' ').slice(0, -1)] : [];
  return [
    ...places.map(({ name, kind, said }) => ({ field: kind, value: text(name ?? said), from: null, said })),
    ...sorts.map((sort) => ({ field: 'type', value: text(sort), from: null, said: sort })),
  ];
}

/** The name of what is created is the value of a field, too. */
function nameField(deed: Deed, screen: Screen): FieldValue[] {
  const { thing } = deed;
  if (deed.kind !== 'create' || thing?.name == null) return [];
  const chosen = screen.items.some(({ isSelected, isOn, name }) => (isSelected || isOn) && name === thing.name);
  if (chosen || deed.fields.some(({ value }) => value.to === 'text' && value.text === thing.name)) return [];
  return [{ field: `${thing.kind} name title`.trim(), value: { to: 'text', text: thing.name, exact: true, unit: null }, from: null, said: thing.said }];
}

/** The fields in the order in which they can be found best: those on the screen first, as they stand in the form. */
function inOrder(screen: Screen, fields: FieldValue[], deed: Deed, scope: Scope): FieldValue[] {
  if (deed.kind === 'change') return fields;
  const rank = (field: FieldValue) => {
    const [best] = fieldCandidates(screen, field, scope);
    return best && best.confidence >= least.inContainer ? screen.items.indexOf(best.item) : Number.POSITIVE_INFINITY;
  };
  const ranked = fields.map((field, index) => ({ field, at: rank(field), index }));
  return ranked.sort((a, b) => (a.at === b.at ? a.index - b.index : a.at - b.at)).map(({ field }) => field);
}

/** A press that does what the field says, by another reading of the deed. */
interface PressReading extends Pick<PressCandidate, 'item' | 'confidence'> {
  way: 'press-reading';
}

/** Other readings are believed a little less than the first one. */
const otherReading = 0.92;

function pressReading(
  screen: Screen,
  deed: Deed,
  field: FieldValue,
  reached: ReadonlySet<Mention>,
  tried: ReadonlySet<string>,
): PressReading | null {
  const scope = { mentions: [], reached, container: topmost(screen) };
  const [best] = otherReadings(deed, field)
    .flatMap((reading) => pressCandidates(screen, reading, scope, true).slice(0, 1))
    .filter(({ item }) => !tried.has(`press-reading ${keyOf(screen, item)}`) && /^(?:button|menu-item|link)$/.test(item.kind))
    .sort((a, b) => b.confidence - a.confidence);
  return best ? { way: 'press-reading', item: best.item, confidence: otherReading * best.confidence } : null;
}

async function setField(
  performer: Performer,
  deed: Deed,
  field: FieldValue,
  container: number | null,
  until: () => boolean,
): Promise<{ container: number | null } | null> {
  const tried = new Set<string>();
  for (let attempt = 0; attempt < 4; attempt++) {
    const best = await reach<FieldCandidate | PressReading>(performer, deed, {
      find: (screen, reached) => {
        const inside = container === null ? null : (topmost(screen) ?? (container < screen.things.length ? container : null));
        const scope = { ...scopeOf(performer, deed, inside), reached };
        const [first] = fieldCandidates(screen, field, scope).filter(({ item, way }) => !tried.has(`${way} ${keyOf(screen, item)}`));
        const press = container === null ? pressReading(screen, deed, field, reached, tried) : null;
        if (press && press.confidence > (first?.confidence ?? 0)) return { found: press, confidence: press.confidence };
        return first ? { found: first, confidence: first.confidence } : null;
      },
      least: container === null ? least.field : least.inContainer,
      until,
    });
    if (!best) return null;
    tried.add(`${best.way} ${keyOf(performer.screen, best.item)}`);
    const mark = performer.path.length;
    const { screen } = performer;
    if (best.way === 'press-reading') {
      const what = `Press “${best.item.name || best.item.labels[0]}”`;
      const outcome = await performer.act({ do: 'press', item: best.item, part: 'deed', what, opens: [] });
      if (outcome.changed || outcome.wrote > 0) return { container: topmost(performer.screen) };
    } else if (await operate(performer, best, field)) {
      const item = sameItem(performer.screen, screen, best.item);
      const around = item && containerOf(performer.screen, item);
      return { container: topmost(performer.screen) ?? around };
    }
    await performer.returnTo(mark);
  }
  return null;
}

/** Presses Save, Create or Send where something is open that asks for it. */
async function finish(performer: Performer, deed: Deed, start: number): Promise<boolean> {
  if (!deed.commits) return true;
  const own = performer.path.slice(start);
  const isDone = own.at(-1)?.part === 'deed' && topmost(performer.screen) === null;
  if (isDone) return true;
  const hasTyped = own.some((act) => act.part === 'field' && act.do !== 'press');
  for (let attempt = 0; attempt < 4; attempt++) {
    const { screen } = performer;
    const top = topmost(screen);
    const last = own.findLast(({ part }) => part === 'field');
    const item = last && sameItem(screen, last.before, last.item);
    const standalone = performer.wroteSince(start) ? null : keeping(screen);
    const container = top ?? (item ? containerOf(screen, item) : null);
    const button = container === null && attempt === 0 ? standalone : container === null ? null : finishing(screen, deed, container);
    if (!button) {
      if (top !== null && attempt === 0) return false;
      if (attempt === 0 && item && hasTyped && item.kind === 'field')
        await performer.act({ do: 'enter', item, part: 'finish', what: 'Confirm with Enter', opens: [] });
      return true;
    }
    const before = fingerprint(screen);
    const what = `Press “${button.name}”`;
    const outcome = await performer.act({ do: 'press', item: button, part: 'finish', what, opens: [] });
    if (fingerprint(outcome.after) === before) return attempt > 0;
    if (topmost(outcome.after) === null) return true;
  }
  return topmost(performer.screen) === null;
}
