import { conceptsOf } from '../../language/concepts.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { FieldValue } from '../../prompt/deed.ts';
import { containerOf, sameItem } from '../candidates/chain.ts';
import type { FieldCandidate } from '../candidates/field-candidates.ts';
import { isSameText } from '../candidates/likeness.ts';
import { unlocking } from '../candidates/unlocking.ts';
import type { Outcome, Performer } from '../perform/performer.ts';
import { act, choose, nameOf, select, type Text } from './choose.ts';
import { chooseLine } from './choose-line.ts';
import { confirmOne } from './confirm-one.ts';
import { openValue, stepTo } from './open-value.ts';
import { typeOwn } from './own-value.ts';
import { setAddress } from './set-address.ts';
import { setDay } from './set-day.ts';
import { setName } from './set-name.ts';
import { numberApart, typeNumber } from './set-number.ts';
import { setPair } from './set-pair.ts';
import { setUnit } from './set-unit.ts';
import { typeAgain } from './type-again.ts';
import { type } from './type-text.ts';

/**
 * Gives a control the value that the prompt asks for, as a person would, and looks whether it has it then.
 * @returns whether it has. What was tried in vain stays on the performer's path: the caller goes back
 */
export async function operate(
  performer: Performer,
  candidate: Pick<FieldCandidate, 'item' | 'way'>,
  field: FieldValue,
): Promise<boolean> {
  const before = performer.screen;
  const isGiven = await give(performer, candidate, field);
  if (isGiven && /^(?:choose|type)$/.test(candidate.way)) await chooseLine(performer, before, candidate.item);
  return isGiven;
}

async function give(
  performer: Performer,
  candidate: Pick<FieldCandidate, 'item' | 'way'>,
  field: FieldValue,
): Promise<boolean> {
  const { item, way } = candidate;
  const { value } = field;
  if (value.to !== 'text') return turn(performer, item, value.to === 'on', field);
  const before = performer.screen;
  const lock = unlocking(item, before);
  if (lock && !(await turn(performer, lock, true, field))) return false;
  if (value.unit !== null) await setUnit(performer, item, value.unit, field);
  const present = sameItem(performer.screen, before, item) ?? item;
  switch (way) {
    case 'choose': {
      const isDay = await setDay(performer, present, value, field);
      if (isDay !== null) return isDay;
      const apart = numberApart(performer, present, value);
      const wanted = apart?.rest ?? value;
      const isChosen =
        item.kind === 'select'
          ? await select(performer, present, wanted)
          : (await choose(performer, present, wanted, field)) ||
            (await typeOwn(performer, before, value, field)) ||
            (await typeToChoose(performer, before, item, field));
      return isChosen && apart ? typeNumber(performer, apart, field) : isChosen;
    }
    case 'type':
      return typeInto(performer, present, value, field);
    case 'open':
      return openValue(performer, present, value, field);
    case 'step':
      return stepTo(performer, present, value);
    default:
      return pick(performer, present, field);
  }
}

/** A box to type into that offers what fits what was typed. */
async function typeToChoose(
  performer: Performer,
  before: Screen,
  item: Item,
  field: FieldValue,
): Promise<boolean> {
  const box = item.inputType === null ? null : sameItem(performer.screen, before, item);
  const { value } = field;
  if (box === null || value.to !== 'text' || !(await type(performer, box, value, field))) return false;
  if (performer.path.at(-1)?.do !== 'type') return true;
  // Where nothing was offered, Enter makes an entry of what was typed. In a form it would send the form.
  if (containerOf(performer.screen, box) !== null) return false;
  const { screen } = performer;
  await confirmOne(performer);
  const isEntry = ({ kind, name }: Item) => kind !== 'picker' && isSameText(name, value.text);
  return performer.screen.items.some(isEntry) && !screen.items.some(isEntry);
}

/** A form may ask in parts for what the prompt says in one go. */
const typeInto = async (performer: Performer, item: Item, value: Text, field: FieldValue) =>
  (await setDay(performer, item, value, field)) ??
  (await setAddress(performer, item, value, field)) ??
  (await setPair(performer, item, value, field)) ??
  (await setName(performer, item, value, field)) ??
  ((await type(performer, item, value, field)) && typeAgain(performer, item, value, field));

async function turn(performer: Performer, item: Item, on: boolean, field: FieldValue): Promise<boolean> {
  if (item.isOn === on) return true;
  const what = `Turn “${item.labels[0] || nameOf(item, field)}” ${on ? 'on' : 'off'}`;
  const outcome = await performer.act(act(item, { do: 'press', what }));
  const after = sameItem(outcome.after, outcome.before, item);
  if (after !== null && after.isOn !== null) return after.isOn === on;
  return outcome.changed && !(conceptsOf(field.field).includes('dark') && turnsLight(outcome) === on);
}

/** Whether what the view is painted on became lighter. A button that flips the colours does not say which it shows. */
function turnsLight({ before, after }: Outcome): boolean {
  // A page without any colours of its own is white.
  const light = ({ grounds }: Screen) => {
    const parts = (grounds.length > 0 ? grounds : ['rgb(255, 255, 255)']).flatMap(
      (colour) => colour.match(/\d+/g)?.map(Number) ?? [],
    );
    return parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
  };
  return light(after) > light(before);
}

async function pick(performer: Performer, item: Item, field: FieldValue): Promise<boolean> {
  if (item.isSelected || (/^(?:radio|toggle)$/.test(item.kind) && item.isOn === true)) return true;
  const outcome = await performer.act(act(item, { do: 'press', what: `Choose “${nameOf(item, field)}”` }));
  return outcome.changed;
}
