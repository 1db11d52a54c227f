import { z } from 'zod';
import { invalid } from '../errors.ts';

/**
 * Inputs that more than one slice takes. Lengths count characters, not UTF-16 units, as JSON Schema does: an emoji is
 * one, and a caller who checked against our document is not refused here.
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

/** Counting stops when `enough` is passed: an endless text is not walked to its end. */
function characters(value: string, enough = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const _ of value) if (++count > enough) break;
  return count;
}

/** An id in a path or a body. Whether it names anything, whatever it looks like, is found out by looking. */
export const recordId = z.string().min(1);

const exampleCursor = 'MTpkZW1vXzAxa2pweDcyYjRmYWJuMnYxbjlkbTg5MzZ2';

/** The page of a list: `limit` 1–100, and the `next_cursor` of the page before. */
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

/** An address that a browser can open, without a user name or password in it: those would be kept in clear. */
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

/** Opaque to callers: the place in the list after which the next page begins. */
export const writeCursor = (place: string | number) => Buffer.from(`1:${place}`).toString('base64url');

/**
 * @param form what a place in this list looks like.
 * @throws AppError 400 where the text is none of our cursors.
 */
export function readCursor(cursor: string | undefined, form: RegExp): string | null {
  if (cursor === undefined) return null;
  const place = /^1:(.*)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (place === undefined || !form.test(place) || writeCursor(place) !== cursor)
    throw invalid('`cursor` must be the `next_cursor` of an earlier page of this list.', 'invalid_cursor');
  return place;
}

/** Splits rows that were read with one too many into a page and the cursor of the next. */
export function toPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => string | number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > limit && last ? writeCursor(placeOf(last)) : null };
}
