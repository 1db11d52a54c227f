import type { Verb } from '../../language/language.ts';
import { anyOf } from '../../language/patterns.ts';
import { ordinals } from '../../language/vocabulary.ts';
import { fold } from '../../language/words.ts';

/** Takes apart what a clause is about: the object, what to type or choose, which of several, and where it is. */

const quoted = /["“”„«»「」'`](.+)["“”„«»「」'`]/;
const unquote = (text: string) => quoted.exec(text.trim())?.[1] ?? text.trim();

export interface ObjectAndValue {
  object: string;
  value: string | null;
}

/** @param rest what follows the verb. Quotations in it are still placeholders, which `unprotect` turns back */
export function objectAndValue(
  verb: Verb,
  rest: string,
  said: string,
  unprotect: (part: string) => string,
): ObjectAndValue {
  switch (verb) {
    case 'type':
      return typed(rest, unprotect);
    case 'search':
      return searched(rest, unprotect);
    case 'fill':
      return given(rest, unprotect);
    case 'set':
      return chosen(rest, unprotect);
    case 'filter':
    case 'sort':
      return { object: clean(unprotect(rest)), value: null };
    case 'start':
    case 'submit': {
      const { object, value } = given(rest, unprotect);
      return { object: clean(unprotect(`${said} ${value === null ? rest : object}`)), value };
    }
    case 'scroll':
      return { object: clean(`${/\b(down|up)$/i.exec(said)?.[1] ?? ''} ${unprotect(rest)}`), value: null };
    default: {
      const named = verb === 'show' ? null : quoted.exec(unprotect(rest));
      const around = named && clean(unprotect(rest).replace(named[0], ''));
      return { object: named ? `${named[1]} ${around}`.trim() : clean(unprotect(rest)), value: null };
    }
  }
}

type Unprotect = (part: string) => string;

const intoField = new RegExp(
  `^(.*?)\\s+${anyOf('prompt', 'intoField')}\\s+(?:(?:the|a|an|your|my|our)\\s+)?(.+)$`,
  'i',
);

function typed(rest: string, unprotect: Unprotect): ObjectAndValue {
  const into = intoField.exec(rest);
  if (into) return { value: unquote(unprotect(into[1]!)), object: clean(unprotect(into[2]!)) };
  const kept = /\ue000\d+\ue001/.exec(rest);
  if (kept)
    return { value: unquote(unprotect(kept[0])), object: clean(unprotect(rest.replace(kept[0], ''))) };
  // "Enter your email" names the field, while "type hello" says what to type.
  const whole = clean(unprotect(rest));
  const names = /^(?:the|a|an|your|my|our|his|her)\s/i.test(rest);
  return names ? { object: whole, value: null } : { object: '', value: unquote(whole) || null };
}

const searchedFor = new RegExp(`^${anyOf('prompt', 'searchedFor')}\\s+`, 'i');

function searched(rest: string, unprotect: Unprotect): ObjectAndValue {
  const query = rest
    // "Search the docs for backup" names the place first.
    .replace(/^(?:(?:the|our|this|all|in)\s+)*[\p{L}-]+(?:\s+[\p{L}-]+)?\s+for\s+/iu, '')
    .replace(searchedFor, '')
    .replace(
      /\s+(?:in|on|using|with)\s+(?:the\s+)?(?:\S+\s+)?(?:docs|documentation|search|field|box|bar|site|page)$/i,
      '',
    );
  const wanted = unquote(unprotect(query)).replace(
    /^(?:the|an?|our|some|any|all|something called)\s+(?=\S)/i,
    '',
  );
  return { object: 'search', value: wanted || null };
}

const givenWith = new RegExp(`^(.*?)\\s*\\b${anyOf('prompt', 'with')}\\s+(.+)$`, 'i');

/** In "fill in the form with …" and "subscribe with a@b.c", only a quotation or an address is a value to type. */
function given(rest: string, unprotect: Unprotect): ObjectAndValue {
  const found = givenWith.exec(rest);
  const kept = found && /\ue000/.test(found[2]!) ? unquote(unprotect(found[2]!)) : null;
  return { object: clean(unprotect(found?.[1] ?? rest)), value: kept };
}

const setTo = new RegExp(
  `^(?:(.*?)\\s+)?(?:from\\s+.+?\\s+)?(?:to|${anyOf('prompt', 'toFigure')}(?=\\s+[\\d\\ue000]))\\s+(.+)$`,
  'iu',
);

function chosen(rest: string, unprotect: Unprotect): ObjectAndValue {
  const to = setTo.exec(rest);
  const from = /^(.+?)\s+(?:from|in|as|for|on)\s+(?:the\s+)?(.+)$/i.exec(rest);
  if (to?.[1] && /^[\d\ue000]/.test(to[2]!.trim()))
    return { object: clean(unprotect(to[1])), value: unquote(unprotect(to[2]!)) };
  if (to) return { object: clean(unprotect(to[2]!)), value: to[1] ? clean(unprotect(to[1])) : null };
  if (from) return { object: clean(unprotect(from[1]!)), value: clean(unprotect(from[2]!)) };
  return { object: clean(unprotect(rest)), value: null };
}

const leading = new RegExp(`^${anyOf('prompt', 'leading')}\\s+`, 'i');
const trailing = new RegExp(`\\s+${anyOf('prompt', 'trailing')}$`, 'i');

/** Removes small words at both ends of a phrase. The rest stays as it was written. */
function clean(text: string): string {
  let phrase = text.trim().replace(/[.,;:!?]+$/, '');
  while (leading.test(phrase)) phrase = phrase.replace(leading, '');
  return phrase.replace(trailing, '').trim();
}

const inPlace = new RegExp(
  `^(.+?)\\s+${anyOf('prompt', 'from')}\\s+(?:${anyOf('prompt', 'article')}\\s+)?((?:[\\p{L}-]+\\s+){0,3}${anyOf('prompt', 'places')})$`,
  'iu',
);

/** Separates the place from the object: "reports from the menu", "Start free in the pricing section". */
export function takePlace(verb: Verb, object: string): { object: string; place: string | null } {
  if (/^(?:show|scroll|wait|search|type)$/.test(verb)) return { object, place: null };
  const found = inPlace.exec(object);
  return found ? { object: found[1]!.trim(), place: found[2]! } : { object, place: null };
}

/** Chinese and Japanese numerals, as in 第三个 and 第三の. */
const numerals = '一二三四五六七八九十';
const countedInFront = new RegExp(`^第([${numerals}]|\\d{1,2})${anyOf('prompt', 'counters')}?`, 'u');
const timeUnit = new RegExp(`^${anyOf('prompt', 'timeUnits')}`, 'i');
const numbered = new RegExp(
  `^(.*?${anyOf('prompt', 'numbered')})s?\\s+(?:number\\s+|no\\.?\\s*|#)?(\\d{1,2})$`,
  'i',
);

/**
 * Separates the ordinal from the object. It is in front ("the second question"), behind (Arabic), or a number ("question 2").
 */
export function takeOrdinal(object: string): { object: string; ordinal: number | null } {
  const inFront = countedInFront.exec(object);
  if (inFront && object.length > inFront[0].length) {
    const place = numerals.indexOf(inFront[1]!) + 1 || Number(inFront[1]);
    return { object: object.slice(inFront[0].length), ordinal: place };
  }
  const tokens = object.split(' ');
  const [first = '', ...others] = tokens;
  if (others.length === 0) return { object, ordinal: null };
  // "The last 12 months" is a period, and not the last of several things.
  const isSpan = /^\d+$/.test(others[0]!) && timeUnit.test(others[1] ?? '');
  const leads = isSpan ? null : ordinalOf(first);
  // "Bottom" is a place to scroll to, and not the last of several things.
  const notCounted = fold(first) === 'bottom' || /^(?:of|part)\b/.test(others[0]!);
  if (leads !== null && !notCounted) return { object: others.join(' '), ordinal: leads };
  const [, thing, number] = numbered.exec(object) ?? [];
  if (thing) return { object: thing, ordinal: Number(number) };
  const trails = /^[\p{Script=Arabic}]/u.test(tokens.at(-1)!) ? ordinalOf(tokens.at(-1)!) : null;
  return trails === null
    ? { object, ordinal: null }
    : { object: tokens.slice(0, -1).join(' '), ordinal: trails };
}

function ordinalOf(token: string): number | null {
  const word = fold(token);
  const numeric = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word);
  if (numeric) return Number(numeric[1]);
  return foldedOrdinals.get(word) ?? null;
}

const foldedOrdinals = new Map([...ordinals].map(([word, place]) => [fold(word), place]));
