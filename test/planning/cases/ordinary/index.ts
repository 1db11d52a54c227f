import { setOf } from '../../set.ts';
import { acting as firstActing } from './first/acting.ts';
import { otherLanguages } from './first/other-languages.ts';
import { showing as firstShowing } from './first/showing.ts';
import { acting as secondActing } from './second/acting.ts';
import { showing as secondShowing } from './second/showing.ts';
import { wholeFilms } from './second/whole-films.ts';

/**
 * What people ordinarily type about a page, without tricks: something to show, something to do, a film of the whole page, a limit.
 * The author had seen the pages and never the planner, and wrote all sixty cases before the first was planned.
 */
export const ordinary = setOf('ordinary wishes, worked on since', [
  { cases: [...firstShowing, ...firstActing, ...otherLanguages], firstSight: { right: 48, of: 60 } },
]);

/** Sixty more, written in the same way. A third of the pages are public templates that no earlier set has. */
export const moreOrdinary = setOf('more ordinary wishes', [
  { cases: [...secondShowing, ...secondActing, ...wholeFilms], firstSight: { right: 52, of: 60 } },
]);
