/**
 * What the log of an application's server says of a plan and of its film: which states the page pushed to the server, whether the
 * rehearsal wrote, and whether a deed was done twice.
 */

/** A line of the log. A page load, or a state that a page pushed; `same` where it equals the state before it. */
export type AppLogLine =
  | { kind: 'load' }
  | { kind: 'put'; same: true }
  | { kind: 'put'; same?: false; state: unknown };

/** The lines of a log, one JSON document a line. A last line that is not written to its end yet is left out. */
export function readAppLog(text: string): AppLogLine[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AppLogLine);
}

/** The states that a server had one after the other, in words that compare. Neighbours differ: a push without a change is no state. */
export function statesIn(lines: readonly AppLogLine[]): string[] {
  const states: string[] = [];
  for (const line of lines) {
    if (line.kind !== 'put' || line.same) continue;
    const state = comparable(line.state);
    if (state !== states.at(-1)) states.push(state);
  }
  return states;
}

/** How often a server's state changed after `before`. What a page pushes unchanged when it loads is no change. */
export function changesAfter(before: readonly AppLogLine[], lines: readonly AppLogLine[]): number {
  return statesIn([...before, ...lines]).length - statesIn(before).length;
}

/**
 * How a deed was done twice, or null where none was: a state changed to another, back, and to the other again, in rehearsal and film
 * together; the film took back what the rehearsal had done for real; or two new things of the last state are alike.
 */
export function doneTwice(log: {
  load: readonly AppLogLine[];
  rehearsal: readonly AppLogLine[];
  film: readonly AppLogLine[];
}): string | null {
  const before = timelessStatesIn([...log.load, ...log.rehearsal]);
  const all = timelessStatesIn([...log.load, ...log.rehearsal, ...log.film]);
  const repeats = all.some((state, at) => at >= 3 && state === all[at - 2] && all[at - 1] === all[at - 3]);
  if (repeats) return 'a state changed to another twice';
  const [seed, last] = [all[0], all.at(-1)];
  if (seed === undefined || last === undefined) return null;
  if (before.at(-1) !== seed && last === seed) return 'the film took back what the rehearsal had done';
  return twins(
    all.slice(0, -1).map((state) => JSON.parse(state)),
    JSON.parse(last),
    '',
  );
}

/** The same deed leaves another time each time. Without times, the states before and after it compare. */
const timelessStatesIn = (lines: readonly AppLogLine[]) =>
  statesIn(lines)
    .map((state) => state.replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d[^"\\]*"/g, '"time"'))
    .filter((state, at, all) => state !== all[at - 1]);

/**
 * Where `last` has two more things of one kind than it began with, alike but for their ids and times; null where nowhere. What is new
 * itself began as it first appeared: the empty cells of a row that one press has added came with it.
 * @param earlier what stood in the place of `last` before, one entry a state, undefined where nothing did
 */
function twins(earlier: readonly unknown[], last: unknown, path: string): string | null {
  if (typeof last !== 'object' || last === null) return null;
  const first = earlier.find((state) => state !== undefined) ?? last;
  if (Array.isArray(last)) {
    const known = countOf(Array.isArray(first) ? first : []);
    for (const [thing, count] of countOf(last))
      if (count - (known.get(thing) ?? 0) >= 2) return `two new things are alike in ${path || 'the state'}`;
  }
  for (const [key, value] of Object.entries(last)) {
    const inEach = earlier.map((state) => partOf(state, { of: last, key, value }));
    const found = twins(inEach, value, `${path}/${key}`);
    if (found) return found;
  }
  return null;
}

/** What stood for a part of `of` in an earlier state. A thing of a list is the one of the same id, since others may have moved it. */
function partOf(earlier: unknown, { of, key, value }: { of: object; key: string; value: unknown }): unknown {
  if (typeof earlier !== 'object' || earlier === null) return undefined;
  if (!Array.isArray(of) || !Array.isArray(earlier)) return (earlier as Record<string, unknown>)[key];
  if (idOf(value) !== undefined) return earlier.find((one) => idOf(one) === idOf(value));
  // Without ids, what is like it is it, and what has only moved on is not.
  const same = (one: unknown) => comparable(one) === comparable(value);
  const there = earlier[Number(key)];
  return earlier.find(same) ?? (of.some((one) => comparable(one) === comparable(there)) ? undefined : there);
}

const idOf = (thing: unknown) =>
  typeof thing === 'object' && thing !== null && 'id' in thing ? thing.id : undefined;

/** How often a list has each of its texts and things, by what they are without ids and times. */
function countOf(list: readonly unknown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of list) {
    if (typeof thing !== 'string' && (typeof thing !== 'object' || thing === null)) continue;
    const likeness = comparable(thing, (key) => !ownOfEach.test(key));
    counts.set(likeness, (counts.get(likeness) ?? 0) + 1);
  }
  return counts;
}

/** Members that differ between two things which were made alike. */
const ownOfEach = /^_?id$|Id$|_id$|uuid|key$|At$|_at$|date|time|order|index|position|number$/i;

/** JSON with sorted members. */
const comparable = (value: unknown, isKept: (key: string) => boolean = () => true): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([key]) => isKept(key))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  ) ?? 'null';
