import { wordsFor } from '../../language/vocabulary.ts';

/** The words that buttons have. */

export const creating = wordsFor('offers', 'creates');
export const saving = wordsFor('offers', 'saves');
export const refusing = new RegExp(`^(?:${wordsFor('offers', 'refuses').join('|')})$`, 'iu');

/** Other words for a verb: "duplicate" is "copy" on some buttons. */
export function synonymsOf(verb: string): string[] {
  return sameDeeds.filter((group) => group.includes(verb)).flat();
}
const sameDeeds = wordsFor('offers', 'same').map((group) => group.split('|'));
