import type { Item, Screen } from '../../../page/screen.ts';

/** Whether an item is a day of a calendar that is open: one of about thirty numbers side by side. A "5" is no day unless a day is asked for. */
export function isDayCell({ name, owner }: Item, { items }: Screen): boolean {
  if (!isNumber(name)) return false;
  return items.filter((one) => one.owner === owner && isNumber(one.name)).length >= leastDays;
}

const isNumber = (text: string) => /^\d{1,2}$/.test(text);
const leastDays = 28;
