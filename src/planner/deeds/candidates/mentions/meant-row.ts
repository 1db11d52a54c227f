import type { Item, Screen, Thing } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { ownersOf } from '../chain.ts';
import { coverageAmong } from '../likeness.ts';

/**
 * "Approve the request that asks for a refund": each request has its own button, and the words that tell one from the others say which
 * is meant. What is said not to be meant ("not the one that …") tells nothing.
 * @param rivals items that are called alike
 * @returns of each whether it may be in the row that is meant
 */
export function areMeant(rivals: readonly Item[], thing: Mention | null, screen: Screen): boolean[] {
  const all = rivals.map(() => true);
  const told = (thing?.qualifiers ?? [])
    .join(' ')
    .replace(/\([^)]*\)?/gu, ' ')
    .trim();
  if (!thing || thing.name !== null || thing.ordinal !== null || told === '') return all;
  const rows = rivals.map((item) => ownersOf(screen, item).find(isRow));
  if (rivals.length < 2 || rows.some((row) => row === undefined) || new Set(rows).size < 2) return all;
  const texts = rows.map((row) => `${row!.name} ${row!.text}`);
  const shares = coverageAmong(`${told} ${thing.kind}`, texts);
  const best = Math.max(...shares);
  // A name that stands elsewhere on the screen says what all rows are of.
  const around = screen.items.filter((item) => !ownersOf(screen, item).some(isRow)).map(({ name }) => name);
  const demanded = surnamesIn(told).filter((name) => !around.some((text) => has(text, name)));
  return texts.map((text, at) => shares[at]! >= best - 0.05 && demanded.every((name) => has(text, name)));
}

const isRow = ({ kind }: Thing) => /^(?:row|card|group|panel)$/.test(kind);

/** Names of several words, as of people, by their last word: "H. Ferris" is Hugh Ferris, and Hugh Ferrand is somebody else. */
const surnamesIn = (told: string) =>
  [...told.matchAll(/\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)+/gu)].map(([name]) => name.split(/\s+/).at(-1)!);

const has = (text: string, name: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}-]+/u)
    .includes(name.toLowerCase());
