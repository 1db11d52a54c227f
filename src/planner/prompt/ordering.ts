/** Where something is to stand among its like. */
export type Ordering =
  | { to: 'before' | 'after'; name: string }
  | { to: 'first' | 'last' }
  /** How many places towards the end. Less than 0: towards the beginning. */
  | { to: 'by'; places: number };

/**
 * What an order of things asks for, with the name of what is moved: "move the status 'In Review' up until it stands directly above 'In Progress'". Null for anything
 * else: "move the letter to 'Travel'", "move the meeting to after lunch". English only.
 * @param said the words of one deed
 * @param known a name that is not quoted, where a reading has one
 */
export function readOrdering(
  said: string,
  known: string | null,
): { name: string; ordering: Ordering } | null {
  const [, rest] = moves.exec(said) ?? [];
  const name = rest === undefined ? null : (nameIn(rest) ?? (known && rest.includes(known) ? known : null));
  if (!name || rest === undefined) return null;
  const behind = rest.slice(rest.indexOf(name) + name.length).replace(/^['"’”]/, '');
  const ordering = besideOther(behind) ?? toAnEnd(behind) ?? byPlaces(behind);
  return ordering && { name, ordering };
}

const moves = /^(?:move|put|place|bring|shift|push|reorder|rearrange)\s+(.+)$/isu;
/** "Ann's card" quotes nothing. */
const quoted = /(?:^|[\s(])['"‘“]([^"“”]+?)['"’”](?=$|[\s.,;:)])/u;
const nameIn = (text: string) => quoted.exec(text)?.[1] ?? null;

function besideOther(text: string): Ordering | null {
  const [, word = '', other = ''] = beside.exec(text) ?? [];
  const name = nameIn(other) ?? capitals.exec(other)?.[0] ?? null;
  if (!name || !isNearTo(name, other)) return null;
  return { to: before.test(word) ? 'before' : 'after', name };
}
const before = /^(?:above|before|ahead of|in front of)$/i;
const beside = /\b(above|before|ahead of|in front of|below|beneath|after|behind)\s+(.+)$/isu;
const capitals = /(?:\p{Lu}[\p{L}\p{N}'’.-]*)(?:\s(?:(?:of|the|and|&)\s)?\p{Lu}[\p{L}\p{N}'’.-]*)*/u;
/** "The status 'Done'", and no name further on. */
const isNearTo = (name: string, text: string) =>
  text.slice(0, text.indexOf(name)).split(/\s+/).filter(Boolean).length <= 3;

function toAnEnd(text: string): Ordering | null {
  const [, end] = anEnd.exec(text) ?? [];
  return end ? { to: /^(?:top|first|beginning|start|front)$/i.test(end) ? 'first' : 'last' } : null;
}
const anEnd =
  /^\s*(?:up |down )?(?:to|at|in|into)\s+(?:the\s+)?(?:very\s+)?(top|bottom|first|last|beginning|start|front|end)(?:\s+(?:of the \p{L}+|position|place|spot|row))?(?:\s+in the \p{L}+)?[.!]?$/iu;

function byPlaces(text: string): Ordering | null {
  const [, way, number = 'one'] = aWay.exec(text) ?? [];
  if (!way) return null;
  const places = numbers.indexOf(number.toLowerCase()) + 1 || Number(number) || 1;
  return { to: 'by', places: /^(?:up|higher|earlier|left)$/i.test(way) ? -places : places };
}
const numbers = ['one', 'two', 'three', 'four', 'five'];
const aWay =
  /^\s*(?:by\s+)?(up|down|higher|lower|earlier|later|left|right)(?:\s+(?:by\s+)?(?:(?<number>\d|one|two|three|four|five|a)\s+(?:places?|positions?|spots?|steps?|slots?|rows?))?)?(?:\s+in the \p{L}+)?[.!]?$/iu;
