/**
 * What moves on a page by itself: a clock, a counter, quotations that take turns. Several looks at the page at different moments show
 * it. A text that the page could have shown at another moment is no change.
 */

/**
 * Whether the same page may have shown `before` at another moment. The words that all looks share have to be in it, unchanged. Between
 * them, only words are allowed that one of the looks had in that place. A number that moves may have any value.
 */
export function isMomentOf(before: string, looks: readonly string[]): boolean {
  const told = looks.map(wordsOf);
  const still = told.reduce(commonWords);
  const was = gapsIn(wordsOf(before), still);
  if (!was) return false;
  const seen = told.map((words) => gapsIn(words, still)!);
  return was.every((gap, at) => {
    const kinds = new Set(seen.map((gaps) => gaps[at]));
    return (
      kinds.has(gap) || (kinds.size > 1 && [...kinds].some((kind) => anyNumbers(kind!) === anyNumbers(gap)))
    );
  });
}

export const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
const anyNumbers = (text: string) => text.replace(/\p{N}+/gu, '0');

/** Names that all looks share, and the patterns of the names that come and go. */
export function namesOf(looks: readonly (readonly string[])[]): {
  isStill: (name: string) => boolean;
  moves: (name: string) => boolean;
} {
  const sets = looks.map((names) => new Set(names));
  const isStill = (name: string) => sets.every((names) => names.has(name));
  const moving = new Set(looks.flat().filter((name) => !isStill(name)));
  const shapes = new Set([...moving].map(anyNumbers));
  return { isStill, moves: (name) => shapes.has(anyNumbers(name)) };
}

/** The words before, between and after the words of `still`, in their order; null where one of those is missing. */
function gapsIn(words: readonly string[], still: readonly string[]): string[] | null {
  const gaps: string[] = [];
  let from = 0;
  for (const word of still) {
    const at = words.indexOf(word, from);
    if (at < 0) return null;
    gaps.push(words.slice(from, at).join(' '));
    from = at + 1;
  }
  return [...gaps, words.slice(from).join(' ')];
}

/** The longest common subsequence of words. */
function commonWords(a: string[], b: string[]): string[] {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return [...a.slice(0, start), ...between(x, y), ...a.slice(a.length - end)];
}

/** The textbook's table is fast enough: between the common ends, either few words are left or the pages have nothing in common. */
function between(x: string[], y: string[]): string[] {
  if (x.length * y.length === 0 || x.length * y.length > mostCells) return [];
  const rows = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      rows[i]![j] = x[i] === y[j] ? rows[i + 1]![j + 1]! + 1 : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
  const common: string[] = [];
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    if (x[i] === y[j]) {
      common.push(x[i]!);
      i++;
      j++;
    } else if (rows[i + 1]![j]! >= rows[i]![j + 1]!) i++;
    else j++;
  }
  return common;
}
const mostCells = 4_000_000;
