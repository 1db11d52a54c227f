import { terms } from '../language/terms.ts';
import { words } from '../language/words.ts';
import { isPressable } from '../page/observe.ts';
import type { Control, PageView, Section } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { leastNamedScore } from './interest.ts';
import { rankPlaces } from './passages.ts';

/** Whether the present page has all that the prompt wants to see. */
export const isShown = (view: PageView, clauses: Clause[]) =>
  clauses
    .filter(({ negated }) => !negated)
    .every(({ object }) => shows(view, object) && !isBehindDoor(view, object));

function shows(view: PageView, object: string): boolean {
  const asked = words(object).filter(({ raw }) => terms(raw).length > 0);
  if (asked.length === 0) return true;
  const best = rankPlaces(view.sections, object)[0];
  const covered = asked.filter(({ raw }) => best?.evidence.includes(raw)).length;
  // The navigation bar contains only the names of other places, folded or not.
  const isOnlyNamed =
    best !== undefined &&
    isBar(
      view,
      best.section,
      asked.map(({ stem }) => stem),
    );
  return best !== undefined && !isOnlyNamed && best.score >= leastNamedScore && covered > asked.length / 2;
}

/** Whether a section has the words in its links alone: as the header, or as an opening that contains the header. */
function isBar(view: PageView, { id, kind, heading }: Section, asked: string[]): boolean {
  const says = (text: string | null) => {
    const said = new Set(terms(text ?? ''));
    return asked.every((stem) => said.has(stem));
  };
  if (says(heading)) return false;
  const links = view.controls.filter(
    ({ section, navigation, inPage }) => section === id && navigation && !inPage,
  );
  return links.length > 0 && (kind === 'header' || links.some(({ name }) => says(name)));
}

/**
 * Whether a control has these words, but no section has them in its heading. Then this page only names the thing, and the
 * control leads to it.
 */
function isBehindDoor(view: PageView, object: string): boolean {
  const asked = words(object).filter(({ raw }) => terms(raw).some((term) => !term.startsWith('#')));
  const says = (text: string | null) => {
    const said = new Set(terms(text ?? ''));
    return asked.length > 1 && asked.every(({ stem }) => said.has(stem));
  };
  if (view.sections.some(({ heading }) => says(heading))) return false;
  return view.controls.some(
    (control) =>
      control.visible && !control.inPage && isPressable(control) && mayLead(control) && says(control.name),
  );
}

const mayLead = ({ purpose, form }: Control) =>
  /navigate|menu|tab|accordion/.test(purpose) || (purpose === 'act' && form === null);
