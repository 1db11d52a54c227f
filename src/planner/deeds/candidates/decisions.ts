import type { Item, Screen } from '../../page/screen.ts';
import type { Decision } from '../../plan.ts';
import type { Ranking } from './weights.ts';

/** An item that was ranked among others of its screen. */
export interface Ranked {
  item: Item;
  features: Readonly<Record<string, number>>;
  confidence: number;
}

/** The candidates of a screen, the best first. */
export interface Choice {
  ranking: Ranking;
  candidates: readonly Ranked[];
}

interface Taken {
  candidate: Ranked;
  /** The item as it was on the screen `before` the act. The page may have been loaded anew since it was ranked. */
  item: Item;
  before: Screen;
}

interface Noted extends Choice {
  screen: Screen;
  taken: Taken[];
}

/** What the film does again. */
export type Filmed = readonly { item: Item; before: Screen }[];

/** More candidates than these tell nothing: they are far from being taken. */
const mostCandidates = 40;

/** Collects what a search chooses from and what it takes. It has no part in the search. */
export class DecisionLog {
  readonly #noted: Noted[] = [];

  note(screen: Screen, { ranking, candidates }: Choice): void {
    this.#noted.push({ screen, ranking, candidates: candidates.slice(0, mostCandidates), taken: [] });
  }

  /** A candidate that was noted is acted on. */
  take(candidate: Ranked, item: Item, before: Screen): void {
    this.#noted
      .findLast(({ candidates }) => candidates.includes(candidate))
      ?.taken.push({ candidate, item, before });
  }

  /** All that was decided, when it is known which acts are filmed. */
  decisions(filmed: Filmed): Decision[] {
    const isFilmed = (screen: Screen) =>
      filmed.some(({ before }) => before === screen) ||
      this.#noted.some((one) => one.screen === screen && one.taken.some((taken) => isOn(taken, filmed)));
    return this.#noted.map(({ screen, ranking, candidates, taken }) => ({
      ranking,
      isFilmed: isFilmed(screen),
      candidates: candidates.map((candidate) => ({
        features: present(candidate.features),
        confidence: candidate.confidence,
        outcome: outcomeOf(
          taken.filter((one) => one.candidate === candidate),
          filmed,
        ),
      })),
    }));
  }
}

function outcomeOf(taken: readonly Taken[], filmed: Filmed): Decision['candidates'][number]['outcome'] {
  if (taken.length === 0) return 'untried';
  if (taken.some((one) => isOn(one, filmed))) return 'filmed';
  // A control that had its value already takes no act, and neither does one that cannot take it.
  return taken.some(({ before }) => filmed.some((act) => act.before === before)) ? 'unclear' : 'undone';
}

const isOn = ({ item, before }: Taken, filmed: Filmed) =>
  filmed.some((act) => act.before === before && act.item.id === item.id);

const present = (features: Ranked['features']) =>
  Object.fromEntries(Object.entries(features).filter(([, value]) => value !== 0));
