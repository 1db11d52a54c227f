import type { Item } from '../../page/screen.ts';
import type { FieldValue, Value } from '../../prompt/deed.ts';
import { newItems, placeOf, sameItem } from '../candidates/chain.ts';
import { isSameText } from '../candidates/likeness.ts';
import { calledAsChoice, choiceFit, optionFits } from '../candidates/options.ts';
import type { Act, Outcome, Performer } from '../perform/performer.ts';
import { dayOnCalendar } from './calendar.ts';

export type Text = Value & { to: 'text' };

export const act = (item: Item, more: Pick<Act, 'do' | 'what' | 'value'>): Act => ({
  item,
  part: 'field',
  opens: [],
  ...more,
});
export const nameOf = (item: Item, field: FieldValue) => item.name || item.labels[0] || field.field;

export async function select(performer: Performer, item: Item, value: Text): Promise<boolean> {
  const fitsOf = (texts: string[]) => optionFits(texts, value);
  const fits = fitsOf(item.options.map(({ label }) => label));
  const [best] = item.options
    .map((option, index) => ({
      option,
      fit: Math.max(fits[index] ?? 0, fitsOf([option.value])[0] ?? 0),
    }))
    .sort((a, b) => b.fit - a.fit);
  if (!best || best.fit < leastOptionFit) return false;
  const what = `Choose “${best.option.label}”`;
  const outcome = await performer.act(act(item, { do: 'set', value: best.option.value, what }));
  const after = sameItem(outcome.after, outcome.before, item);
  return (
    after === null ||
    after.value === best.option.value ||
    isSameText(after.value, best.option.label) ||
    outcome.changed
  );
}

/** A list of the page's own: a press opens it, and the option appears somewhere on the screen. */
export async function choose(
  performer: Performer,
  item: Item,
  value: Text,
  field: FieldValue,
): Promise<boolean> {
  if (isSameText(item.value, value.text)) return true;
  const what = `Open “${nameOf(item, field)}”`;
  const opened = await performer.act(act(item, { do: 'press', what }));
  const closed = hasClosed(opened) ? sameItem(opened.after, opened.before, item) : null;
  return chooseFrom(
    performer,
    closed ? await performer.act(act(closed, { do: 'press', what })) : opened,
    value,
  );
}

/** A list that was open already is closed by a press on what opens it. */
const hasClosed = ({ before, after }: Outcome) =>
  broughtBy({ before, after }).length === 0 && broughtBy({ before: after, after: before }).length > 1;

/** Takes what a press has brought that stands for the value: an option, a day, or what a search in the list finds. */
export async function chooseFrom(performer: Performer, opened: Outcome, value: Text): Promise<boolean> {
  const isEmpty = !performer.isFilmed && broughtBy(opened).length === 0;
  const outcome = isEmpty ? { ...opened, after: await performer.lookAfter(drawnMs) } : opened;
  const day = await dayOnCalendar(performer, outcome, value.text);
  const shown = day ?? bestOption(outcome, value) ?? (await searched(performer, outcome, value));
  if (!shown) return false;
  const what = `Choose “${day ? value.text : calledAsChoice(shown)}”`;
  const chosen = await performer.act(act(shown, { do: 'press', what }));
  return chosen.changed;
}

/** A long list draws its options when it has measured itself. */
const drawnMs = 300;

/** A list that has a field to search it: the value is typed there. */
async function searched(performer: Performer, opened: Outcome, value: Text): Promise<Item | null> {
  const [search] = broughtBy(opened).filter(({ kind }) => kind === 'field');
  if (!search) return null;
  const typed = await performer.act(
    act(search, { do: 'type', value: value.text, what: `Search for “${value.text}”` }),
  );
  return bestOption({ ...typed, before: opened.before }, value);
}

/** What a press or a keystroke has brought onto the screen. An option may be called like something that was there already. */
export const broughtBy = (outcome: Pick<Outcome, 'before' | 'after'>) => newItems(outcome, placeOf);

const leastOptionFit = 0.62;

/** What an opened list offers. */
export const offeredBy = (outcome: Pick<Outcome, 'before' | 'after'>) =>
  broughtBy(outcome).filter(
    (item) =>
      (item.isPressable || item.kind === 'option') && !/^(?:field|picker|select|rich-text)$/.test(item.kind),
  );

/** What a press has brought that stands for a value. */
export function bestOption(outcome: Pick<Outcome, 'before' | 'after'>, value: Text): Item | null {
  const offered = offeredBy(outcome);
  const fits = optionFits(offered.map(calledAsChoice), value);
  const [best] = offered
    .map((item, index) => ({
      item,
      // How many of what is wanted, a colour does not tell.
      fit: Math.max(fits[index] ?? 0, value.unit === null ? choiceFit(item, value.text, value.exact) : 0),
    }))
    .sort((a, b) => b.fit - a.fit);
  return best && best.fit >= leastOptionFit ? best.item : null;
}
