import type { Role } from '../../language/deed-words.ts';
import type { Lexicon } from '../lexicon.ts';
import { isMoment } from '../moments.ts';
import { isName, type Token } from '../tokens.ts';

/** A part of an order, by the word in front of it. The first one, which has none, is what the verb is about. */
export interface Slot {
  role: Role | 'object';
  /** The word in front: "on", "next to". */
  word: string;
  /** Its first token. */
  marker?: Token;
  tokens: Token[];
}

/**
 * Cuts what stands behind a verb into its parts.
 *
 * @param prefers the role of a word that has several: German "auf" stands before values and before places
 */
export function slotsOf(rest: readonly Token[], lexicon: Lexicon, prefers: Role): Slot[] {
  const slots: Slot[] = [{ role: 'object', word: '', tokens: [] }];
  for (let at = 0; at < rest.length; at++) {
    const slot = slots.at(-1)!;
    const token = rest[at]!;
    const marker = markerAt(rest, at, slot, lexicon, prefers);
    if (marker && meansAt(rest, at + 1, marker.role, lexicon)) {
      // A gerund behind "by" is an order of its own, and so is what hangs on "without".
      slots.push({
        role: marker.role,
        word: marker.words.join(' '),
        marker: token,
        tokens: rest.slice(at + 1),
      });
      break;
    }
    if (marker?.stays) {
      slot.tokens.push(...rest.slice(at, at + marker.words.length));
      at += marker.words.length - 1;
    } else if (marker) {
      slots.push({ role: marker.role, word: marker.words.join(' '), marker: token, tokens: [] });
      at += marker.words.length - 1;
    } else if (token.text === ':' && slot.tokens.length > 0 && isListed(rest, at + 1, lexicon))
      slots.push({ role: 'with', word: 'with', tokens: [] });
    else if (
      token.text === ':' &&
      slots.length > 1 &&
      rest[at + 1]?.kind === 'quote' &&
      at + 2 === rest.length
    )
      slots.push({ role: 'says', word: ':', tokens: [] });
    else if (token.text === ',' && opensList(rest, at, slots, lexicon))
      slots.push({ role: 'with', word: 'with', tokens: [] });
    else slot.tokens.push(token);
  }
  objectBehindPlace(slots, lexicon);
  for (const slot of slots) slot.tokens = trimmed(slot.tokens, lexicon);
  return slots.filter(({ role, tokens }) => role === 'object' || tokens.length > 0);
}

/** "Change in the settings the title to 'x'": a second article behind a place begins what the verb is about. */
function objectBehindPlace([object, place]: Slot[], lexicon: Lexicon): void {
  if (!object || object.tokens.length > 0 || !place || !/^(?:in|on|into)$/.test(place.role)) return;
  const at = place.tokens.findIndex(
    (token, index) =>
      index > 0 && lexicon.has('determiners', token) && !lexicon.has('determiners', place.tokens[index - 1]),
  );
  if (at > 0) object.tokens = place.tokens.splice(at);
}

const meansAt = (rest: readonly Token[], at: number, role: Role, { inflects }: Lexicon) =>
  inflects &&
  (role === 'by' || role === 'without') &&
  rest[at]?.kind === 'word' &&
  /^[a-z]{2,}ing$/.test(rest[at]!.low);

/** Without commas and "and" at both ends. */
function trimmed(tokens: Token[], lexicon: Lexicon): Token[] {
  const isJoint = (token: Token | undefined) =>
    token !== undefined && (token.text === ',' || lexicon.has('and', token));
  let [from, to] = [0, tokens.length];
  while (from < to && isJoint(tokens[from])) from++;
  while (to > from && isJoint(tokens[to - 1])) to--;
  return tokens.slice(from, to);
}

/** Whether fields and values stand behind a colon: "a contact for Ann Lee: company Oak Ltd, phone 12". */
function isListed(rest: readonly Token[], from: number, { has }: Lexicon): boolean {
  const start = has('determiners', rest[from]) ? from + 1 : from;
  const [first, second, third] = rest.slice(start);
  return second !== undefined && (has('fields', first) || (third !== undefined && has('fields', second)));
}

/** Whether a comma, behind a complete part, begins a list of fields and values: "…, quantity 30, refills 5". */
function opensList(rest: readonly Token[], at: number, slots: readonly Slot[], lexicon: Lexicon): boolean {
  const { role, tokens } = slots.at(-1)!;
  if (
    role === 'with' ||
    role === 'that' ||
    role === 'says' ||
    role === 'loose' ||
    role === 'until' ||
    role === 'narrow'
  )
    return false;
  const listed = slots.some((slot) => slot.role === 'with');
  const [next, after, value] = rest.slice(at + 1);
  // "…, job title 'x'": the field has two words.
  const isField =
    lexicon.has('fields', next) || (value !== undefined && isName(value) && lexicon.has('fields', after));
  return (listed || isField) && tokens.length > 0 && next?.kind === 'word' && after !== undefined;
}

