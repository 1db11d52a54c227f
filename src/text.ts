/**
 * Text that comes from outside: kept as the store can keep it, and cut as a reader would cut it. This file is a leaf: it
 * imports nothing, and its functions also work as text inside a page (`textInPage`).
 */

/** Without what PostgreSQL refuses as text and as jsonb: half of a surrogate pair becomes U+FFFD, U+0000 is left out. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** The same plain data (what JSON can say) with every text in it well-formed, the names of members included. */
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
  // Below U+0300 each unit is a character of its own, and a segmenter costs 10 µs.
  if (whole.charCodeAt(max - 1) < 0x300 && whole.charCodeAt(max) < 0x300) return whole.slice(0, max);
  const end = new Intl.Segmenter().segment(whole).containing(max)?.index;
  if (end) return whole.slice(0, end);
  // The first character alone is longer, as a letter with a hundred accents is: its beginning is better than nothing.
  return whole.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
export type Shorten = typeof shorten;

/** These two for code that is sent to a page as text. */
export const textInPage = [wellFormed, shorten].map(String).join('\n');
