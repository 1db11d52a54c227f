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
 */
export async function shorten(performer: Rehearser, first: Screen): Promise<void> {
  const done = fingerprint(performer.screen);
  let path = [...performer.path];
  const tried = new Set<Performed>();
  const without = async (shorter: Performed[]) => {
    const isSame = (await performer.retrace(shorter)) && fingerprint(performer.screen) === done;
    if (isSame) path = shorter;
    return isSame;
  };
  const from = path.findLastIndex(
    ({ before, item }, at) => path.slice(0, at).every(leadsOn) && standsOn(first, before, item),
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

const leadsOn = ({ part, wrote }: Performed) => part === 'way' && wrote === 0;
/**
 * What gives a value, or does something, may show nowhere once it is saved. What alone opens or chooses something that is named may be all that the rest
 * is about, whatever the screen shows.
 */
const isNeeded = (act: Performed, path: readonly Performed[]) =>
  act.do !== 'press' ||
  act.part !== 'way' ||
  act.wrote > 0 ||
  act.opens.some((mention) => !path.some((other) => other !== act && other.opens.includes(mention)));
