import { fold } from './words.ts';

/** A person that a prompt speaks of, and the fields that ask who somebody is. */
export interface Person {
  full: string;
  first: string;
  last: string;
  /** Where the prompt says the name. */
  at: number;
}

const name = "\\p{Lu}[\\p{L}'’-]+";
const two = `${name}(?:\\s(?:(?:van|von|de|da|del|der|den|la)\\s)*${name}){1,2}`;
/** "As Tom" is somebody; "for Friday" is not, and "for Jane Doe" is. */
const patterns = [
  `(?:\\b(?:as|als|comme|como|come)|\\b(?:name is|named|called|i am|i'm|under the name|the name|heiße|heißt|(?:unter|auf) (?:dem|den) namen|au nom de|a nombre de|a nome di))\\s+(?:of\\s+)?(${name}(?:\\s${name}){0,2})`,
  `\\b(?:for|from|by|für|von|pour|para|per|de)\\s+(?:(?:my|our|mein|mon|ma|mi)\\s+\\p{Ll}+\\s+)?(${two})`,
  `(${two})\\s*[,(<:]?\\s*(?=[\\w.+-]+@)`,
];
const noPerson =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day|^(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|^(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)/;

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
    at: found.index + found[0].indexOf(full),
  };
}

const firstNames = /first[\s_-]?name|given-name|vorname|prénom|fname/i;
const lastNames = /last[\s_-]?name|family-name|surname|nachname|apellidos?|cognome|lname/i;
const fullNames = /\bname\b|\bnom\b|\bnombre\b|\bnome\b/i;
const otherNames =
  /company|organi[sz]ation|business|team|user[\s_-]?name|nick|project|product|file|event|firm|domain|display|card/i;

/** What of a name a field asks for; null where it asks for something else, or for a part that was not said. */
export function nameFor(asks: string, { full, first, last }: Person): string | null {
  if (lastNames.test(asks)) return firstNames.test(asks) ? full : last || null;
  if (firstNames.test(asks)) return first;
  return fullNames.test(asks) && !otherNames.test(asks) ? full : null;
}
