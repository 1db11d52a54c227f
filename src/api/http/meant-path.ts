import { likelyName } from './likely-name.ts';

/**
 * The path that the caller of an unknown one probably meant: without a slash at its end, with the prefix of the API, or with a
 * word spelled as a route spells it. A parameter that is empty is shown by its name (`{id}`). null where nothing is near.
 *
 * @param patterns of all routes, such as `/api/v1/demos/:id`
 */
export function meantPath(path: string, patterns: readonly string[], apiPrefix: string): string | null {
  if (path.length > longest) return null;
  const bare = path.replace(/\/+$/, '');
  const inApi = `${apiPrefix}${bare.replace(/^(\/api)?(\/v\d+)?(?=\/|$)/, '')}`;
  for (const wanted of new Set([bare, inApi])) {
    const near = patterns.flatMap((pattern) => respelled(wanted, pattern) ?? []);
    const best = near.sort((a, b) => a.changes - b.changes)[0];
    if (best && best.path !== path) return best.path;
  }
  return null;
}

/** Longer ones are no slips, and the sentence has to stay one. */
const longest = 160;

/** The path as the route spells it, and how many of its words that changes; null where it is another path. */
function respelled(path: string, pattern: string): { path: string; changes: number } | null {
  const [given, wanted] = [path.split('/'), pattern.split('/')];
  if (given.length !== wanted.length || wanted.includes('*')) return null;
  let changes = 0;
  const words: string[] = [];
  for (const [at, word] of wanted.entries()) {
    if (word.startsWith(':')) words.push(given[at] || `{${word.slice(1)}}`);
    else if (word === given[at] || likelyName(given[at]!, [word])) words.push(word);
    else return null;
    if (words[at] !== given[at]) changes++;
  }
  return { path: words.join('/'), changes };
}
