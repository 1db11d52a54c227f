import type { Reading } from '../lexicon.ts';
import type { Token } from '../tokens.ts';
import type { Piece } from './label.ts';

/** A verb and what belongs to it. */
export interface Order {
  verb: Piece & { role: VerbRole };
  /** The other part of the verb, where it stands apart: "hinzu", "toe", "off". */
  particle: Piece | null;
  /** What was said before the verb: places. */
  lead: Piece[];
  pieces: Piece[];
  /** Where its last piece ends, and where the next order begins. */
  end: number;
  until: number;
}

type VerbRole = 'create' | 'change' | 'on' | 'off' | 'act' | 'open';
const isVerb = (piece: Piece): piece is Order['verb'] =>
  /^(?:create|change|on|off|act|open)$/.test(piece.role);
export const isPlace = ({ role }: Piece) => role === 'pkind' || role === 'pname' || role === 'pqual';
export const isThing = ({ role }: Piece) =>
  role === 'kind' || role === 'name' || role === 'qual' || role === 'ord';

/** The orders of a prompt, a verb each. What is said without any verb goes with nothing. */
export function ordersOf(found: readonly Piece[], all: readonly Token[], reading: Reading): Order[] {
  const pieces = found.flatMap((piece) => withoutEnds(piece, all));
  const orders: Order[] = [];
  let waiting: Piece[] = [];
  for (const piece of pieces) {
    if (isVerb(piece)) {
      const last = orders.at(-1);
      if (last && isParticle(piece, last, all, reading)) {
        last.particle = piece;
        last.end = piece.to;
        continue;
      }
      const lead = last ? taken(last, piece, all, reading) : waiting;
      if (last) last.until = lead[0]?.from ?? piece.from;
      orders.push({ verb: piece, particle: null, lead, pieces: [], end: piece.to, until: all.length });
      waiting = [];
    } else if (orders.length === 0) waiting.push(piece);
    else {
      const order = orders.at(-1)!;
      order.pieces.push(piece);
      order.end = piece.to;
    }
  }
  return orders;
}

/** "Füge … hinzu", "turn … off": a short word of the same role that no joint stands before. */
function isParticle(
  { role, from, to }: Piece,
  last: Order,
  all: readonly Token[],
  { lexicon }: Reading,
): boolean {
  const [word, before] = [all[from]!, all[from - 1]!];
  const isApart = before.kind === 'mark' || lexicon.has('and', before) || lexicon.has('afterwards', before);
  return (
    role === last.verb.role &&
    last.particle === null &&
    last.verb.to < from &&
    to === from + 1 &&
    !isApart &&
    /^\p{Ll}{1,7}$/u.test(word.text)
  );
}

/** "Archive it and, on the Team page, invite Bo": places between a joint and a verb belong to that verb. */
function taken(last: Order, verb: Piece, all: readonly Token[], { lexicon }: Reading): Piece[] {
  const isJoint = (token: Token) =>
    /^[.;:!\n]$/.test(token.text) || lexicon.has('and', token) || token.low === 'then';
  let joint = -1;
  for (let at = last.verb.to; at < verb.from; at++) if (isJoint(all[at]!)) joint = at;
  if (joint < 0) return [];
  const behind = last.pieces.filter(({ from }) => from > joint);
  if (behind.length === 0 || !behind.every(isPlace)) return [];
  last.pieces = last.pieces.filter(({ from }) => from < joint);
  last.end = last.pieces.at(-1)?.to ?? last.verb.to;
  return behind;
}

/** The full stop of the sentence and a comma are no part of a name. */
function withoutEnds({ role, from, to }: Piece, all: readonly Token[]): Piece[] {
  const isSign = (token: Token) => /^[.,;:!?]$/.test(token.text);
  let [first, end] = [from, to];
  while (first < end && isSign(all[first]!)) first++;
  while (end > first && isSign(all[end - 1]!)) end--;
  return end > first ? [{ role, from: first, to: end }] : [];
}
