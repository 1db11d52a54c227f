import type { Deed } from '../../prompt/deed.ts';
import {
  leastPlace,
  type PlaceCandidate,
  placeBehind,
  placeCandidates,
} from '../candidates/place-candidates.ts';
import type { Performed, Performer } from '../perform/performer.ts';
import { reach } from './reach.ts';

/**
 * Looks for what a wish speaks of, through the screens of the application. What would write anything is no way to it.
 * @returns null, with the performer where it was, where no screen has it
 */
export async function findPlace(
  performer: Performer,
  wish: Deed,
  until: () => boolean,
): Promise<PlaceCandidate | null> {
  const start = performer.path.length;
  const said = wish.thing?.said ?? wish.said;
  let second: { place: PlaceCandidate; path: readonly Performed[] } | null = null;
  const found = await reach<PlaceCandidate>(performer, wish, {
    find: (screen) => {
      const last = performer.path.at(-1);
      const behind = last?.leavesPage ? placeBehind(screen, said, last.item) : null;
      const best = bestOf(placeCandidates(screen, said)[0], behind);
      if (!best) return null;
      if (best.confidence > (second?.place.confidence ?? leastPlace.likely))
        second = { place: best, path: [...performer.path] };
      return { found: best, confidence: best.confidence };
    },
    least: leastPlace.sure,
    until,
    isReading: true,
  });
  if (found) return found;
  return backTo(performer, second, said, start);
}

const bestOf = (one: PlaceCandidate | undefined, other: PlaceCandidate | null) =>
  one && one.confidence >= (other?.confidence ?? 0) ? one : other;

/** Goes back to the best place of the search, where none was sure. */
async function backTo(
  performer: Performer,
  second: { path: readonly Performed[] } | null,
  said: string,
  start: number,
): Promise<PlaceCandidate | null> {
  if (!second) return null;
  const [place] = (await performer.retrace(second.path)) ? placeCandidates(performer.screen, said) : [];
  if (place && place.confidence >= leastPlace.likely) return place;
  await performer.returnTo(start);
  return null;
}
