import { conceptsOf } from '../language/concepts.ts';
import { anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { isAkin, type Word, words } from '../language/words.ts';
import type { Control, PageView } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';

/** What is asked for may be behind a tab, or remain under a filter. It is shown by pressing that. */

/**
 * Makes one clause for each tab and each box that the clause names: "show the Python example", "Thursday's programme", "the
 * cups in ink".
 */
export function byChoices(clause: Clause, view: PageView): Clause[] {
  if (!/^(?:show|set)$/.test(clause.verb) || clause.negated || clause.ordinal !== null) return [clause];
  const asked = words(clause.object);
  if (asked.length === 0 || asked.length > 6) return [clause];
  const said = new Set(asked.map(({ stem }) => stem));
  const own = (control: Control) => words(control.name).filter(({ raw }) => /\d/.test(raw) || isTelling(raw));
  const chosen = view.controls
    .filter((control) => mayChoose(control) && isOnly(control, view) && !isHeading(own(control), view))
    .map((control) => ({ control, at: placeOf(own(control), asked) }))
    .filter(({ control, at }) => at >= 0 && isOneOfSeveral(control, own(control), view));
  // "Switch to the Linux tab" is understood without this, and so is the full name of a control.
  if (clause.verb === 'set' && view.controls.some(({ name }) => isAll(words(name), said, asked.length)))
    return [clause];
  const distinct = chosen
    .sort((a, b) => a.at - b.at)
    .filter(({ at }, index, all) => index === 0 || all[index - 1]!.at !== at);
  if (distinct.length === 0 || distinct.length > 3) return [clause];
  return distinct.map(({ control }) => ({
    ...clause,
    verb: control.purpose === 'toggle' ? ('set' as const) : ('press' as const),
    object: control.name,
    explicit: true,
  }));
}

/**
 * Whether no other visible control has the same name. Where "Assign to me" is in every row, only the rest of the prompt tells
 * which one is meant.
 */
const isOnly = ({ id, name }: Control, { controls }: PageView) =>
  !controls.some((other) => other.id !== id && other.visible && other.name === name);

const isTelling = (raw: string) =>
  terms(raw).some((term) => !term.startsWith('#')) || narrowOf(raw).length > 0;

const isAll = (name: readonly Word[], said: Set<string>, count: number) =>
  name.length > 0 && name.length === count && name.every(({ stem }) => said.has(stem));

/** Whether a control is a tab, a box or a button in the content of the page, and not already on. */
const mayChoose = ({ purpose, visible, overlay, navigation, checked, name, href, danger }: Control) =>
  visible &&
  !overlay &&
  !navigation &&
  danger === null &&
  name !== '' &&
  words(name).length <= 4 &&
  ((/^(?:tab|toggle)$/.test(purpose) && checked !== true) ||
    purpose === 'act' ||
    // A link that leads to the top of its own page is a tab that a script handles.
    (purpose === 'navigate' && href !== null && /#$/.test(href)));

/** The position where the prompt names a control with all words of its name. -1 where it does not. */
function placeOf(name: readonly Word[], asked: readonly Word[]): number {
  if (name.length === 0) return -1;
  const places = name.map((word) => asked.findIndex((other) => isSame(word, other)));
  return places.includes(-1) ? -1 : Math.min(...places);
}

const isSame = (one: Word, other: Word) =>
  isAkin(one.stem, other.stem) || narrowOf(one.raw).some((concept) => narrowOf(other.raw).includes(concept));

/** Concepts whose words always mean the same thing. A Freitag is always a Friday, but customers are not always reviews. */
const narrow =
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|red|blue|green|black|white|yearly|monthly)$/;
const narrowOf = (raw: string) => conceptsOf(raw).filter((concept) => narrow.test(concept));

const isHeading = (name: readonly Word[], { sections }: PageView) =>
  sections.some(
    ({ heading, kind }) =>
      !/^(?:header|hero)$/.test(kind) &&
      words(heading ?? '').some(({ stem }) => name.some((word) => word.stem === stem)),
  );

/**
 * Whether a control is one of several choices, as "Part-time" above "Volunteer" is. A tab always is. A box whose name has two
 * words or more may stand alone.
 */
function isOneOfSeveral(control: Control, name: readonly Word[], { controls }: PageView): boolean {
  if (control.purpose === 'tab' || (control.purpose === 'toggle' && name.length >= 2)) return true;
  const { x, y, width, height } = control.box;
  return controls.some(
    (other) =>
      other !== control &&
      other.visible &&
      other.section === control.section &&
      other.role === control.role &&
      other.purpose === control.purpose &&
      other.name !== control.name &&
      ((Math.abs(other.box.y - y) < 8 && gap(other.box.x, other.box.width, x, width) < 60) ||
        (Math.abs(other.box.x - x) < 8 && gap(other.box.y, other.box.height, y, height) < 40)),
  );
}

const gap = (a: number, aLength: number, b: number, bLength: number) =>
  Math.max(0, Math.max(a, b) - Math.min(a + aLength, b + bLength));

const stages = new RegExp(`^${anyOf('controls', 'steps')}$`, 'u');

/** Whether a button of that name brings up the step: "show the Discuss step". */
export function namesStep({ object }: Clause, { controls, sections }: PageView): boolean {
  const asked = words(object).map(({ stem }) => stem);
  const own = asked.filter((word) => !stages.test(word));
  if (own.length === asked.length || own.length === 0) return false;
  const names = (text: string) => words(text).map(({ stem }) => stem);
  return (
    controls.some(
      ({ purpose, visible, overlay, name }) =>
        /^(?:act|toggle|tab|menu)$/.test(purpose) &&
        visible &&
        !overlay &&
        names(name).join(' ') === own.join(' '),
    ) && !sections.some(({ heading }) => names(heading ?? '').join(' ') === own.join(' '))
  );
}
