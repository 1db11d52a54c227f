/**
 * Makes text from outside fit for the store, and shortens it without cutting a character in two. This file imports nothing,
 * so that its functions also work inside a page, to which their source is sent (`textInPage`).
 */

/** The text without what PostgreSQL refuses: half of a surrogate pair becomes U+FFFD, and U+0000 is left out. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** The same plain data (all that JSON can express) with every text in it well-formed, also the names of members. */
export function wellFormedData<T>(data: T): T {
  if (typeof data === 'string') return wellFormed(data) as T;
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((each: unknown) => wellFormedData(each)) as T;
  return Object.fromEntries(
    Object.entries(data).map(([name, each]: [string, unknown]) => [wellFormed(name), wellFormedData(each)]),
  ) as T;
}

/**
 * The beginning of `text`, well-formed, with at most `max` UTF-16 units. What a reader sees as one character (an emoji, a
 * flag, a letter with its accents) stays whole or is left out.
 */
export function shorten(text: string, max: number): string {
  const whole = wellFormed(text);
  if (whole.length <= max) return whole;
  // Below U+0300 each unit is a character of its own, and a segmenter would cost 10 µs.
  if (whole.charCodeAt(max - 1) < 0x300 && whole.charCodeAt(max) < 0x300) return whole.slice(0, max);
  const end = new Intl.Segmenter().segment(whole).containing(max)?.index;
  if (end) return whole.slice(0, end);
  // The first character alone is longer than `max`, such as a letter with a hundred accents. Its beginning is better than
  // nothing.
  return whole.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
export type Shorten = typeof shorten;

/** The source of these two functions, for code that is sent to a page as text. */
export const textInPage = [wellFormed, shorten].map(String).join('\n');
