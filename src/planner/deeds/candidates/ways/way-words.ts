import { wordsFor } from '../../../language/vocabulary.ts';
import type { Item } from '../../../page/screen.ts';

/** What buttons are called that lead on, or that do something and lead nowhere. */

const pattern = (list: Parameters<typeof wordsFor<'offers'>>[1]) =>
  new RegExp(`^(?:${wordsFor('offers', list).join('|')})(?!\\p{L})`, 'iu');
export const [edits, more, creates, saves, refuses] = [
  pattern('edits'),
  // "More", and also "Row actions".
  new RegExp(`${pattern('more').source}|\\s(?:${wordsFor('offers', 'more').join('|')})$`, 'iu'),
  pattern('creates'),
  pattern('saves'),
  pattern('refuses'),
];
/** Whether a press closes or takes back. A row called “No show fee” or “Back office” does not: it is called by its name. */
export const isRefusal = ({ kind, name }: Item) =>
  !/^(?:body|text|option)$/.test(kind) && refuses.test(name.trim());
export const isNext = new RegExp(`^(?:${wordsFor('offers', 'next').join('|')})(?: step)?\\W*$`, 'iu');
/** "Next", "Next page", "Load more", an arrow. */
export const pages = new RegExp(
  `^(?:(?:${wordsFor('offers', 'next').join('|')})(?: \\p{L}+)?|(?:load|show|view|see) more.*|[›»>→])\\W*$`,
  'iu',
);
/** "Details", "More details", "Open". */
export const details = new RegExp(`^(?:${wordsFor('offers', 'details').join('|')})$`, 'iu');
/** "Expand", "Advanced settings". */
export const unfolds = new RegExp(`^(?:${wordsFor('offers', 'unfolds').join('|')})\\W*$`, 'iu');
/** "Menu", and also "Open menu". */
export const hubs = new RegExp(`^(?:\\p{L}+ )?(?:${wordsFor('controls', 'hubs').join('|')})$`, 'iu');
/** "Settings", "Account settings", "Admin": what leads to all that can be set. */
export const settings = new RegExp(
  `^(?:\\p{L}+ ){0,2}(?:${[...wordsFor('concepts', 'settings'), ...wordsFor('offers', 'administers')].join('|')})$`,
  'iu',
);

/** What the three strokes of a menu are called by their author. */
export const menuIcons = /^(?:bars|hamburger|burger|sidemenu|mainmenu)$/;
