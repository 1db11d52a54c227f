import { stem, words } from '../../../language/words.ts';

/** Buttons whose name has the word of a verb, and says how something is. */

/** Several of something are made by nothing: “Request medical records from Ann” makes no record. */
export const areSeveral = (verb: string, name: string) => {
  // Nearly all names end here, which is cheaper than to cut them into words: that took a tenth of the time of a search.
  if (/s$/iu.test(verb) || !plural.test(name)) return false;
  const [own] = words(verb).map(({ stem }) => stem);
  const said = words(name).filter(({ stem }) => stem === own);
  return said.length > 0 && said.every(({ raw }) => /s$/iu.test(raw));
};
const plural = /s(?!\p{L})/iu;

const state = /(?:ed|ings)(?!\p{L})/iu;
/** “Tickets created and solved” is a report of them, and creates none. */
const reported = /^\p{L}+s\s(?:\p{L}+\s){0,2}?(\p{L}+ed)(?=\s|$)/iu;
/** "Starred" tells what is starred already, and a press on it stars nothing. “Settings” set nothing either. */
export const isState = (name: string, verb: string) => {
  // Most names are not worth cutting into words, and there are hundreds on each screen.
  if (!state.test(name)) return false;
  const [, done = ''] = reported.exec(name) ?? [];
  if (done !== '' && stem(done.toLowerCase()) === stem(verb.split(' ')[0] ?? '')) return true;
  const [only, ...others] = words(name).filter(({ raw }) => !/^\d/.test(raw));
  return only !== undefined && others.length === 0 && state.test(only.raw) && !state.test(verb);
};
