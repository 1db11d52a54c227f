import { asWritten } from './room.ts';
import type { SourceTree } from './tree.ts';

/** Finds circles among files, and among the children of each folder. A folder imports whatever a file below it imports. */
export function findCircles({ files }: SourceTree): string[] {
  const amongFiles: Graph = new Map();
  const amongNeighbours = new Map<string, Graph>();
  for (const [from, imports] of files) {
    for (const { to, line } of imports) {
      if (!files.has(to)) continue;
      const place = `${from}:${line} imports ${asWritten(from, to)}`;
      connect(amongFiles, from, to, place);
      const [folder, fromSide, toSide] = sides(from, to);
      // The children of the root may import each other: tests import the scripts that they test, and scripts import what
      // supports the tests.
      if (folder === '' || fromSide === toSide) continue;
      connect(
        entryOf(amongNeighbours, folder, () => new Map()),
        fromSide,
        toSide,
        place,
      );
    }
  }
  const isOfFolders = (circle: string[]) => circle.some((name) => name.endsWith('/'));
  return [
    ...circlesOf(amongFiles).map((circle) => inWords(amongFiles, circle)),
    ...[...amongNeighbours.values()].flatMap((graph) =>
      circlesOf(graph)
        .filter(isOfFolders)
        .map((circle) => inWords(graph, circle)),
    ),
  ];
}

/** For each name, the names that it imports, each with the places of these imports. */
type Graph = Map<string, Map<string, string[]>>;

function connect(graph: Graph, from: string, to: string, place: string): void {
  entryOf(
    entryOf(graph, from, () => new Map()),
    to,
    () => [],
  ).push(place);
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

/** The deepest folder that holds both files, and the child of it that each of them is or lies below. */
function sides(from: string, to: string): [folder: string, from: string, to: string] {
  const [a, b] = [from.split('/'), to.split('/')];
  let depth = 0;
  while (a[depth] === b[depth] && depth < a.length - 1 && depth < b.length - 1) depth += 1;
  const side = (names: string[]) =>
    names.slice(0, depth + 1).join('/') + (names.length > depth + 1 ? '/' : '');
  return [a.slice(0, depth).join('/'), side(a), side(b)];
}

/** Circles, the shortest first. Without the last import of each of them, the graph would have no circle. */
function circlesOf(graph: Graph): string[][] {
  const left = new Map([...graph].map(([name, targets]) => [name, new Set(targets.keys())]));
  const circles: string[][] = [];
  for (let length = 1; ; length += 1) {
    const starts = leadingIntoCircles(left);
    if (starts.length === 0) return circles;
    for (const start of starts) {
      for (let way = wayBack(left, start, length); way; way = wayBack(left, start, length)) {
        circles.push(way);
        left.get(way.at(-1)!)!.delete(start);
      }
    }
  }
}

/** The names in circles, and those from which imports lead into one: all others are taken away, one after the other. */
function leadingIntoCircles(graph: Map<string, Set<string>>): string[] {
  const left = new Map(graph);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [name, targets] of left) if (![...targets].some((to) => left.has(to))) left.delete(name);
  }
  return [...left.keys()];
}

/** The shortest way from `start` back to `start`; null where each takes more than `length` steps. */
function wayBack(graph: Map<string, Set<string>>, start: string, length: number): string[] | null {
  const seen = new Set<string>();
  let ways = [[start]];
  for (let step = 0; step < length; step += 1) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const to of graph.get(way.at(-1)!) ?? []) {
        if (to === start) return way;
        if (!seen.has(to)) longer.push([...way, to]);
        seen.add(to);
      }
    }
    ways = longer;
  }
  return null;
}

function inWords(graph: Graph, circle: readonly string[]): string {
  const whole = [...circle, circle[0]!];
  const places = circle.map((from, at) => {
    const [first, ...others] = graph.get(from)!.get(whole[at + 1]!)!;
    return `  ${first}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
  });
  return [`${whole.join(' → ')} is a circle:`, ...places].join('\n');
}
