import type { Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { placeOf, sameItem, topmost } from '../candidates/chain.ts';
import { finishing } from '../candidates/finishing.ts';
import { wayCandidates } from '../candidates/ways/way-candidates.ts';
import { creates } from '../candidates/ways/way-words.ts';
import { orderOf } from '../chooser/order.ts';
import { finishDeed } from '../finish/finish-deed.ts';
import { isAnotherView, type SeenScreen } from '../perform/performer.ts';
import { reachedBy } from '../perform/reached-by.ts';
import type { Rehearser } from '../perform/rehearser.ts';
import { hasMade } from '../search/makers.ts';
import { goTo } from '../search/within-reach.ts';
import { Account } from './account.ts';
import { Agenda } from './agenda.ts';
import { Ballot } from './ballot.ts';
import { chipMoves } from './chips.ts';
import { Evidence, scaled, strongest } from './evidence.ts';
import { finishNode } from './finish-node.ts';
import { fillForm } from './form/fill-form.ts';
import { bidsOn, formMove, type ViewRead, withPairings } from './form/form-move.ts';
import { lookInto } from './form/look-into.ts';
import { type Reading, viewOf } from './form/view-of.ts';
import { calledFit, Forms } from './forms.ts';
import { commits, mainDeed, makeMove } from './make-move.ts';
import { type Move, move } from './move.ts';
import { movesOn } from './moves.ts';
import { firstNode, type Grounded, type Node, type Open, pairKey, stateOf, tools, writesOf } from './node.ts';
import { readUtterance } from './read-utterance.ts';
import { isNavigation } from './surroundings.ts';
import type { Utterance } from './utterance.ts';
import { saysWhatIsMade, verbsDone } from './verbs-done.ts';

/**
 * What has to be accounted for, and how likely each act has to be meant. With 0.65 and 0.5, and with values that are typed, 6 of 13 films in
 * applications that were kept aside were right: a wrong press is worse than none.
 */
const enough = 0.86;
const leastLikely = 0.75;
/** Where each value of a view was surely meant, its other words need not be found. Of what wins over all else that the application has, still less. */
const [surely, enoughIfSure, enoughIfWon] = [0.8, 0.6, 0.3];
const mostDepth = 9;
const mostActs = 60;
/** How likely an act has to be meant that makes the application write. */
const leastWriting = 0.35;
const leastWay = 0.03;

/**
 * Looks for acts that account for all of a prompt, whatever its grammar is: best first, over all screens that were seen. What was done is looked at
 * after each act. A way that accounts for the prompt, and made the application write, stays on the performer's path.
 * @returns null, with the performer anywhere, where no way does
 */
export function ground(
  performer: Rehearser,
  prompt: string,
  readings: readonly (readonly Deed[])[],
  until: () => boolean,
): Promise<Grounded | null> {
  return new Search(performer, readUtterance(prompt, readings), readings).run(until);
}

class Search {
  readonly #performer: Rehearser;
  readonly #utterance: Utterance;
  readonly #evidence: Evidence;
  readonly #account: Account;
  readonly #deed: Deed;
  /** What is filled in may be finished by “Add …” as well as by “Save”. */
  readonly #finished: Deed;
  readonly #creates: boolean;
  readonly #hasOneOrder: boolean;
  readonly #root: Node;
  readonly #agenda: Agenda;
  /** States that were looked at. */
  readonly #seen = new Set<string>();

  readonly #reading: Reading;
  readonly #forms = new Forms();
  readonly #ballot = new Ballot();
  /** Pairs of a control and a value that it did not take. */
  readonly #vain = new Set<string>();

  constructor(performer: Rehearser, utterance: Utterance, readings: readonly (readonly Deed[])[]) {
    const deeds = readings[0] ?? [];
    this.#performer = performer;
    this.#agenda = new Agenda(performer.explored.length > 0, ({ node, move }) =>
      move !== 'commit' && move.how === 'fill' ? this.#forms.standing(stateOf(node)) : 1,
    );
    this.#utterance = utterance;
    this.#evidence = new Evidence(utterance);
    this.#account = new Account(this.#evidence, deeds);
    this.#deed = mainDeed(deeds, utterance);
    this.#finished = { ...this.#deed, kind: 'create' };
    this.#creates =
      deeds.some(({ kind }) => kind === 'create') || utterance.units.some(({ verb }) => verb === 'create');
    this.#hasOneOrder =
      new Set(utterance.units.filter(({ weight }) => weight > 0).map(({ order }) => order)).size === 1;
    this.#reading = {
      evidence: this.#evidence,
      order: orderOf(utterance.said, readings),
      creates: this.#creates,
      isVain: (pair) => this.#vain.has(pairKey(pair)),
    };
    this.#root = firstNode(performer.screen, this.#evidence.none, enough);
  }

  async run(until: () => boolean): Promise<Grounded | null> {
    this.#expand(this.#root);
    for (const seen of this.#performer.explored) this.#expand(this.#nodeAt(seen));
    const won = this.#deed.kind === 'change' && this.#hasOneOrder ? this.#ballot.winner() : null;
    if (won) this.#agenda.add({ ...won, priority: 2, reaches: 1 });
    for (let acts = 0; acts < mostActs && !until(); acts++) {
      const next = this.#agenda.next();
      const node = next && (await this.#take(next));
      if (!next) break;
      if (!node) continue;
      const share = this.#account.share(node.covered);
      this.#agenda.reached(share);
      if (
        this.#isEnough(node, share) &&
        this.#mayBeAll(node) &&
        (await finishNode(this.#performer, node, {
          deed: this.#finished,
          start: this.#root.screen,
          namedBy: this.#account.namedBy,
        }))
      )
        return { share, left: this.#creates ? this.#account.saidBeside(node.covered) : [] };
      this.#expand(node);
    }
    return null;
  }

  #isEnough = ({ asks, covered, form }: Node, share: number) =>
    (form === null || this.#forms.makes(form, this.#deed)) &&
    (share >= enough ||
      (share >= asks && (!this.#creates || this.#account.shareOfOrders(covered) >= enough)));

  /** A screen that was seen before. What it is called where it was opened is accounted for. */
  #nodeAt({ path, screen }: SeenScreen): Node {
    const led = path.map(({ item }) => scaled(this.#evidence.own(item), 0.9));
    for (const { item, before } of path)
      this.#agenda.skip({
        node: { ...this.#root, screen: before },
        move: move('press', item, { strengths: this.#evidence.none, likely: 1 }),
        priority: 0,
        reaches: 0,
      });
    return {
      ...this.#root,
      path,
      screen,
      covered: strongest(this.#evidence.none, ...led),
      before: path.at(-1)?.before ?? null,
    };
  }

  /** A choice may be searched by typing. What is typed may stand where it is not for, and nothing on the screen tells. */
  #mayBeAll = ({ covered, likely, path, pending, kept }: Node) =>
    likely >= leastLikely &&
    this.#account.hasAllNamed(covered) &&
    this.#account.hasFound(covered) &&
    // Who is looked up when the number is saved already got no new number.
    (pending || kept === null || this.#account.hasAllNamed(kept, { verbsToo: false, opensToo: false })) &&
    path.length > 0 &&
    // Who makes one new thing writes once, when it is made.
    !(pending && this.#creates && this.#hasOneOrder && writesOf(path) > 0);

  #view = (node: Node): ViewRead => viewOf(node, this.#reading);

  #expand(node: Node): void {
    const { path, screen } = node;
    const state = stateOf(node);
    if (this.#seen.has(state) || path.length >= mostDepth) return;
    this.#seen.add(state);
    this.#account.see(screen);
    const ways = wayCandidates(
      screen,
      this.#deed,
      reachedBy(path, screen),
      path.at(-1)?.before ?? null,
    ).filter(({ confidence }) => confidence >= leastWay);
    const last = path.at(-1);
    const view = this.#view(node);
    const { look } = view;
    const form = formMove(view);
    if (!look.creates) this.#ballot.add(node, bidsOn(view));
    if (form && last && hasMade(last))
      this.#forms.note(state, form.fit ?? 0, calledFit(last.item.name, screen, this.#evidence, this.#deed));
    const moves = [...movesOn(look, ways), ...chipMoves(look), ...(form ? [form] : [])];
    // Who has written already, and not all that is asked for, did something else.
    const trust = 0.97 ** path.length * (this.#hasOneOrder && writesOf(path) > 0 ? 0.5 : 1);
    const present = this.#account.share(node.covered);
    for (const move of moves) {
      const share = this.#account.share(strongest(node.covered, move.strengths));
      // Navigation leads away from what was opened.
      const kept = move.isWay && isNavigation(move.item, screen) ? 0.3 * share : share;
      const begins =
        this.#creates && move.how === 'press' && saysWhatIsMade(move.strengths, this.#utterance) ? 0.4 : 0;
      const worth = (0.12 + kept + 0.6 * (share - present) + begins) * (move.isWay ? 0.9 : 1);
      this.#agenda.add({ node, move, priority: worth * move.likely * trust, reaches: kept });
    }
    if (node.pending && finishing(screen, this.#finished, topmost(screen)))
      this.#agenda.add({ node, move: 'commit', priority: (0.12 + present) * 0.75 * trust, reaches: present });
  }

  /**
   * What is made has to be called so: a firing is no supplier, however surely the form asks for its title. Or its form is the only one of several that has
   * a place for all.
   */
  #isSure = ({ pairings }: Move, node: Node) =>
    pairings?.every(({ fit }) => fit >= surely) === true &&
    (!this.#creates || this.#forms.isAhead(stateOf(node)));

  async #take({ node, move: found }: Open): Promise<Node | null> {
    const performer = this.#performer;
    const move =
      found !== 'commit' && commits(found, node, this.#evidence)
        ? { ...found, isWay: false, likely: 0.85 }
        : found;
    if (!(await goTo(performer, node, move === 'commit' ? null : move.item))) return null;
    const [from, before] = [performer.path.length, performer.screen];
    if (move === 'commit') {
      const kept = await finishDeed(performer, this.#finished, 0);
      return kept && performer.path.length > from ? this.#arrivedAt(node, null, before) : null;
    }
    const item = sameItem(before, node.screen, move.item);
    if (!item) return null;
    this.#agenda.take(move, isNavigation(item, before));
    let done = move;
    if (move.pairings) {
      const looked = await lookInto(performer, this.#view(node), (screen) => this.#view({ ...node, screen }));
      const filled = await fillForm(performer, looked ?? move.pairings, performer.screen);
      for (const one of filled?.refused ?? []) this.#vain.add(pairKey(one));
      if (!filled || filled.taken.length === 0) {
        this.#seen.delete(stateOf(node));
        this.#expand(node);
        return null;
      }
      done = withPairings(move, filled.taken);
    } else if (!(await makeMove(performer, { ...move, item }))) return null;
    const wrote = performer.path.slice(from).some((act) => act.wrote > 0);
    // What only leads on does not write, unless it notes what was seen. What is hardly meant must not change anything.
    const isSight =
      item.kind === 'body' || item.kind === 'link' || isAnotherView({ before, after: performer.screen });
    if (wrote && !isSight && (move.isWay ? tools.test(item.kind) : move.likely < leastWriting)) return null;
    return this.#arrivedAt(node, done, before);
  }

  #arrivedAt(node: Node, move: Move | null, before: Screen): Node {
    const { path, screen } = this.#performer;
    const wroteNow = writesOf(path.slice(node.path.length)) > 0;
    const sets = move !== null && (/^(?:choose|fill)$/.test(move.how) || move.item.kind === 'radio');
    // What was opened before the view changed is not there any more.
    const leaves = move !== null && isNavigation(move.item, before) && writesOf(path) === 0;
    const base = leaves ? this.#evidence.none : node.covered;
    // A button that makes something says what: “New template” makes no vaccination.
    const makes = move !== null && this.#creates && creates.test(move.item.name.trim());
    const covered = strongest(
      base,
      move?.strengths ?? base,
      verbsDone(move, this.#utterance, this.#account.known),
    );
    const staysThere = move === null || (sets && topmost(before) === topmost(screen));
    return {
      path: [...path],
      screen,
      covered,
      kept: wroteNow || move === null ? covered : node.kept,
      used: move
        ? new Set([
            ...node.used,
            ...(move.span ? [move.span] : []),
            ...(move.pairings ?? []).map(({ span }) => span),
          ])
        : node.used,
      filled: sets
        ? new Set([...node.filled, ...(move.pairings ?? [move]).map(({ item }) => placeOf(item))])
        : node.filled,
      pending: move !== null && (node.pending || sets) && !(wroteNow && topmost(screen) === null),
      // What only leads on does no harm, however doubtful it was.
      likely:
        move !== null && !move.isWay && (sets || wroteNow || makes)
          ? Math.min(node.likely, move.likelyDone ?? move.likely)
          : node.likely,
      asks:
        move === null
          ? node.asks
          : move.hasWon
            ? enoughIfWon
            : this.#isSure(move, node)
              ? enoughIfSure
              : enough,
      before: staysThere ? node.before : before,
      form: node.form ?? (move?.how === 'fill' && this.#forms.has(stateOf(node)) ? stateOf(node) : null),
    };
  }
}
