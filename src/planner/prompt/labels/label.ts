/**
 * What a piece of a prompt is to a deed.
 *
 * - `create`, `change`, `on`, `off`, `act`, `open`: the verb of a deed, by what it asks for.
 * - `kind`, `name`, `qual`, `ord`: what the deed is done to, or what is created.
 * - `pkind`, `pname`, `pqual`: a place, or the record that it belongs to.
 * - `field`, `value`, `from`: a field, what it gets, and what it had before.
 * - `text`: what is written, where the prompt names no field for it.
 */
export const roles = [
  'create',
  'change',
  'on',
  'off',
  'act',
  'open',
  'kind',
  'name',
  'qual',
  'ord',
  'pkind',
  'pname',
  'pqual',
  'field',
  'value',
  'from',
  'text',
] as const;
export type LabelRole = (typeof roles)[number];

/** Labels of single words: the first word of a piece, the others, and what is outside of all. */
export const labels = ['O', ...roles.flatMap((role) => [`B-${role}`, `I-${role}`])];

/** A piece of a prompt: the tokens from `from` to before `to`. */
export interface Piece {
  role: LabelRole;
  from: number;
  to: number;
}

/** The pieces that labels cut out of their words. */
export function piecesOfLabels(found: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  for (const [at, label] of found.entries()) {
    if (label === 0) continue;
    const role = roles[(label - 1) >> 1]!;
    const last = pieces.at(-1);
    const goesOn = label % 2 === 0 && last?.role === role && last.to === at;
    if (goesOn) last.to = at + 1;
    else pieces.push({ role, from: at, to: at + 1 });
  }
  return pieces;
}

/** The label of each of so many words. */
export function labelsOfPieces(pieces: readonly Piece[], length: number): number[] {
  const found = new Array<number>(length).fill(0);
  for (const { role, from, to } of pieces) {
    const first = 1 + 2 * roles.indexOf(role);
    for (let at = from; at < to; at++) found[at] = at === from ? first : first + 1;
  }
  return found;
}
