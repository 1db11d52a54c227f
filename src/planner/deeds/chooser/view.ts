import { deedMeanings, fieldMeanings } from '../../language/thesaurus/same-meaning.ts';
import { isName } from '../../prompt/tokens.ts';
import type { Control } from './controls.ts';
import { type Match, matchOf, matchOfOption, stemsOf } from './matches.ts';
import type { Order, Span } from './order.ts';

/** What an order says of the label of a control, and of what it offers. */
export interface Told {
  label: Match;
  /** How well the thesaurus says that the order means the label, from 0 to 1. */
  meant: number;
  /** How well each option is said, where there are some. */
  options: readonly Match[];
}

type Place = Pick<Span, 'from' | 'to'>;

/** The controls of one or more screens, as an order sees them. What features ask for more than once is found once. */
export class View {
  readonly order: Order;
  readonly controls: readonly Control[];
  /** The first telling word of each part of the order: mostly its verb. */
  readonly verbs: readonly string[];
  /** Up to four words in a row, for the thesaurus. */
  readonly phrases: readonly string[];
  /** The stems of the words that are neither quoted nor small. */
  readonly openStems: readonly string[];
  readonly #told = new Map<Control, Told>();
  readonly #counts = new Map<string, number>();
  readonly #rows: ReadonlyMap<string, number>;
  readonly #near = new Map<string, { control: Control; near: number }[]>();

  constructor(order: Order, controls: readonly Control[]) {
    this.order = order;
    this.controls = controls;
    this.verbs = verbsIn(order);
    this.phrases = phrasesIn(order);
    const open = order.atoms.flatMap(({ kind, stems, isWeak }) => (kind === 'word' && !isWeak ? stems : []));
    this.openStems = [...new Set(open)].slice(0, mostOpen);
    const labels = new Map(controls.map(({ label, view }) => [`${label}\n${view.join('\n')}`, label]));
    for (const label of labels.values())
      for (const stem of stemsOf(label)) this.#counts.set(stem, (this.#counts.get(stem) ?? 0) + 1);
    const rows = new Map(controls.map(({ row }) => [row.join('\n'), row]));
    this.#rows = new Map([...rows].map(([key, row]) => [key, row.length === 0 ? 0 : this.#rowFit(row)]));
    for (const control of controls) this.#told.set(control, this.#tell(control));
  }

  told = (control: Control): Told => this.#told.get(control)!;

  /** How well an order says a text. */
  match = (text: string): Match => matchOf(text, this.order, () => 1);

  /** How well the order names the row of a control, and how well the row that it names best: 0 to 1.3. */
  rowFit({ row }: Control): { own: number; best: number } {
    return { own: this.#rows.get(row.join('\n')) ?? 0, best: Math.max(...this.#rows.values()) };
  }

  /** What many labels have in common tells little. */
  #weightOf = (stem: string) => 1 / (1 + 0.5 * Math.log(Math.max(1, this.#counts.get(stem) ?? 1)));

  #tell(control: Control): Told {
    const label = matchOf(control.label, this.order, this.#weightOf);
    const isPress = control.kind === 'press';
    const meant =
      label.share > 0.99 || control.label === ''
        ? 0
        : isPress
          ? deedMeanings.likeness(this.order.said, control.label)
          : Math.max(0, ...this.phrases.map((phrase) => fieldMeanings.likeness(phrase, control.label)));
    return { label, meant, options: control.options.map((option) => matchOfOption(option, this.order)) };
  }

  #rowFit(row: readonly string[]): number {
    const [name = '', ...also] = row;
    const own = this.match(name);
    const fit = own.isPhrase ? 1 : 0.8 * own.share;
    const others = also.map(this.match).filter(({ isPhrase }) => isPhrase).length;
    return Math.min(1, fit) + Math.min(0.3, 0.15 * others);
  }

  /** The word before a place of the order. Of names and numbers only that they are such, and whether a comma or a joint stands between. */
  before(at: number): string {
    const { atoms } = this.order;
    const [prev, own] = [atoms[at - 1], atoms[at]];
    if (!prev) return '^';
    const apart = own && own.clause !== prev.clause ? ', ' : '';
    if (prev.kind === 'quote' || prev.kind === 'exact') return `${apart}<${prev.kind}>`;
    return `${apart}${at > 1 && isName({ ...prev, kind: 'word' }) ? '<name>' : prev.low}`;
  }

  /** The controls whose labels stand near a part of the order. */
  nearTo(span: Place): readonly { control: Control; near: number }[] {
    const key = `${span.from} ${span.to}`;
    const known = this.#near.get(key);
    if (known) return known;
    const found = this.controls
      .filter(({ kind }) => kind !== 'press')
      .map((control) => ({ control, near: this.nearness(control, span).near }))
      .filter(({ near }) => near > 0);
    this.#near.set(key, found);
    return found;
  }

  /** How well the words next to a value say the label: its share, less for each word between. */
  nearness(control: Control, { from, to }: Place): { near: number; side: string } {
    const { atoms } = this.order;
    const { label } = this.#told.get(control)!;
    let [near, side] = [0, 'none'];
    for (const at of label.places) {
      if (at >= from && at < to) continue;
      const between = at < from ? atoms.slice(at + 1, from) : atoms.slice(to, at);
      const far = between.filter(({ isWeak }) => !isWeak).length;
      const isCut = between.some(({ kind }) => kind === 'quote' || kind === 'exact');
      // The next sentence is mostly of something else: "Its text: 'Read this.' Tag it with rota".
      const [own, other] = [atoms[from]!, atoms[at]!];
      const apart = other.sentence !== own.sentence ? 0.35 : other.clause !== own.clause ? 0.7 : 1;
      const fit = label.share * 0.75 ** far * (isCut ? 0.5 : 1) * apart * (at > from ? 0.85 : 1);
      if (fit > near) [near, side] = [fit, at < from ? 'before' : 'behind'];
    }
    return { near, side };
  }
}
const mostOpen = 24;

/** Up to four words in a row, for the thesaurus. */
function phrasesIn({ atoms }: Order): string[] {
  const found: string[] = [];
  for (let from = 0; from < atoms.length; from++)
    for (let to = from + 1; to <= Math.min(atoms.length, from + 4); to++) {
      const some = atoms.slice(from, to);
      if (
        some.some(({ kind }) => kind !== 'word' && kind !== 'quote') ||
        some[0]!.isWeak ||
        some.at(-1)!.isWeak
      )
        continue;
      if (some.at(-1)!.clause !== some[0]!.clause) continue;
      found.push(some.map(({ text }) => text).join(' '));
    }
  return found;
}

/** The first telling word of each part of the order: mostly its verb. */
function verbsIn({ atoms }: Order): string[] {
  const found: string[] = [];
  for (const [at, { stems, kind, clause }] of atoms.entries()) {
    const isFirst = at === 0 || atoms[at - 1]!.clause !== clause;
    if (kind === 'word' && isFirst && stems[0]) found.push(stems[0]);
  }
  return [...new Set(found)].slice(0, 4);
}
