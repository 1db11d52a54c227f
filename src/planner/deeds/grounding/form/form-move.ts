import type { Deed } from '../../../prompt/deed.ts';
import { strongest } from '../evidence.ts';
import { gainOf, type Look, leastGain, type Move, move } from '../move.ts';
import type { Pairing } from '../pairing.ts';
import { assign } from './assign.ts';
import { pairingsOn } from './pairings.ts';

/**
 * Filling in the form that is open, as one move: all its values at once, since what the other controls take says most about what is left for one.
 * @param isVain pairs that were tried in vain
 */
export function formMove(
  look: Look,
  readings: readonly (readonly Deed[])[],
  isVain: (pairing: Pairing) => boolean,
): Move | null {
  const { screen } = look.around;
  const pairings = pairingsOn(screen, look, readings).filter(
    (one) =>
      !isVain(one) &&
      ![...look.standing.used].some((span) => span.first <= one.span.last && one.span.first <= span.last),
  );
  const chosen = assign(pairings, screen.items, look.evidence.utterance.said);
  const [first] = chosen;
  if (!first) return null;
  const strengths = strongest(look.evidence.none, ...chosen.map((one) => one.strengths));
  if (gainOf(strengths, look) < leastGain) return null;
  const likely = chosen.reduce((sum, { fit }) => sum + Math.min(1, fit), 0) / chosen.length;
  return move('fill', first.item, { strengths, likely, pairings: chosen });
}
