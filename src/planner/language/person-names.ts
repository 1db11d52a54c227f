import { anyOf } from './patterns.ts';
import { fold } from './words.ts';

/** A person that a prompt names. */
export interface Person {
  full: string;
  first: string;
  last: string;
  /** The position of the name in the prompt. */
  position: number;
}

const name = "\\p{Lu}[\\p{L}'’-]+";
const two = `${name}(?:\\s(?:${anyOf('names', 'particles')}\\s)*${name}){1,2}`;
/** "As Tom" names a person. After "for", a name needs two words: "for Jane Doe" names a person, and "for Friday" does not. */
const patterns = [
  `\\b${anyOf('names', 'as')}\\s+(?:of\\s+)?(${name}(?:\\s${name}){0,2})`,
  `\\b${anyOf('names', 'for')}\\s+(?:${anyOf('names', 'my')}\\s+\\p{Ll}+\\s+)?(${two})`,
  `(${two})\\s*[,(<:]?\\s*(?=[\\w.+-]+@)`,
];
const noPerson = new RegExp(`^${anyOf('names', 'noPerson')}`);

export function personIn(text: string): Person | null {
  const found = patterns
    .map((pattern) => new RegExp(pattern, 'u').exec(text))
    .find((match) => match !== null && !noPerson.test(fold(match[1] ?? '')));
  const full = found?.[1];
  if (!found || !full) return null;
  const parts = full.split(' ');
  return {
    full,
    first: parts[0]!,
    last: parts.length > 1 ? parts.slice(1).join(' ') : '',
    position: found.index + found[0].indexOf(full),
  };
}

const firstNames = new RegExp(anyOf('names', 'firstName'), 'i');
const lastNames = new RegExp(anyOf('names', 'lastName'), 'i');
const fullNames = new RegExp(`\\b${anyOf('names', 'fullName')}\\b`, 'i');
const otherNames = new RegExp(anyOf('names', 'otherName'), 'i');

/**
 * The part of a name that a field asks for. Null where the field asks for something else, or for a part that the prompt does
 * not give.
 */
export function nameFor(asks: string, { full, first, last }: Person): string | null {
  if (lastNames.test(asks)) return firstNames.test(asks) ? full : last || null;
  if (firstNames.test(asks)) return first;
  return fullNames.test(asks) && !otherNames.test(asks) ? full : null;
}
