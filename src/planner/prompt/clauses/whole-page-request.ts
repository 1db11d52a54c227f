import { anyOf } from '../../language/patterns.ts';
import type { FilmWords } from '../../language/prompt-words.ts';

/**
 * Removes wishes for a film of the whole page: "make a teaser for the app", "a short intro to this company", "mach einen
 * Rundgang". They name nothing on the page, so nothing of them may be looked for on it: "landing page" is not the opening, and
 * "our agency" is no heading.
 */
export function withoutGeneral(text: string): string {
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, '$1'), text);
  return rest.replace(filmOf, '$1show ').trim();
}

const said = (list: keyof FilmWords) => anyOf('film', list);

const wish =
  "(?:(?:please|can you|could you|i(?:'d| would)? (?:like|love|want|need)|we(?:'d| would)? (?:like|want|need)|let's|just)\\s+(?:to\\s+)?)*";
const whom = `(?:${said('whom')}\\s+)?`;
// "Show the intro" and "watch the tour" ask for something of that name. "A tour" is a film.
const article = said('article');
const words = '(?:[\\p{L}\\d-]+\\s+){0,4}?';
const qualities = `(?:${said('qualities')}\\s+){0,3}`;
const owner = `(?:${said('owner')}\\s*)*`;
const subject =
  `(?:${owner}(?:[\\p{L}\\d-]+\\s+)?${said('wholes')}|it|this|us|them|everything` +
  '|what\\s+(?:[\\p{L}\\d-]+\\s+){1,3}(?:does|do|is|are|offers?|is about|can do|has to offer)(?:\\s+(?:about|all about))?)';

const start = '(^|[.!;]\\s+)';
const end = `(?:\\s+${said('please')})?(?=\\s*(?:$|[.!?,;]|\\s${said('ends')}\\s))`;
const film =
  `${said('films')}(?:\\s+${said('films')})?(?:\\s+${said('trailing')})*` +
  `(?:\\s+${said('of')}\\s*${subject})?`;

const patterns = [
  `${wish}${said('makes')}\\s+${whom}(?:${article}\\s+)?${words}${film}`,
  `${wish}(?:${said('shows')}\\s+${whom}|)${article}\\s+${words}${film}`,
  `${qualities}${film}`,
  `${wish}${said('shows')}\\s+${whom}(?:through\\s+|vor\\s+)?${owner}${said('itself')}`,
  `${wish}${said('shows')}\\s+${whom}around`,
  `what\\s+(?:is|does|are)\\s+(?:${owner}${said('wholes')}|it|this)(?:\\s+(?:do|for|all about|about))?`,
].map((pattern) => new RegExp(`${start}${pattern}${end}`, 'giu'));

/** The words for the film in "short video about the pricing". Only what the film is about is kept. */
const filmOf = new RegExp(
  `${start}(?:${article}\\s+)?${qualities}${said('films')}\\s+${said('about')}\\s+(?!how\\b)`,
  'giu',
);
