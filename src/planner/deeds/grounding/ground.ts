import type { Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { placeOf, sameItem, topmost } from '../candidates/chain.ts';
import { finishing } from '../candidates/press-candidates.ts';
import { wayCandidates } from '../candidates/way-candidates.ts';
import { fingerprint, type Performed, reachedBy } from '../perform/performer.ts';
import type { Rehearser } from '../perform/rehearser.ts';
import { finishDeed } from '../pursue/finish-deed.ts';
import { loadsPage } from '../search/reach.ts';
import { isInReach, standsOn } from '../search/within-reach.ts';
import { Account } from './account.ts';
import { Evidence, strongest } from './evidence.ts';
import { mainDeed, makeMove } from './make-move.ts';
import type { Move, Standing } from './move.ts';
import { movesOn } from './moves.ts';
import { readUtterance } from './read-utterance.ts';
import { isNavigation } from './surroundings.ts';
import type { Utterance } from './utterance.ts';

/** A screen, and the way to it. */
interface Node extends Standing {
  path: readonly Performed[];
  screen: Screen;
  /** Values were entered that nothing has kept yet. */
  pending: boolean;
  /** How likely the least likely act was that does more than lead on. */
  likely: number;
}

interface Open {
  node: Node;
  /** `commit`: saves what was entered. */
  move: Move | 'commit';
  priority: number;
}

/**
 * What has to be accounted for, and how likely each act has to be meant. With 0.65 and 0.5, and with values that are typed, 6 of 13 films in
 * applications that were kept aside were right: a wrong press is worse than none.
 */
const enough = 0.86;
const leastLikely = 0.75;
const mostDepth = 9;
const mostActs = 60;
/** How likely an act has to be meant that makes the application write. */
const leastWriting = 0.35;
const leastWay = 0.03;
const leastHope = 0.003;

/**
 * Looks for acts that account for all of a prompt, whatever its grammar is: best first, over all screens that were seen. What was done is looked at
 * after each act. A way that accounts for the prompt, and made the application write, stays on the performer's path.
 * @returns how much of the prompt is accounted for, from 0 to 1. Null, with the performer anywhere, where no way does
 */
export function ground(
  performer: Rehearser,
  prompt: string,
  deeds: readonly Deed[],
  until: () => boolean,
): Promise<number | null> {
  return new Search(performer, readUtterance(prompt), deeds).run(until);
}

class Search {
  readonly #performer: Rehearser;
  readonly #utterance: Utterance;
  readonly #evidence: Evidence;
  readonly #account: Account;
  readonly #deed: Deed;
  readonly #creates: boolean;
  readonly #hasOneOrder: boolean;
  readonly #root: Node;
  #open: Open[] = [];
  /** States that were looked at, and moves that were made, each with the state that it was made in. */
  readonly #seen = new Set<string>();
  readonly #made = new Set<string>();
  /** How often a way of this name was taken. */
  readonly #taken = new Map<string, number>();

  constructor(performer: Rehearser, utterance: Utterance, deeds: readonly Deed[]) {
    this.#performer = performer;
    this.#utterance = utterance;
    this.#evidence = new Evidence(utterance);
    this.#account = new Account(this.#evidence);
    this.#deed = mainDeed(deeds, utterance);
    this.#creates =
      deeds.some(({ kind }) => kind === 'create') || utterance.units.some(({ verb }) => verb === 'create');
    this.#hasOneOrder =
      new Set(utterance.units.filter(({ weight }) => weight > 0).map(({ order }) => order)).size === 1;
    this.#root = {
      path: [],
      screen: performer.screen,
      covered: this.#evidence.none,
      used: new Set(),
      filled: new Set(),
      before: null,
      pending: false,
      likely: 1,
    };
  }

  async run(until: () => boolean): Promise<number | null> {
    this.#expand(this.#root);
    for (let acts = 0; acts < mostActs && !until(); acts++) {
      const next = this.#next();
      const node = next && (await this.#take(next));
      if (!next) break;
      if (!node) continue;
      const share = this.#account.share(node.covered);
      if (share >= enough && this.#mayBeAll(node) && (await this.#finish(node))) return share;
      this.#expand(node);
    }
    return null;
  }

  /** A choice may be searched by typing. What is typed may stand where it is not for, and nothing on the screen tells. */
  #mayBeAll = ({ covered, likely, path }: Node) =>
    likely >= leastLikely &&
    this.#account.hasAllNamed(covered) &&
    path.every(({ do: how, part }) => how !== 'type' || part === 'way');

  /** Saves what was entered, and looks whether anything came of it. */
  async #finish(node: Node): Promise<boolean> {
    const performer = this.#performer;
    if (performer.isAside && !(await performer.retrace(node.path))) return false;
    const last = performer.path.at(-1);
    // A switch or a choice that writes at once leaves its dialog open.
    const isKept = last !== undefined && last.wrote > 0 && last.do !== 'type';
    const isOpen = node.pending || topmost(performer.screen) !== null;
    const kept = !isOpen || isKept || (await finishDeed(performer, this.#deed, 0));
    if (kept && writesOf(performer.path) > 0) {
      await this.#shorten();
      return true;
    }
    await performer.retrace(node.path);
    return false;
  }

  /** Leaves out what was tried before the way goes on from the first screen. Viewers need not see it. */
  async #shorten(): Promise<void> {
    const performer = this.#performer;
    const path = [...performer.path];
    const from = path.findLastIndex(
      ({ before, item }, index) =>
        path.slice(0, index).every(({ part, wrote }) => part === 'way' && wrote === 0) &&
        standsOn(this.#root.screen, before, item),
    );
    if (from <= 0) return;
    const done = fingerprint(performer.screen);
    const isSame = (await performer.retrace(path.slice(from))) && fingerprint(performer.screen) === done;
    if (!isSame) await performer.retrace(path);
  }

  #expand(node: Node): void {
    const { path, screen } = node;
    const state = stateOf(node);
    if (this.#seen.has(state) || path.length >= mostDepth) return;
    this.#seen.add(state);
    this.#account.see(screen);
    const ways = wayCandidates(screen, this.#deed, reachedBy(path), path.at(-1)?.before ?? null).filter(
      ({ confidence }) => confidence >= leastWay,
    );
    const moves = movesOn(screen, this.#evidence, node, { creates: this.#creates, ways });
    // Who has written already, and not all that is asked for, did something else.
    const trust = 0.97 ** path.length * (this.#hasOneOrder && writesOf(path) > 0 ? 0.5 : 1);
    const present = this.#account.share(node.covered);
    for (const move of moves) {
      const share = this.#account.share(strongest(node.covered, move.strengths));
      // Navigation leads away from what was opened.
      const kept = move.isWay && isNavigation(move.item, screen) ? 0.3 * share : share;
      const worth = (0.12 + kept + 0.6 * (share - present)) * (move.isWay ? 0.9 : 1);
      this.#open.push({ node, move, priority: worth * move.likely * trust });
    }
    if (node.pending && finishing(screen, this.#deed, topmost(screen)))
      this.#open.push({ node, move: 'commit', priority: (0.12 + present) * 0.75 * trust });
  }

  #next(): Open | null {
    const hoped = this.#open
      .map((open) => ({ open, hope: this.#hope(open) }))
      .sort((a, b) => b.hope - a.hope);
    for (const { open, hope } of hoped) {
      if (hope < leastHope) return null;
      this.#open = this.#open.filter((one) => one !== open);
      const key = keyOf(open);
      if (this.#made.has(key) || isBlindLink(open)) continue;
      this.#made.add(key);
      return open;
    }
    return null;
  }

  /** Of a way that was taken elsewhere already, less is hoped. */
  #hope = ({ move, priority }: Open) =>
    move !== 'commit' && move.isWay ? priority * 0.3 ** (this.#taken.get(wayName(move)) ?? 0) : priority;

  async #take({ node, move }: Open): Promise<Node | null> {
    const performer = this.#performer;
    if (!(await this.#goTo(node, move))) return null;
    const [from, before] = [performer.path.length, performer.screen];
    if (move === 'commit') {
      const kept = await finishDeed(performer, this.#deed, 0);
      return kept && performer.path.length > from ? this.#arrivedAt(node, null, before) : null;
    }
    const item = sameItem(before, node.screen, move.item);
    if (!item) return null;
    if (move.isWay) this.#taken.set(wayName(move), (this.#taken.get(wayName(move)) ?? 0) + 1);
    if (!(await makeMove(performer, { ...move, item }, this.#utterance))) return null;
    const wrote = performer.path.slice(from).some((act) => act.wrote > 0);
    // What only leads on does not write, unless it notes what was seen. What is hardly meant must not change anything.
    const isSight = item.kind === 'body' || item.kind === 'link';
    if (wrote && !isSight && (move.isWay ? tools.test(item.kind) : move.likely < leastWriting)) return null;
    return this.#arrivedAt(node, move, before);
  }

  #arrivedAt(node: Node, move: Move | null, before: Screen): Node {
    const { path, screen } = this.#performer;
    const wroteNow = writesOf(path.slice(node.path.length)) > 0;
    const sets = move !== null && /^(?:choose|step|turn)$/.test(move.how);
    const staysThere = move === null || (sets && topmost(before) === topmost(screen));
    return {
      path: [...path],
      screen,
      covered: move ? strongest(node.covered, move.strengths) : node.covered,
      used: move?.span ? new Set([...node.used, move.span]) : node.used,
      filled: sets ? new Set([...node.filled, placeOf(move.item)]) : node.filled,
      pending: move !== null && (node.pending || sets) && !(wroteNow && topmost(screen) === null),
      likely: move === null || move.isWay ? node.likely : Math.min(node.likely, move.likely),
      before: staysThere ? node.before : before,
    };
  }

  async #goTo({ path, screen }: Node, move: Move | 'commit'): Promise<boolean> {
    const performer = this.#performer;
    const isHere =
      path.length === performer.path.length && path.every((act, at) => act === performer.path[at]);
    if (isHere && fingerprint(performer.screen) === fingerprint(screen)) return true;
    if (move !== 'commit' && (await isInReach({ path, way: move, screen }, performer))) {
      performer.stepAside(path);
      return true;
    }
    return performer.retrace(path);
  }
}

/** What may load another document and accounts for nothing was followed in vain just before, as far as it promised something. */
const isBlindLink = ({ node: { screen, covered }, move }: Open) =>
  move !== 'commit' &&
  move.isWay &&
  loadsPage(move.item, screen) &&
  move.strengths.every((strength, at) => strength <= covered[at]!);

const tools = /^(?:button|option|menu-item|toggle|radio|swatch)$/;

const writesOf = (path: readonly Performed[]) =>
  path.filter(({ wrote, part }) => wrote > 0 && part !== 'way').length;

const usedIn = ({ used }: Node) => [...used].map(({ text }) => text).join();
const stateOf = (node: Node) => `${fingerprint(node.screen)} ${usedIn(node)}`;
const keyOf = ({ node, move }: Open) =>
  move === 'commit'
    ? `commit ${fingerprint(node.screen)}`
    : `${move.how} ${placeOf(move.item)} ${move.span?.text} ${fingerprint(node.screen).length} ${usedIn(node)}`;

/** What is called alike is one way on every screen. */
const wayName = ({ how, item, span }: Move) => `${how} ${item.kind} ${item.name} ${span?.text ?? ''}`;
