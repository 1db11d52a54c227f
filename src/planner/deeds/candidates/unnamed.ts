import { wordsFor } from '../../language/vocabulary.ts';
import type { Item } from '../../page/screen.ts';
import type { Mention } from '../../prompt/deed.ts';
import { says } from './likeness.ts';

/** Whether a field shows the name that new things have before somebody names them: "New note", "Untitled note 2". */
export const isToBeNamed = ({ kind, value }: Item, thing: Mention) => {
  const own = value
    .replace(toBeNamed, '')
    .replace(/[\s\d().-]+$/u, '')
    .trim();
  return kind === 'field' && own !== value && (own === '' || says(thing.kind, own));
};
const toBeNamed = new RegExp(`^(?:${wordsFor('offers', 'unnamed').join('|')})(?!\\p{L})`, 'iu');
