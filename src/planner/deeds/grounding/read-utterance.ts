import { fold } from '../../language/words.ts';
import type { Deed } from '../../prompt/deed.ts';
import { withoutAsides } from '../../prompt/grammar/asides.ts';
import { type Lexicon, lexiconFor } from '../../prompt/lexicon.ts';
import { isName, type Token, tokens } from '../../prompt/tokens.ts';
import { phrasesIn } from './phrases.ts';
import type { Marker, Span, Unit, Utterance } from './utterance.ts';
import { isWeak, verbAt, verbUnit } from './verb-units.ts';

/**
 * Reads a prompt token by token. What it asks for is not looked up anywhere.
 * @param readings what the prompt may ask for. What they take for a name or a value of several words is one unit
 */
export function readUtterance(prompt: string, readings: readonly (readonly Deed[])[] = []): Utterance {
  const begins = readings[0]?.[0]?.verb ?? '';
  const { units, spans } = new Reader(prompt, phrasesIn(readings), begins).read();
  const made = new Set(
    readings
      .flat()
      .flatMap(({ kind, thing }) => (kind === 'create' && thing?.name != null ? [fold(thing.name)] : [])),
  );
  return { said: prompt, spans, units: units.map((unit) => ({ ...unit, isNew: made.has(fold(unit.text)) })) };
}

const weights = { quote: 3, exact: 3, name: 2, word: 1 } as const;
/** What something was before, and what stands in brackets, need not be found. */
const asideWeight = 0.3;
/** "Have the panel shown on the right" says no more than "have the panel on the right". English only. */
const states = /^(?:shown|displayed|placed|positioned|located|kept|put|set|sent|made|appear|appears)$/;
const having = /^(?:have|keep|get|let|make)$/;

class Reader {
  readonly #prompt: string;
  readonly #all: Token[];
  readonly #lexicon: Lexicon;
  readonly #units: Unit[] = [];
  readonly #spans: Span[] = [];
  #marker: Marker = '';
  #order = 0;
  #clause = 0;
  /** An order may begin here. */
  #isStart = true;
  /** What stands behind a small word, up to the next one. */
  #phrase: { first: number; start: number; end: number; marker: Marker } | null = null;

  readonly #phrases: readonly string[];
  /** The verb of the first order, by the likeliest reading: "Limit IMAP folders …" limits, and names no “Limit IMAP”. */
  readonly #begins: string;

  constructor(prompt: string, phrases: readonly string[], begins: string) {
    this.#prompt = prompt;
    this.#phrases = phrases;
    this.#begins = begins;
    const all = tokens(prompt);
    this.#lexicon = lexiconFor(all);
    this.#all = withoutAsides(all, this.#lexicon);
  }

  read(): Pick<Utterance, 'units' | 'spans'> {
    for (let at = 0; at < this.#all.length; ) at += this.#readAt(at);
    this.#endPhrase();
    return { units: this.#units, spans: unique(this.#spans) };
  }

  /** @returns how many tokens were read */
  #readAt(at: number): number {
    const token = this.#all[at]!;
    if (token.kind === 'mark') return this.#readMark(token, at);
    if (token.kind === 'owner') return 1;
    return (
      this.#readVerb(at) || this.#readMarker(at) || this.#readJoin(at) || this.#skip(at) || this.#readUnit(at)
    );
  }

  #readMark({ text }: Token, at: number): number {
    if (!/^[,.;:!?\n]$|^[-=]>$/.test(text)) return 1;
    const explains = text === ':' || text.endsWith('>');
    this.#endPhrase();
    this.#clause++;
    if (text !== ',' && text !== ':') this.#order++;
    this.#isStart = true;
    this.#marker = explains ? 'goal' : '';
    // "Ann Lee, a marine biologist, …"
    const next = this.#all[at + 1];
    const after = next && this.#lexicon.has('indefinite', next) ? this.#all[at + 2] : undefined;
    if (text === ',' && after)
      this.#phrase = { first: this.#units.length, start: after.start, end: after.end, marker: '' };
    return 1;
  }

