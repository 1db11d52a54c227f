/** How surely the words right before or behind a value name its field, from 0 to 1: "the producer 'Ann'", "'Ann' as its producer", "5 refills". */
export function besideFit(label: string, value: string, prompt: string): number {
  const at = prompt.indexOf(value);
  const called = plain(label);
  if (at < 0 || called === '') return 0;
  const before = plain(prompt.slice(0, at));
  if ([before, before.replace(leading, '')].some((words) => ` ${words}`.endsWith(` ${called}`))) return 1;
  const behind = plain(prompt.slice(at + value.length));
  const isNamed = `${behind} `.replace(following, '').startsWith(`${called} `);
  const isCounted = /^[$€£]?\d[\d.,]*$/.test(value) && !small.test(called);
  return isNamed && (isCounted || /^as /.test(behind)) ? 0.85 : 0;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const leading = / (?:is|as|of|to|at|a|an|the|in|called|named|set to)$/;
const following = /^(?:as )?(?:its |the |a |an )?/;
/** What is called so stands before its value: "from 9:00 to 10:00". */
const small = /^(?:from|to|on|at|in|for|by)$/;
