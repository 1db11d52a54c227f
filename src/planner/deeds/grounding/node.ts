import type { Item, Screen } from '../../page/screen.ts';
import { placeOf } from '../candidates/chain.ts';
import { fingerprint, type Performed } from '../perform/performer.ts';
import { loadsPage } from '../search/reach.ts';
import type { Strengths } from './evidence.ts';
import type { Move, Standing } from './move.ts';
import { isNavigation } from './surroundings.ts';
import type { Span } from './utterance.ts';

/** A screen, and the way to it. */
export interface Node extends Standing {
  path: readonly Performed[];
  screen: Screen;
  /** Values were entered that nothing has kept yet. */
  pending: boolean;
  /** What was accounted for when something was last written. Null where nothing was. */
  kept: Strengths | null;
  /** How likely the least likely act was that does more than lead on. */
  likely: number;
  /** The state in which the form of something new that was filled in was open. Null where none was. */
  form: string | null;
  /** How much of the utterance has to be accounted for: less where the last move has set what is surely meant. */
  asks: number;
}

export interface Open {
  node: Node;
  /** `commit`: saves what was entered. */
  move: Move | 'commit';
  priority: number;
  /** How much of the utterance is accounted for when it has worked. */
  reaches: number;
}

/** What may load another document and accounts for nothing was followed in vain just before, as far as it promised something. */
export const isBlindLink = ({ node: { screen, covered }, move }: Open) =>
  move !== 'commit' &&
  move.isWay &&
  loadsPage(move.item, screen) &&
  move.strengths.every((strength, at) => strength <= covered[at]!);

export const tools = /^(?:button|option|menu-item|toggle|radio|swatch)$/;

/** Acts that wrote, without those that led on and had it noted. */
export const writesOf = (path: readonly Performed[]) =>
  path.filter(
    ({ wrote, part, item, before }) =>
      wrote > 0 && part !== 'way' && item.kind !== 'body' && !isNavigation(item, before),
  ).length;

const usedIn = ({ used }: Node) => [...used].map(({ text }) => text).join();
export const stateOf = (node: Node) => `${fingerprint(node.screen)} ${usedIn(node)}`;
export const keyOf = ({ node, move }: Open) =>
  move === 'commit'
    ? `commit ${fingerprint(node.screen)}`
    : `${move.how} ${placeOf(move.item)} ${move.span?.text} ${(move.pairings ?? []).map(pairKey).join()} ${fingerprint(node.screen).length} ${usedIn(node)}`;

export const pairKey = ({ item, span }: { item: Item; span: Pick<Span, 'text'> }) =>
  `${placeOf(item)} ${span.text}`;

/** What is called alike is one way on every screen. */
export const wayName = ({ how, item, span }: Move) => `${how} ${item.kind} ${item.name} ${span?.text ?? ''}`;

/** How much of the prompt is accounted for, from 0 to 1, and what is said of something new and has no place. */
export interface Grounded {
  share: number;
  left: string[];
}

/** Where a search begins. */
export const firstNode = (screen: Screen, none: Strengths, asks: number): Node => ({
  path: [],
  screen,
  covered: none,
  used: new Set(),
  filled: new Set(),
  before: null,
  pending: false,
  kept: null,
  likely: 1,
  asks,
  form: null,
});