  #readVerb(at: number): number {
    const verb = this.#isStart ? verbAt(this.#all, at, this.#lexicon, this.#begins) : null;
    if (!verb) return 0;
    this.#endPhrase();
    if (this.#units.length > 0 && verb.kind !== 'tour') this.#order++;
    this.#isStart = false;
    this.#marker = '';
    this.#units.push({
      ...verbUnit(verb),
      start: this.#all[at]!.start,
      isNew: false,
      order: this.#order,
      clause: this.#clause,
    });
    return verb.length;
  }

  #readMarker(at: number): number {
    const [found] = this.#lexicon.markersAt(this.#all, at);
    if (!found || this.#all[at]!.kind !== 'word' || this.#isTitled(at)) return 0;
    const { length } = found.words;
    const means = markers[found.means] ?? '';
    this.#isStart = false;
    if (means === 'keep') return length;
    this.#endPhrase();
    this.#marker = means;
    const next = this.#all[at + length];
    if (next && (means === 'goal' || means === 'name' || means === 'with'))
      this.#phrase = { first: this.#units.length, start: next.start, end: next.end, marker: means };
    return length;
  }

  #readJoin(at: number): number {
    const { phraseAt } = this.#lexicon;
    const length = phraseAt('and', this.#all, at) || phraseAt('afterwards', this.#all, at);
    if (length === 0) return 0;
    this.#endPhrase();
    this.#isStart = true;
    return length;
  }

  #skip(at: number): number {
    const token = this.#all[at]!;
    const { has } = this.#lexicon;
    return token.kind === 'word' &&
      !this.#isTitled(at) &&
      (this.#isSaidOfState(token) ||
        (isWeak(token) && !has('kinds', token)) ||
        has('determiners', token) ||
        has('polite', token))
      ? 1
      : 0;
  }

  #isSaidOfState = ({ low }: Token) => having.test(this.#begins) && states.test(low);

  /** A small word with a capital begins a name: the state "In Review". */
  #isTitled(at: number): boolean {
    const [token, next, last] = [this.#all[at]!, this.#all[at + 1], this.#all[at - 1]];
    return (
      last !== undefined && last.kind === 'word' && isName(token) && next?.kind === 'word' && isName(next)
    );
  }

  #readUnit(at: number): number {
    const token = this.#all[at]!;
    const isExact = token.kind === 'quote' || token.kind === 'exact';
    const name = isExact ? 0 : Math.max(nameAt(this.#all, at, this.#lexicon), this.#phraseAt(at));
    const length = Math.max(1, name);
    const { end } = this.#all[at + length - 1]!;
    const text = isExact ? token.text : this.#prompt.slice(token.start, end);
    const kind = isExact ? (token.kind as 'quote' | 'exact') : name > 0 ? 'name' : 'word';
    const isBeside = !isExact && (this.#marker === 'former' || token.kind === 'aside');
    const first = this.#units.length;
    this.#units.push({
      text,
      kind,
      verb: null,
      also: [],
      weight: isBeside ? asideWeight : weights[kind],
      marker: this.#marker,
      isNew: false,
      start: token.start,
      order: this.#order,
      clause: this.#clause,
    });
    if (kind !== 'word') this.#spans.push({ text, first, last: first, isExact, marker: this.#marker });
    if (this.#phrase) this.#phrase.end = end;
    this.#isStart = false;
    return length;
  }

  /** How many tokens a name or a value of several words has that begins there. None: 0. */
  #phraseAt(at: number): number {
    const { start } = this.#all[at]!;
    const phrase = this.#phrases.find((one) => this.#prompt.startsWith(one, start));
    if (phrase === undefined) return 0;
    const behind = this.#all.slice(at).findIndex((token) => token.end > start + phrase.length);
    return behind < 0 ? this.#all.length - at : behind;
  }

  /** What is quoted or exact is a value by itself, and not with the words around it. */
  #endPhrase(): void {
    const phrase = this.#phrase;
    this.#phrase = null;
    const own = phrase ? this.#units.slice(phrase.first) : [];
    if (!phrase || own.length === 0 || own.some(({ kind }) => kind === 'quote' || kind === 'exact')) return;
    const { first, start, end, marker } = phrase;
    const text = this.#prompt.slice(start, end).trim();
    this.#spans.push({ text, first, last: this.#units.length - 1, isExact: false, marker });
  }
}

const unique = (spans: Span[]) =>
  spans.filter(
    (span, index) =>
      span.text !== '' &&
      spans.findIndex((one) => one.first === span.first && one.last === span.last) === index,
  );

/** Small words by what they tell of what stands behind them. `keep`: they are part of it. */
const markers: Readonly<Record<string, Marker | 'keep'>> = {
  to: 'goal',
  into: 'goal',
  as: 'goal',
  until: 'goal',
  says: 'name',
  named: 'name',
  in: 'place',
  on: 'place',
  for: 'place',
  of: 'place',
  from: 'former',
  without: 'former',
  with: 'with',
  using: 'with',
  by: 'with',
  given: 'with',
  narrow: 'place',
  loose: 'keep',
  beside: 'keep',
};

/** Capitals that stand together, with what joins them: "Ann Lee, Head of Training". */
function nameAt(all: readonly Token[], at: number, { means }: Lexicon): number {
  if (all[at]!.kind !== 'word' || !isName(all[at]!)) return 0;
  const isFirst = at === 0 || /^[.;!?\n]$/.test(all[at - 1]!.text);
  if (isFirst && !(all[at + 1]?.kind === 'word' && isName(all[at + 1]!))) return 0;
  let length = 1;
  for (let next = all[at + 1]; next; next = all[at + length]) {
    const behind = all[at + length + 1];
    if ((next.kind === 'word' && isName(next)) || /^\d+$/.test(next.text)) length++;
    else if (next.low === '&' && behind && isName(behind)) length += 2;
    else if (all[at - 1]?.text === ',' && means(next, /^of$/) && behind && isName(behind)) length += 2;
    else break;
  }
  return length;
}