function markerAt(
  rest: readonly Token[],
  at: number,
  slot: Slot,
  lexicon: Lexicon,
  prefers: Role,
): { role: Role; words: readonly string[]; stays: boolean } | null {
  const token = rest[at]!;
  if (token.kind !== 'word' || (at === 0 && lexicon.has('determiners', token))) return null;
  const [before, after] = [rest[at - 1], rest[at + 1]];
  const markers = lexicon.markersAt(rest, at);
  const found = markers.find(({ means }) => means === prefers) ?? markers[0];
  // In the middle of an order a capital begins a name: "with status In Progress".
  if (!found || (/^\p{Lu}/u.test(token.text) && at > 0)) return null;
  const { means: role, words } = found;
  // An article directly behind another marker is an article: "auf der Tafel".
  if (slot.tokens.length === 0 && slot.role !== 'object' && lexicon.has('determiners', token)) return null;
  const last = words.length === 1 && after === undefined;
  if (last && role !== 'named') return null;
  const kind = rest.slice(at + 1).find(({ text }) => !/^\p{Lu}/u.test(text));
  const isKind = kind?.kind === 'word' && lexicon.markersAt(rest, rest.indexOf(kind)).length === 0;
  if (joinsName(before, after, role, slot, lexicon, prefers, isKind)) return null;
  // "For 9 to 13 March" is one stretch of time.
  const isDay = before?.kind === 'exact' && /^\d{1,2}$/.test(before.text);
  if (role === 'to' && isDay && after && /^\d/.test(after.text) && isMoment(after.text)) return null;
  if (slot.role === 'that' && !(before?.kind === 'quote' || before?.text === ',')) return null;
  return {
    role,
    words,
    stays: slot.role === 'with' && (isAgent(rest, at, role) || staysInList(rest, at, role, slot, lexicon)),
  };
}

/** "Bank of America" is one name, and so is "Top to Bottom" where a value stands. */
function joinsName(
  before: Token | undefined,
  after: Token | undefined,
  role: Role,
  slot: Slot,
  lexicon: Lexicon,
  prefers: Role,
  isKind: boolean,
): boolean {
  const isProper = (token: Token | undefined) => token?.kind === 'word' && /^\p{Lu}/u.test(token.text);
  if (!isProper(before) || !isProper(after)) return false;
  // "For the Basic to Premium switch".
  if (role === 'to' && slot.role === 'for' && prefers !== 'to')
    return lexicon.has('determiners', slot.tokens[0]);
  if (role === 'of') return !lexicon.words.nounsAreCapital;
  // "The Firefox on Windows session": the kind behind both names is that of all of it.
  if (role === 'on' && slot.role === 'object' && !lexicon.words.nounsAreCapital) {
    const [first, ...others] = slot.tokens;
    return lexicon.has('determiners', first) && others.every(isProper) && isKind;
  }
  return role !== 'with' && role !== 'from' && (slot.role === 'to' || slot.role === 'as');
}

/** "…, owned by Ann Lee" gives the field "owned" a value. */
const isAgent = (rest: readonly Token[], at: number, role: Role) =>
  (role === 'by' || role === 'loose') &&
  rest[at - 2]?.text === ',' &&
  rest[at + 1] !== undefined &&
  isName(rest[at + 1]!);

/** "Of", "set to" and "in kg" belong to a field and its value: "with a noise level of 4 and length 12 in cm". */
function staysInList(rest: readonly Token[], at: number, role: Role, slot: Slot, lexicon: Lexicon): boolean {
  const item = slot.tokens.slice(
    slot.tokens.findLastIndex((token) => token.text === ',' || lexicon.has('and', token)) + 1,
  );
  const last = item.at(-1);
  const valued =
    item.some(({ kind }) => kind === 'quote' || kind === 'exact') ||
    (item.length > 1 && last !== undefined && isName(last)) ||
    lexicon.has('on', last) ||
    lexicon.has('off', last);
  const open =
    item.length > 0 &&
    !valued &&
    !(
      item.length > 1 &&
      lexicon.has('fields', item[0]) &&
      !lexicon.has('fields', last) &&
      last?.low !== 'set'
    );
  if (role === 'of' || role === 'narrow') return true;
  if (role === 'loose' || role === 'until') return open;
  if (role === 'to' || role === 'as') return open;
  const end = rest[at + 2];
  const isUnit =
    rest[at + 1]?.kind === 'word' && (end === undefined || end.text === ',' || lexicon.has('and', end));
  return role === 'in' && last?.kind === 'exact' && isUnit && !lexicon.has('places', rest[at + 1]);
}
