import type { Performed, Performer } from '../perform/performer.ts';
import type { Sought } from './sought.ts';
import { standsOn } from './within-reach.ts';

/**
 * Leaves presses out of the film that the way does not need: where a later press can be seen on an earlier screen, the way may go on
 * from there. The way is walked anew to see whether it leads to what was found.
 */
export async function shortestWay<T>(
  performer: Performer,
  start: number,
  sought: Sought<T>,
  found: T,
): Promise<T | null> {
  const { path, isAside } = performer;
  const short = shortcut(path, start);
  if (short === null && !isAside) return found;
  for (const way of short ? [short, path] : [path]) {
    if (!(await performer.retrace(way))) continue;
    const again = sought.find(performer.screen, performer.reached);
    if (again && again.confidence >= sought.least) return again.found;
  }
  return null;
}

/** The path without what lies between a screen and a later press that can be done on it already. Null where nothing does. */
function shortcut(path: readonly Performed[], start: number): Performed[] | null {
  for (let from = start; from < path.length - 1; from++)
    for (let to = path.length - 1; to > from; to--) {
      const { item, before } = path[to]!;
      const short = [...path.slice(0, from), ...path.slice(to)];
      // What is typed into a search field and its Enter belong together.
      if (path[to]!.do !== 'enter' && opensAsMuch(short, path) && standsOn(path[from]!.before, before, item))
        return short;
    }
  return null;
}

/** What has opened something that the prompt names stays: a later press in it is about it only then. */
function opensAsMuch(short: readonly Performed[], path: readonly Performed[]): boolean {
  const named = new Set(path.flatMap(({ opens }) => opens.filter(({ name }) => name !== null)));
  return [...named].every((mention) => short.includes(path.find(({ opens }) => opens.includes(mention))!));
}
