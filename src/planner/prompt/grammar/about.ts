import type { Mention } from '../deed.ts';
import type { Reading } from '../lexicon.ts';
import { isOwned, isPlace, isPronoun, mentionsOf, piecesOf } from '../mentions.ts';
import { isName, type Token, textOf } from '../tokens.ts';
import type { Draft } from './draft.ts';
import type { Slot } from './slots.ts';

/**
 * What a deed is about: the object is its thing, and what follows it is its owner, a place, or what tells it from its like. In "a
 * on b in c", the last place is the outermost.
 */
export function aboutThing(
  made: Draft,
  object: readonly Token[],
  behind: readonly Slot[],
  reading: Reading,
): void {
  if (isPronoun(object, reading)) made.owned = true;
  else {
    const mentions = mentionsOf(object, reading);
    made.thing = mentions.at(-1) ?? null;
    made.places.push(...mentions.slice(0, -1));
    made.owned = isOwned(object, reading);
  }
  let nearest = made.thing;
  for (const [index, slot] of behind.entries()) {
    const { role, tokens } = slot;
    if (nearest && goesOn(slot, behind[index - 1], reading)) tell(nearest, slot, reading.prompt);
    else if (isPronoun(tokens, reading) && /^(?:on|in|for|of|to|into|from)$/.test(role)) made.owned = true;
    else if (
      isWhere(slot, made.thing, reading) ||
      (role === 'for' && isNamedBehind(behind.slice(index + 1)))
    ) {
      // A remark of several words, in brackets behind all of it, is about the thing.
      const last = tokens.at(-1)!;
      const remark = made.thing && tokens.length > 1 && last.kind === 'aside' && / /.test(last.text);
      if (remark) made.thing?.qualifiers.push(last.text);
      const mentions = placed(remark ? { ...slot, tokens: tokens.slice(0, -1) } : slot, reading);
      made.ownedPlace ||= isOwned(tokens, reading);
      made.places.unshift(...mentions);
      nearest = mentions.at(-1) ?? nearest;
    } else if (
      /^(?:of|for)$/.test(role) &&
      made.thing &&
      tokens.some(isName) &&
      takesName(made.thing) &&
      !isStretch(tokens, reading)
    )
      nameBy(made.thing, tokens, reading);
    else if (role === 'with' && made.thing?.name === null && tokens.at(-1)!.kind === 'quote')
      made.thing.name = tokens.at(-1)!.text;
    else {
      const isNearest =
        role === 'narrow' ||
        // "To the parcel about the lost key": the parcel is told by it.
        (role === 'loose' && nearest?.name === null && made.thing?.name != null) ||
        (role === 'named' && nearest?.name === null) ||
        (role === 'that' && nearest?.name === null);
      tell(isNearest ? nearest : made.thing, slot, reading.prompt);
    }
  }
}

/** "A cycle for the Web team named 'Polish'": what is named later has no name before. */
const isNamedBehind = (behind: readonly Slot[]) => behind.some(({ role }) => role === 'named');

/** "The note about parcels arriving at night": a place without an article belongs to what it is about. */
const goesOn = (slot: Slot, before: Slot | undefined, reading: Reading) =>
  before?.role === 'loose' &&
  /^(?:on|in)$/.test(slot.role) &&
  !isPlace(slot.tokens, reading) &&
  slot.tokens.every(
    (token) => token.kind === 'word' && !isName(token) && !reading.lexicon.has('determiners', token),
  );

/** Adds what tells a thing from its like: "created by Ann", and its name. */
export function tell(thing: Mention | null, { role, word, tokens }: Slot, prompt: string): void {
  if (!thing) return;
  if (role === 'named' && thing.name === null)
    thing.name = tokens[0]!.kind === 'quote' ? tokens[0]!.text : textOf(prompt, tokens);
  else thing.qualifiers.push(`${word} ${prompt.slice(tokens[0]!.start, tokens.at(-1)!.end)}`);
}

/** A place, which "after" and the like say more of. */
export function placed({ role, word, tokens }: Slot, reading: Reading): Mention[] {
  const pieces = piecesOf(tokens, reading);
  // "In the project 'x' and Week 9" names two places.
  const isList = pieces.length > 1 && pieces.every((piece) => piece.some(isName));
  const mentions = (isList ? pieces : [tokens]).flatMap((piece) => mentionsOf(piece, reading));
  if (role === 'beside') mentions.at(-1)?.qualifiers.unshift(word);
  return mentions;
}

function isWhere({ role, tokens }: Slot, thing: Mention | null, reading: Reading): boolean {
  if (/^(?:on|in|beside|to|into)$/.test(role)) return true;
  if (role === 'from') return isPlace(tokens, reading) || isQuotedKind(tokens, reading);
  return (role === 'for' || role === 'of') && isOwner(tokens, thing, reading);
}

/** "From the feature 'x'" names what holds the thing, and "from Ann Lee" who sent it. */
const isQuotedKind = (tokens: readonly Token[], { lexicon }: Reading) =>
  tokens.some(({ kind }) => kind === 'quote') &&
  tokens.some((token) => token.kind === 'word' && !lexicon.has('determiners', token));

/** "For guest Ann Lee" names an owner by its kind. "For Oak tray 40cm" only says which one is meant. */
function isOwner(tokens: readonly Token[], thing: Mention | null, { lexicon }: Reading): boolean {
  if (!tokens.some(isName)) return false;
  if (thing && !takesName(thing)) return true;
  const own = tokens.filter((token) => !lexicon.has('determiners', token));
  const isKind = (token: Token | undefined) => token !== undefined && !isName(token) && token.kind === 'word';
  return isKind(own[0]) || (own[0]!.kind === 'quote' && isKind(own[1]));
}

/** "9 to 13 March": days tell a thing from its like, and are no name. */
const isStretch = (tokens: readonly Token[], { lexicon }: Reading) =>
  tokens.some((token) => lexicon.means(token, /^to$/)) &&
  tokens.every(
    (token) => token.kind === 'exact' || lexicon.has('months', token) || lexicon.means(token, /^to$/),
  );

/** Whether a thing has no name yet. A short word in front of its kind is none: "HR request". */
const takesName = ({ name, kind }: Mention) => name === null || (kind !== '' && /^\p{L}{1,3}$/u.test(name));

function nameBy(thing: Mention, tokens: readonly Token[], reading: Reading): void {
  const mention = mentionsOf(tokens, reading).at(-1)!;
  if (thing.name !== null) thing.kind = `${thing.name} ${thing.kind}`.toLowerCase();
  thing.name = mention.kind === '' ? mention.name : mention.said;
  thing.qualifiers.push(...mention.qualifiers);
}
