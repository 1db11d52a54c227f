import { isDate, isTime } from '../candidates/days/dates.ts';

/** What sort of value a text is, by its form alone. */
export type Shape =
  | 'date'
  | 'time'
  | 'money'
  | 'percent'
  | 'number'
  | 'measure'
  | 'email'
  | 'url'
  | 'phone'
  | 'colour'
  | 'code'
  | 'person'
  | 'title'
  | 'word'
  | 'words'
  | 'text';

export function shapeOf(text: string): Shape {
  const plain = text.trim();
  if (isDate(plain)) return 'date';
  if (isTime(plain)) return 'time';
  for (const [shape, pattern] of patterns) if (pattern.test(plain)) return shape;
  const count = plain.split(/\s+/).length;
  if (count >= 6 || /[.!?]$/.test(plain)) return 'text';
  if (/^\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?)?(?: \p{Lu}[\p{L}'’-]+){1,2}$/u.test(plain)) return 'person';
  if (/^\p{Lu}|\s\p{Lu}/u.test(plain)) return 'title';
  return count === 1 ? 'word' : 'words';
}

const patterns: readonly (readonly [Shape, RegExp])[] = [
  ['email', /^\S+@\S+\.\S+$/],
  ['url', /^(?:https?:\/\/|www\.)\S+$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?$/i],
  ['colour', /^#[0-9a-f]{3,8}$/i],
  ['money', /^[-+]?(?:[$€£¥₹]\s?\d[\d.,]*[km]?|\d[\d.,]*\s?(?:[$€£¥₹]|USD|EUR|GBP|CHF))$/i],
  ['percent', /^[-+]?\d[\d.,]*\s?(?:%|per ?cent)$/i],
  ['phone', /^(?:\+|\(?0)[\d\s()/-]{6,}$|^\(?\d{3}\)?[\s-]\d{3}[\s-]\d{3,4}$/],
  ['number', /^[-+]?\d[\d.,]*$/],
  ['measure', /^[-+]?\d[\d.,]*[\s-]?[\p{L}°%/]{1,12}$/u],
  ['code', /^(?=\S*\d)[\p{L}\d#][\p{L}\d#./:_-]*$/u],
];
