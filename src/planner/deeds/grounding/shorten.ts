import type { Screen } from '../../page/screen.ts';
import { fingerprint, type Performed } from '../perform/performer.ts';
import type { Rehearser } from '../perform/rehearser.ts';
import { standsOn } from '../search/within-reach.ts';

/** How many acts are left out on trial. Each costs a new load of the page and all acts after it. */
const mostTries = 3;

/**
 * Leaves out of a way that was found what viewers need not see: what was tried before it went on from the first screen, and presses that
 * nothing after them depends on. What stands on the screen at the end tells whether the way does the same without them.
 * @param first the screen that the way began on
 * @param namedBy what the prompt names that an act is called by
 */
export async function shorten(
  performer: Rehearser,
  first: Screen,
  namedBy: (act: Performed) => readonly unknown[],
): Promise<void> {
  const isNeeded = (act: Performed, path: readonly Performed[]) =>
    doesMore(act) || isOnly(act, path, ({ opens }) => opens) || isOnly(act, path, namedBy);
  const done = fingerprint(performer.screen);
  let path = [...performer.path];
  const tried = new Set<Performed>();
  const without = async (shorter: Performed[]) => {
    const isSame = (await performer.retrace(shorter)) && fingerprint(performer.screen) === done;
    if (isSame) path = shorter;
    return isSame;
  };
  const from = path.findLastIndex(
    ({ before, item }, at) =>
      path.slice(0, at).every((act) => !isNeeded(act, path)) && standsOn(first, before, item),
  );
  if (from > 0) await without(path.slice(from));
  for (let tries = 0; tries < mostTries; tries++) {
    const at = path.findLastIndex((act, index) => {
      const next = path[index + 1];
      return next && !isNeeded(act, path) && !tried.has(act) && standsOn(act.before, next.before, next.item);
    });
    if (at < 0) break;
    const shorter = path.toSpliced(at, 1);
    // What was needed by an act that is gone may be tried again.
    if (await without(shorter)) tried.clear();
    else tried.add(path[at]!);
  }
  await performer.retrace(path);
}

/** What gives a value, or does something, may show nowhere once it is saved. */
const doesMore = ({ do: how, part, wrote }: Performed) => how !== 'press' || part !== 'way' || wrote > 0;

/**
 * What alone opens or chooses something that is named may be all that the rest is about, whatever the screen shows: the slide that the animation is for.
 */
const isOnly = (
  act: Performed,
  path: readonly Performed[],
  named: (act: Performed) => readonly unknown[],
): boolean => named(act).some((one) => !path.some((other) => other !== act && named(other).includes(one)));
