import { fold } from '../../language/words.ts';
import type { Deed, FieldValue, Mention } from '../deed.ts';
import { leftOut } from '../left-out.ts';
import type { Token } from '../tokens.ts';
import type { Piece } from './label.ts';

/** A labelling of a prompt, and the deeds that it makes. */
export interface ReadingOfLabels {
  pieces: readonly Piece[];
  deeds: readonly Deed[];
  /** How much less likely its labels are than the likeliest ones, as a logarithm. */
  behind: number;
}

/**
 * What is told of a whole reading, where the labels of words see only their neighbours: each piece with all its words and those around it, what lies between
 * two pieces, and the deeds. "A field called 'Simple Note' gets the value 'format'" is odd, and no single word of it is.
 */
export function featuresOfReading(
  { pieces, deeds }: ReadingOfLabels,
  prompt: string,
  all: readonly Token[],
): string[] {
  const word = (at: number) => (at < 0 ? '<' : at >= all.length ? '>' : wordOf(all[at]!));
  return [
    `out${Math.min(3, leftOut(prompt, deeds).length)}`,
    `deeds${Math.min(4, deeds.length)}`,
    ...pieces.flatMap((piece) => ofPiece(piece, all, word)),
    ...[...pieces.keys(), pieces.length].flatMap((at) => before(at, pieces, all, word)),
    ...deeds.flatMap(ofDeed),
  ];
}

type WordAt = (at: number) => string;

const wordOf = ({ kind, low }: Token) =>
  kind === 'word' || kind === 'mark' || kind === 'owner' ? low : kind;
const shapeOf = ({ kind, text }: Token) => (kind !== 'word' ? kind : /^\p{Lu}/u.test(text) ? 'A' : 'a');

function ofPiece({ role, from, to }: Piece, all: readonly Token[], word: WordAt): string[] {
  const shape = all.slice(from, to).map(shapeOf).join('').slice(0, 8);
  const [back, ahead] = [word(from - 1), word(to)];
  const found = [
    `l${role}${Math.min(5, to - from)}`,
    `s${role}${shape}`,
    `b${role}_${back}`,
    `a${role}_${ahead}`,
    `f${role}_${word(from)}`,
    `e${role}_${word(to - 1)}`,
    `c${role}_${back}_${ahead}`,
    `d${role}_${back}_${shape}`,
  ];
  for (let at = from + 1; at < to; at++) if (isSmall(all[at]!)) found.push(`i${role}_${word(at)}`);
  return found;
}

/** What lies between a piece and the one before it. */
function before(at: number, pieces: readonly Piece[], all: readonly Token[], word: WordAt): string[] {
  const [last, next] = [pieces[at - 1], pieces[at]];
  const [back, role] = [last?.role ?? '<', next?.role ?? '>'];
  const from = last?.to ?? 0;
  const to = next?.from ?? all.length;
  const between = all.slice(from, to).map((_, index) => word(from + index));
  const joint = between.slice(0, 4).join(' ') + (between.length > 4 ? '+' : '');
  const found = [`p${back}_${role}`, `q${back}_${joint}_${role}`];
  if (last && next) found.push(`t${pieces[at - 2]?.role ?? '<'}_${back}_${role}`);
  for (let place = from; place < to; place++) {
    const token = all[place]!;
    if (token.kind !== 'mark' && !small.has(token.low))
      found.push(`o${shapeOf(token)}`, `O_${word(place)}`, `r${back}_${role}_${shapeOf(token)}`);
  }
  return found;
}

function ofDeed({ kind, verb, thing, places, fields }: Deed): string[] {
  const many = Math.min(2, fields.length);
  const built = `${thing ? 't' : ''}${thing?.name != null ? 'n' : ''}${thing?.kind ? 'k' : ''}${thing?.qualifiers.length ?? 0}`;
  return [
    `D${kind}${built}${many}${Math.min(2, places.length)}`,
    `V${fold(verb)}_${kind}`,
    `W${fold(verb)}_${built}${many > 0 ? 1 : 0}`,
    ...(thing?.kind ? [`T_${lastOf(thing.kind)}`, `U${Math.min(4, thing.kind.split(' ').length)}`] : []),
    ...places.flatMap(ofPlace),
    ...fields.flatMap((field) => ofField(field, kind, fields)),
  ];
}

const ofPlace = ({ name, kind, qualifiers }: Mention) => [
  `L_${kind}`,
  `P${name === null ? '' : 'n'}${kind ? 'k' : ''}${qualifiers.length}`,
];

function ofField({ field, value }: FieldValue, deed: string, all: readonly FieldValue[]): string[] {
  const gets =
    value.to !== 'text'
      ? 'switch'
      : value.exact
        ? 'exact'
        : /\d/.test(value.text)
          ? '#'
          : capital(value.text);
  const called = field === '' ? '-' : /["'“‘]/.test(field) ? 'q' : capital(field);
  const isTwice = all.filter((other) => other.field === field).length > 1;
  return [
    `F${called}${gets}`,
    `G${deed}${called}${gets}`,
    `H_${fold(field)}`,
    `I${Math.min(5, field.split(' ').length)}`,
    `J_${lastOf(fold(field))}_${gets}`,
    ...(isTwice ? [`twice${called}`] : []),
  ];
}

const capital = (text: string) => (/^\p{Lu}/u.test(text) ? 'A' : 'a');
const lastOf = (text: string) => text.split(' ').at(-1)!;

/** Small English words. A word that is left outside of all pieces is noted unless it is one of them. */
const small = new Set(
  'the a an of in on at for to with as from by and or named called titled my our its their this that is are be it please then so not under into onto'.split(
    ' ',
  ),
);
const isSmall = (token: Token) => token.kind !== 'word' || small.has(token.low);
