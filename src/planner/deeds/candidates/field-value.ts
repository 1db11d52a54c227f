import { wholeWords } from '../../language/patterns.ts';
import { deedWords, wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import type { Value } from '../../prompt/deed.ts';
import { beginsWithKeeping } from './buttons/button-words.ts';
import { isDate, isTime, monthShownIn } from './days/dates.ts';
import { dayMeant } from './days/day-meant.ts';
import { asksForPart, dayParts } from './days/day-parts.ts';
import { saysOtherSpan } from './days/spans.ts';
import { showsPatternOfDay } from './days/typed-day.ts';
import { setByButton } from './field-called.ts';
import { isHarmless } from './harmless.ts';
import { isSameText, says } from './likeness.ts';
import { isOfColour, namesAsChoice, optionFit, optionFits } from './options.ts';

/** What a control does with a value: how it would get it, and how well the two go together. */

export type FieldWay = 'turn' | 'choose' | 'pick' | 'type' | 'step' | 'open';

/** How an item could get a value. Null where it cannot. */
export function wayFor(item: Item, value: Value, from: string | null): FieldWay | null {
  if (value.to !== 'text') {
    // One of several choices is turned off by choosing another one.
    const isSwitch =
      item.kind === 'toggle' || (item.kind === 'button' && (item.isOn !== null || flips.test(item.name)));
    return isSwitch || (item.kind === 'radio' && value.to === 'on') ? 'turn' : null;
  }
  // What only a double press acts on is text that can be edited, also where its listener makes it look like a button.
  if (item.kind === 'button' && item.needsDouble) return 'open';
  // So is a cell that shows the value that the prompt says it has.
  if (/^(?:button|body)$/.test(item.kind) && from !== null && isSameText(item.name, from)) return 'open';
  switch (item.kind) {
    case 'select':
    case 'picker':
      return 'choose';
    case 'field':
      // A field that shows the code of a colour takes no word for one.
      if (isColour(item.value) && !isColour(value.text)) return null;
      return isRefused(value.text, item) ? null : 'type';
    case 'slider':
    case 'rich-text':
      return 'type';
    case 'swatch':
      // A swatch that shows the present colour opens those to choose from.
      if (value.text !== item.value && isColour(value.text) && valueFit(item, 'pick', value) < 0.7)
        return 'choose';
      return valueFit(item, 'pick', value) >= 0.7 ? 'pick' : null;
    case 'radio':
    case 'option':
    case 'tab':
    case 'toggle':
    case 'button':
    case 'menu-item':
    case 'body':
      if (valueFit(item, 'pick', value) >= 0.7 && !saves(item, value) && !showsValue(item, value))
        return 'pick';
      // "Pick a date" opens a calendar.
      if (isDate(value.text) && asksForDate(item) && isHarmless(item)) return 'open';
      // A button that shows the present value opens what changes it, and so does “Change due date”.
      return ((item.kind === 'button' && item.value !== '') || setByButton(item) !== '') && isHarmless(item)
        ? 'open'
        : null;
    case 'text':
      return item.name !== '' && (item.needsDouble || item.isPressable) ? 'open' : null;
    default:
      return null;
  }
}

const flips = new RegExp(`^(?:${wordsFor('offers', 'flips').join('|')})\\s`, 'iu');

/** A cell that shows the value of its row is no choice of that value: “15” below “Reorder at”. */
const showsValue = ({ kind, value: own, labels, isOn }: Item, value: Value) =>
  kind === 'button' &&
  isOn === null &&
  labels.length > 0 &&
  value.to === 'text' &&
  own !== '' &&
  isSameText(own, value.text);

/** “Save as loan template” keeps what a form has, and is no choice of "loan". */
const saves = ({ kind, name }: Item, value: Value) =>
  (kind === 'button' || kind === 'menu-item') &&
  beginsWithKeeping.test(name.trim()) &&
  !(value.to === 'text' && isSameText(name, value.text));

/** Whether the item offers the value: as one of its options, or because it is that value's own button. */
export function valueFit(item: Item, way: FieldWay, value: Value): number {
  if (value.to !== 'text') return 0;
  if (way === 'open' && isDate(value.text) && asksForDate(item)) return 0.8;
  const wanted = value.unit ? `${value.text} ${value.unit}` : value.text;
  if (way === 'choose')
    return Math.max(
      0,
      ...optionFits(
        item.options.map(({ label }) => label),
        value,
      ),
    );
  if (way === 'pick') {
    if (isOfColour(item, value.text)) return 1;
    return Math.max(
      ...namesAsChoice(item).map((called) => {
        // "A permanent entry" is what the choice "Permanent" is for.
        const isWithin = !value.exact && called.length > 2 && says(value.text, called);
        return Math.max(
          isWithin ? 0.8 : 0,
          optionFit(called, value.text, value.exact),
          optionFit(called, wanted, value.exact),
        );
      }),
    );
  }
  return 0;
}

/** A mail address has an @, and a telephone number has digits. The form would refuse anything else. */
const isRefused = (text: string, { inputType, name, labels }: Item) =>
  ((inputType === 'email' || [name, labels[0] ?? ''].some((one) => mailFields.test(one.trim()))) &&
    !text.includes('@')) ||
  ((inputType === 'tel' || [name, labels[0] ?? ''].some((one) => phoneFields.test(one.trim()))) &&
    !/\d/.test(text));
const phoneFields = new RegExp(`^(?:${wordsFor('fields', 'givenPhone').join('|')})(?: number)?$`, 'iu');
const mailFields = new RegExp(
  `^(?:\\p{L}+ )?(?:${wordsFor('fields', 'email').join('|')})(?: address)?$`,
  'iu',
);

const isNumber = (text: string) => /^[-+]?[$€£]?\s?[\d.,]+\s?%?$/.test(text);
const isColour = (text: string) => /^#[0-9a-f]{3,8}$/i.test(text);

/** Whether a control asks for a day, or for a time of the day. */
export const asksForDate = (item: Item): boolean => asksFor(item, 'date', dates, isDate);
export const asksForTime = (item: Item): boolean => asksFor(item, 'time', times, isTime);

const asksFor = (
  { kind, inputType, name, labels, value }: Item,
  type: 'date' | 'time',
  words: RegExp,
  holds: (text: string) => boolean,
) =>
  /^(?:field|picker|select|button|menu-item|option)$/.test(kind) &&
  (inputType === type ||
    holds(value) ||
    (!holds(name) &&
      [name, value, kind === 'button' ? '' : (labels[0] ?? '')].some(
        // Which calendar something is in is chosen from a list.
        (one) => words.test(one) && !(/^(?:picker|select)$/.test(kind) && isCalendar.test(one)),
      )));
/** English only. */
const isCalendar = /^calendars?$/i;
const asking = (list: 'dates' | 'times') => new RegExp(wholeWords(wordsFor('fields', list)), 'iu');
const dates = asking('dates');
const times = new RegExp(`${asking('times').source}|^(?:-{1,2}:-{1,2}|h{1,2}:m{1,2})`, 'iu');

export function suits(item: Item, way: FieldWay, value: Value): boolean {
  if (value.to !== 'text') return item.kind === 'toggle' || flips.test(item.name);
  if (isTime(value.text) && (item.inputType === 'time' || isTime(item.value))) return true;
  if (way === 'choose' || way === 'pick') return valueFit(item, way, value) >= 0.75;
  const shown = way === 'step' ? item.name : item.value;
  if (isColour(value.text)) return item.inputType === 'color' || isColour(shown);
  if (isDate(value.text))
    return item.inputType === 'date' || isDate(shown) || (way === 'type' && showsPatternOfDay(item));
  if (isNumber(value.text)) return item.inputType === 'number' || item.kind === 'slider' || isNumber(shown);
  return (
    way === 'type' &&
    (item.inputType === 'text' || item.inputType === 'textarea' || item.kind === 'rich-text')
  );
}

const saysOff = new RegExp(`\\s(?:${deedWords.flatMap(({ off = [] }) => off).join('|')})$`, 'iu');

export function misfits(item: Item, way: FieldWay, value: Value): boolean {
  // “Notifications off” is not turned on for "turn on offline mail".
  if (value.to !== 'text')
    return value.to === 'on' && item.kind === 'radio' && saysOff.test(item.name || (item.labels[0] ?? ''));
  if (value.unit !== null && [item.name, ...item.labels].some((text) => saysOtherSpan(text, value.unit!)))
    return true;
  const isPartOfDay =
    (isDate(value.text) || monthShownIn(value.text) !== null) &&
    dayParts.some((part) => asksForPart(item, part));
  if (way === 'choose') return item.options.length > 0 && valueFit(item, way, value) < 0.6 && !isPartOfDay;
  if (way === 'step' || /^(?:number|range)$/.test(item.inputType ?? '')) return !isNumber(value.text);
  if (item.inputType === 'date') return dayMeant(value.text) === null && !isDate(value.text);
  if (item.inputType === 'search') return true;
  // "21 days after the assignment" is no day in "MM/DD/YYYY", and neither is "Developer".
  const asksForDay = showsPatternOfDay(item);
  if (way === 'type' && asksForDay && !isDate(value.text) && dayMeant(value.text) === null) return true;
  // A subject is no time, whatever the field is called.
  const isOfWords =
    /\p{L}{3}/u.test(item.value) && !isDate(item.value) && !/\d{1,2}[:.]\d{2}/.test(item.value);
  if (way === 'type' && isTime(value.text) && isOfWords) return true;
  return way === 'type' && item.kind === 'slider' && !isNumber(value.text);
}
