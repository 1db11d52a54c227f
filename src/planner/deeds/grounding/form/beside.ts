import { articles, as, before, leading } from './small-words.ts';

/** How surely the words right before or behind a value name its field, from 0 to 1: "the producer 'Ann'", "'Ann' as its producer", "5 refills". */
export function besideFit(label: string, value: string, prompt: string): number {
  const at = prompt.indexOf(value);
  const called = plain(label);
  if (at < 0 || called === '') return 0;
  const front = plain(prompt.slice(0, at));
  if ([front, front.replace(isLeading, '')].some((words) => ` ${words}`.endsWith(` ${called}`))) return 1;
  const behind = plain(prompt.slice(at + value.length));
  const isNamed = `${behind} `.replace(isFollowing, '').startsWith(`${called} `);
  const isCounted = /^[$€£]?\d[\d.,]*$/.test(value) && !isBefore.test(called);
  return isNamed && (isCounted || isAs.test(behind)) ? 0.85 : 0;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const isLeading = new RegExp(` (?:${leading})$`, 'u');
const isFollowing = new RegExp(`^(?:(?:${as}) )?(?:(?:${articles}) )?`, 'u');
const isAs = new RegExp(`^(?:${as}) `, 'u');
const isBefore = new RegExp(`^(?:${before})$`, 'u');
