import { anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { isAkin } from '../language/words.ts';
import type { Control, PageView } from '../page/view.ts';
import { sortOf } from './control-kinds.ts';
import { rankSections } from './rank.ts';

const bars = new RegExp(anyOf('controls', 'bars'), 'i');
const cards = new RegExp(`\\b${anyOf('controls', 'cards')}\\b`, 'i');

/**
 * Points for being at the place that the prompt names: "in the menu", "in the pricing section". They count more than any other
 * difference between two controls.
 */
export function placedBy(view: PageView, place: string | null): (control: Control) => number {
  if (place === null) return () => 0;
  if (bars.test(place))
    return (control) => (control.navigation || control.role.startsWith('menuitem') ? 2.5 : -1);
  const beside = besides(view, place);
  if (beside) return ({ id }) => (beside.has(id) ? 2.5 : 0);
  const best = rankSections(view.sections, place)[0];
  if (!best || best.score === 0) return () => 0;
  return ({ section }) => (section === best.section.id ? 2.5 : 0);
}

/**
 * For "in the Lisbon card": the controls whose card, row or group contains most words of the place. Null where these are more
 * than a few.
 */
function besides(view: PageView, place: string): Set<number> | null {
  if (!cards.test(place)) return null;
  const wanted = terms(place).filter((term) => !term.startsWith('#') && sortOf(term) === null);
  const says = (control: Control) => {
    const own = terms(`${control.around} ${control.under}`);
    return wanted.filter((term) => own.some((other) => isAkin(term, other))).length;
  };
  const most = Math.max(0, ...view.controls.map(says));
  const found = most > 0 ? view.controls.filter((control) => says(control) === most) : [];
  return found.length > 0 && found.length <= 6 ? new Set(found.map(({ id }) => id)) : null;
}
