import { setOf } from '../../set.ts';
import { acting } from './acting.ts';
import { showing } from './showing.ts';

/**
 * Ordinary wishes on pages from npm that no set had before. The author had seen the pages and never the planner, and wrote all of
 * them before the first was planned. One press that was right was counted as wrong, because its expectation was written in a form that
 * fits nothing; that form was mended, and nothing else.
 */
export const unseen = setOf('wishes on pages that nobody had worked on', [
  { cases: [...showing, ...acting], firstSight: { right: 20, of: 30 } },
]);
