import type { StepLog } from '../../recorder/contract/take-frame.ts';
import type { Finding } from '../findings.ts';
import { type Effect, lastEffect, type Press } from './acts.ts';
import { isSameView, type Look, otherPixels } from './look.ts';

/** Of 36,000 pixels. A picture with fewer others shows the same state of the page. */
const sameState = 150;

/** A camera that rests leans by up to 4 %. */
const leaning = 1.06;

export interface PosterVerdict {
  finding: Finding;
  /** A moment of the film whose picture shows the outcome; null where there is none. */
  betterAtMs: number | null;
}

/**
 * Whether the poster was taken before the film's last deed had its effect.
 * @param untilMs when the film begins to close
 */
export async function judgePoster(
  posterTimeMs: number,
  { presses, looks, steps }: { presses: readonly Press[]; looks: readonly Look[]; steps: readonly StepLog[] },
  untilMs: number,
): Promise<PosterVerdict | null> {
  const effect = await lastEffect(presses, looks, steps);
  if (!effect || posterTimeMs >= effect.timeMs) return null;
  if (await wasSeenBefore(effect, looks, posterTimeMs)) return null;
  const { intent, step } = effect.step;
  const named = intent ? `“${intent}”` : 'the last step that changes the page';
  return {
    finding: {
      code: 'poster_misses',
      message: `The poster shows the page as it is before ${named}, and not the outcome.`,
      step,
    },
    betterAtMs: momentOf(effect, untilMs),
  };
}

/** A deed that closes what another has opened brings back what the poster may show. */
async function wasSeenBefore({ after }: Effect, looks: readonly Look[], posterTimeMs: number) {
  const last = after.findLast(({ explores }) => !explores);
  if (!last) return false;
  for (const look of looks) {
    if (look.timeMs > posterTimeMs || !isSameView(look, last)) continue;
    if (otherPixels(await look.grey, await last.grey) < sameState) return true;
  }
  return false;
}

/** The widest picture that rests, and of these the last one. */
function momentOf({ after }: Effect, untilMs: number): number | null {
  const inTime = after.filter(({ timeMs }) => timeMs <= untilMs);
  const calm = inTime.filter(({ rests, explores }) => rests && !explores);
  const candidates = calm.length > 0 ? calm : inTime;
  const widest = Math.min(...candidates.map(({ zoom }) => zoom));
  return candidates.findLast(({ zoom }) => zoom <= widest * leaning)?.timeMs ?? null;
}
