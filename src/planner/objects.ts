import type { Verb } from './verbs.ts';
import { fold } from './words.ts';

/** What a clause is about, taken apart: the thing, what to type or choose, which of several, and where it is. */

const quoted = /["“”„«»「」'`](.+)["“”„«»「」'`]/;
const unquote = (text: string) => quoted.exec(text.trim())?.[1] ?? text.trim();

export interface ObjectAndValue {
  object: string;
  value: string | null;
}

/** @param rest what follows the verb, quoted words still protected; `unprotect` gives them back */
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

function typed(rest: string, unprotect: Unprotect): ObjectAndValue {
  const into =
    /^(.*?)\s+(?:in(?:to)?|as|for|on|at|in das|dans|en|nel|في)\s+(?:(?:the|a|an|your|my|our)\s+)?(.+)$/i.exec(
      rest,
    );
  if (into) return { value: unquote(unprotect(into[1]!)), object: clean(unprotect(into[2]!)) };
  const kept = /\ue000\d+\ue001/.exec(rest);
  if (kept)
    return { value: unquote(unprotect(kept[0])), object: clean(unprotect(rest.replace(kept[0], ''))) };
  // "enter your email" names the field; "type hello" says what to type.
  const whole = clean(unprotect(rest));
  const names = /^(?:the|a|an|your|my|our|his|her)\s/i.test(rest);
  return names ? { object: whole, value: null } : { object: '', value: unquote(whole) || null };
}

function searched(rest: string, unprotect: Unprotect): ObjectAndValue {
  const query = rest
    // "search the docs for backup" says where first.
    .replace(/^(?:(?:the|our|this|all|in)\s+)*[\p{L}-]+(?:\s+[\p{L}-]+)?\s+for\s+/iu, '')
    .replace(/^(?:for|nach)\s+/i, '')
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

/** "fill in the form with …", "subscribe with a@b.c": only what is quoted or an address is meant to be typed. */
function given(rest: string, unprotect: Unprotect): ObjectAndValue {
  const found = /^(.*?)\s*\b(?:with|using|as|mit|avec|con|com)\s+(.+)$/i.exec(rest);
  const kept = found && /\ue000/.test(found[2]!) ? unquote(unprotect(found[2]!)) : null;
  return { object: clean(unprotect(found?.[1] ?? rest)), value: kept };
}

function chosen(rest: string, unprotect: Unprotect): ObjectAndValue {
  const to = /^(?:(.*?)\s+)?(?:from\s+.+?\s+)?(?:to|(?:à|auf|su|a|em|para)(?=\s+[\d\ue000]))\s+(.+)$/iu.exec(
    rest,
  );
  const from = /^(.+?)\s+(?:from|in|as|for|on)\s+(?:the\s+)?(.+)$/i.exec(rest);
  if (to?.[1] && /^[\d\ue000]/.test(to[2]!.trim()))
    return { object: clean(unprotect(to[1])), value: unquote(unprotect(to[2]!)) };
  if (to) return { object: clean(unprotect(to[2]!)), value: to[1] ? clean(unprotect(to[1])) : null };
  if (from) return { object: clean(unprotect(from[1]!)), value: clean(unprotect(from[2]!)) };
  return { object: clean(unprotect(rest)), value: null };
}

/** Leading and trailing small words go; the phrase itself stays as written. */
function clean(text: string): string {
  let phrase = text.trim().replace(/[.,;:!?]+$/, '');
  const leading =
    /^(?:the|a|an|to|on|at|in|into|onto|for|of|over|through|our|your|my|its|their|me|us|that|this|with|der|die|das|den|dem|zum|zur|auf|le|la|les|el|los|las|il|lo|gli|un|une|una|uma|al|ai|alla|alle|allo|nel|nella|dans|à|au|aux|do|da|no|na|ao|os|as|o|إلى|على)\s+/i;
  while (leading.test(phrase)) phrase = phrase.replace(leading, '');
  return phrase.replace(/\s+(?:please|again|now|too|as well|first|slowly|quickly|briefly)$/i, '').trim();
}

/** "reports from the menu", "Start free in the pricing section": where it is, apart from what it is. */
export function takePlace(verb: Verb, object: string): { object: string; place: string | null } {
  if (/^(?:show|scroll|wait|search|type)$/.test(verb)) return { object, place: null };
  const found =
    /^(.+?)\s+(?:from|in|on|inside|within|under|at the (?:top|bottom) of|im|aus dem|dans|en|del?)\s+(?:the\s+|le\s+|la\s+|el\s+)?((?:[\p{L}-]+\s+){0,3}(?:menu|navigation|nav|navbar|header|footer|sidebar|toolbar|bar|section|area|table|card|row|item|tile|group|dialog|popup|form|menü|menú))$/iu.exec(
      object,
    );
  return found ? { object: found[1]!.trim(), place: found[2]! } : { object, place: null };
}

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const ordinalWords: Record<string, number> = {
  last: -1,
  final: -1,
  bottom: -1,
  erste: 1,
  ersten: 1,
  zweite: 2,
  zweiten: 2,
  dritte: 3,
  dritten: 3,
  letzte: -1,
  letzten: -1,
  premier: 1,
  premiere: 1,
  deuxieme: 2,
  seconde: 2,
  troisieme: 3,
  derniere: -1,
  dernier: -1,
  primera: 1,
  primer: 1,
  segunda: 2,
  segundo: 2,
  tercera: 3,
  tercer: 3,
  ultima: -1,
  ultimo: -1,
  prima: 1,
  primo: 1,
  seconda: 2,
  secondo: 2,
  terza: 3,
  terzo: 3,
  الأول: 1,
  الأولى: 1,
  الثاني: 2,
  الثانية: 2,
  الثالث: 3,
  الثالثة: 3,
  الأخير: -1,
  الأخيرة: -1,
};
const numerals = '一二三四五六七八九十';

/** Which of several: in front ("the second question"), behind (Arabic, Romance languages), or as a number ("question 2"). */
export function takeOrdinal(object: string): { object: string; ordinal: number | null } {
  const chinese = /^第([一二三四五六七八九十]|\d{1,2})(?:个|個|項|项|條|条|つ目の|番目の|の)?/u.exec(object);
  if (chinese && object.length > chinese[0].length) {
    const place = numerals.indexOf(chinese[1]!) + 1 || Number(chinese[1]);
    return { object: object.slice(chinese[0].length), ordinal: place };
  }
  const tokens = object.split(' ');
  const [first = '', ...others] = tokens;
  if (others.length === 0) return { object, ordinal: null };
  // "The last 12 months" is a stretch of time, and not the last of something.
  const isSpan =
    /^\d+$/.test(others[0]!) &&
    /^(?:second|minute|hour|day|week|month|year|tag|woche|monat|jahr)/i.test(others[1] ?? '');
  const leads = isSpan ? null : ordinalOf(first);
  // "bottom" alone is a place to scroll to, not the last of something.
  const notCounted = fold(first) === 'bottom' || /^(?:of|part)\b/.test(others[0]!);
  if (leads !== null && !notCounted) return { object: others.join(' '), ordinal: leads };
  const numbered =
    /^(.*?(?:question|item|faq|answer|tab|card|row|step|slide|frage|pregunta))s?\s+(?:number\s+|no\.?\s*|#)?(\d{1,2})$/i;
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
  const named = ordinals.indexOf(word) + 1;
  return named > 0 ? named : (foldedOrdinals.get(word) ?? null);
}

const foldedOrdinals = new Map(Object.entries(ordinalWords).map(([word, place]) => [fold(word), place]));
