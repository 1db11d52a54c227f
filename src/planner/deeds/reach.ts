import type { Item, Screen } from '../page/screen.ts';
import type { Deed } from '../prompt/deed.ts';
import { sameItem } from './chain.ts';
import type { Choice } from './decisions.ts';
import type { Reached } from './mentions.ts';
import { fingerprint, type Performed, type Performer } from './performer.ts';
import { type WayCandidate, wayCandidates } from './way-candidates.ts';
import { least } from './weights.ts';

export interface Found<T> {
  found: T;
  confidence: number;
  /** What it is the first of. */
  choice?: Choice;
}

export interface Sought<T> {
  /** The best that the screen has of what is looked for. */
  find: (screen: Screen, reached: Reached) => Found<T> | null;
  /** The confidence from which the search ends. */
  least: number;
  /** Whether the time is over. */
  until: () => boolean;
}

const mostTries = 22;
const mostDepth = 6;
/** A way that goes on from the present screen costs no reload. */
const stayingBonus = 0.08;

interface Open {
  path: readonly Performed[];
  way: WayCandidate;
  screen: Screen;
}

/**
 * Looks for something on the screen and, while it is not there, takes the most promising way on: best first, over all screens that were
 * seen. A way that led nowhere is taken back by loading the page anew.
 * @returns what was found, with the performer on its screen. Null, with the performer where it was, where nothing was found
 */
export async function reach<T>(performer: Performer, deed: Deed, sought: Sought<T>): Promise<T | null> {
  const start = performer.path.length;
  const frontier: Open[] = [];
  const seen = new Set<string>();
  const taken = new Set<string>();
  const triedBefore = new Map<string, number>();
  for (let tries = 0; ; tries++) {
    const { screen } = performer;
    const here = sought.find(screen, performer.reached);
    const isSure = here !== null && here.confidence >= sought.least;
    if (here?.choice) note(performer, here.choice, isSure);
    if (isSure) return here.found;
    const state = fingerprint(screen);
    const depth = performer.path.length - start;
    if (!seen.has(state) && depth < mostDepth) {
      seen.add(state);
      const ways = wayCandidates(screen, deed, performer.reached, performer.path.at(-1)?.before ?? null);
      performer.decisions?.note(screen, { ranking: 'way', candidates: ways });
      for (const way of ways.slice(0, 12))
        if (way.confidence >= least.way) frontier.push({ path: [...performer.path], way, screen });
    }
    if (tries >= mostTries || sought.until()) break;
    const next = take(frontier, performer, { taken, triedBefore, tries }, state);
    if (!next) break;
    if (!isHere(next, performer) && !(await performer.retrace(next.path))) continue;
    const item = sameItem(performer.screen, next.screen, next.way.item);
    if (!item) continue;
    const what = `Open “${(item.name || item.labels[0] || 'the menu').slice(0, 60)}”`;
    performer.decisions?.take(next.way, item, performer.screen);
    const outcome = await performer.act({ do: 'press', item, part: 'way', what, opens: next.way.opens });
    if (!outcome.changed && next.way.opens.length === 0) performer.forgetLast();
  }
  await performer.returnTo(start);
  return null;
}

function note({ decisions, screen }: Performer, choice: Choice, isSure: boolean): void {
  decisions?.note(screen, choice);
  const [first] = choice.candidates;
  if (isSure && first) decisions?.take(first, first.item, screen);
}

const isHere = ({ path }: Open, performer: Performer) =>
  path.length === performer.path.length && path.every((act, index) => act === performer.path[index]);

/** Takes the best open way out of the list. A way with the same name as one that was taken from the same state is the same way. */
function take(
  frontier: Open[],
  performer: Performer,
  { taken, triedBefore, tries }: Tried,
  state: string,
): Open | null {
  // What was opened or selected on the way is kept: all that can be reached from there comes first.
  const progress = ({ path }: Open) =>
    new Set(path.flatMap(({ opens }) => opens)).size * Math.max(0, 1 - tries / 12);
  const worth = (open: Open) =>
    progress(open) +
    open.way.confidence * 0.9 ** open.path.length * 0.45 ** (triedBefore.get(wayName(open)) ?? 0) +
    (isHere(open, performer) ? stayingBonus : 0);
  for (;;) {
    const best = frontier.reduce<Open | null>(
      (top, open) => (!top || worth(open) > worth(top) ? open : top),
      null,
    );
    if (!best) return null;
    frontier.splice(frontier.indexOf(best), 1);
    const key = `${isHere(best, performer) ? state : best.path.length} ${nameOf(best.way.item)}`;
    if (taken.has(key)) continue;
    taken.add(key);
    triedBefore.set(wayName(best), (triedBefore.get(wayName(best)) ?? 0) + 1);
    return best;
  }
}

interface Tried {
  /** How many ways were taken in vain. The longer the search, the less what was reached first is believed. */
  tries: number;
  /** Ways that were taken, each with the state it was taken from. */
  taken: Set<string>;
  /** How often a way of this name was taken from any state. */
  triedBefore: Map<string, number>;
}

const wayName = ({ way, screen }: Open) =>
  `${way.item.kind} ${way.item.name} ${screen.things[way.item.owner]?.name ?? ''}`;

const nameOf = ({ kind, name, labels, box }: Item) =>
  `${kind} ${name} ${labels[0] ?? ''} ${Math.round(box.x)} ${Math.round(box.y)}`;
