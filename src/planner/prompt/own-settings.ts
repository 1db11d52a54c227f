import { wordsFor } from '../language/vocabulary.ts';

/** "Your own profile", "your personal time zone": of who works with the application, and of nobody else. English only. */
const own = /(?<!\p{L})(?:(?:your|my|our) own|(?:your|my) personal)(?!\p{L})/iu;
/** What is set for everybody who works there. */
const shared = new RegExp(
  `^(?:\\p{L}+ )?(?:${wordsFor('offers', 'administers').join('|')}|company|organi[sz]ation|workspace|institution|team|site|store|account|general)(?: (?:settings|profile|details|preferences|info(?:rmation)?))?$`,
  'iu',
);

/** Whether an entry leads to what is set for all, where the prompt asks for somebody's own. */
export const isOfOthers = (said: string, name: string): boolean => own.test(said) && shared.test(name.trim());
