import { z } from 'zod';
import { invalid } from '../errors.ts';

/**
 * A text of `min` to `max` characters. As in JSON Schema, a character is a Unicode code point and not a UTF-16 unit,
 * so that an input that fits the API's document is not refused here.
 */
export function text(min: number, max: number) {
  return z
    .string()
    .refine(
      (value) => {
        const length = characters(value, max);
        return length >= min && length <= max;
      },
      {
        error: (issue) =>
          `must have ${min === 0 ? `at most ${max}` : `${min} to ${max}`} characters, but it has ${characters(String(issue.input))}.`,
      },
    )
    .meta({ minLength: min, maxLength: max });
}

/** Stops counting beyond `enough`, so that a very long text is not read to its end. */
function characters(value: string, enough = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const _ of value) if (++count > enough) break;
  return count;
}

/** Neither a space nor a character without a shape, such as U+200B. */
const visible = '[^\\s\\p{Cc}\\p{Cf}]';

/** What a demo should show: 1 to 500 characters, of which one can be seen. A film of nothing would be charged. */
export const promptText = text(1, 500)
  .refine((value) => value === '' || new RegExp(visible, 'u').test(value), {
    error: 'must say what to show, but only blanks came.',
  })
  .meta({ minLength: 1, maxLength: 500, pattern: visible });

/** An id in a path or a body. Its form is not checked: whatever it looks like, it is looked up. */
export const recordId = z.string().min(1);

const exampleCursor = 'MTpkZW1vXzAxa2pweDcyYjRmYWJuMnYxbjlkbTg5MzZ2';

/** Which page of a list is wanted: `limit` 1–100, and the `next_cursor` of the page before. */
export const paging = {
  limit: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(50)
    .meta({ description: 'How many records to return at most', examples: [20] }),
  cursor: z
    .string()
    .max(200)
    .meta({ description: 'The `next_cursor` of the previous page', examples: [exampleCursor] })
    .optional(),
};
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'The `cursor` of the next page; null on the last page', examples: [exampleCursor] });

/** The address of a web page. It must not contain a user name or a password, since addresses are stored in clear. */
export const pageUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine((value) => hasNoCredentials(value), {
    error: 'must not contain a user name or a password.',
  });

function hasNoCredentials(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

/** Names the place in a list after which the next page begins, in a form that callers need not understand. */
export const writeCursor = (place: string | number) => Buffer.from(`1:${place}`).toString('base64url');

/**
 * @param form what a place in this list looks like
 * @throws AppError 400 where the text is not a cursor of this list.
 */
export function readCursor(cursor: string | undefined, form: RegExp): string | null {
  if (cursor === undefined) return null;
  const place = /^1:(.*)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (place === undefined || !form.test(place) || writeCursor(place) !== cursor)
    throw invalid('`cursor` must be the `next_cursor` of an earlier page of this list.', 'invalid_cursor');
  return place;
}

/** Makes a page of rows. The caller reads one row more than a page shows; where it is there, another page follows. */
export function toPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => string | number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > limit && last ? writeCursor(placeOf(last)) : null };
}
