import type { ControlWords } from '../language/page-words.ts';
import { anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { fold, words } from '../language/words.ts';
import { detailsIn } from '../match/details.ts';
import { type Match, matchControl } from '../match/match.ts';
import { rankSections } from '../match/rank.ts';
import { isPressable } from '../page/observe.ts';
import type { Control } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { enterDetails } from './act-form.ts';
import type { ClauseContext } from './context.ts';
import { changeValue, pointOnly, showInstead } from './moves.ts';

/** Carries out "filter by", "sort by" and "choose … from the list". Lists, boxes and sliders get what the prompt gives. */

const said = (list: keyof ControlWords) => new RegExp(anyOf('controls', list), 'i');
const filteredBy = new RegExp(`^(?:.*?\\s)??${anyOf('prompt', 'filteredBy')}\\s+(?=\\S)`, 'iu');
const filters = said('filters');

/** A control that is to be pressed, and the clause that asks for it. */
export interface Press {
  clause: Clause;
  match: Match;
}

/**
 * Filters a list by the box, list or button that the prompt names, or by the first one where it names none.
 * @returns what is to be pressed
 */
export async function filterBy(context: ClauseContext, clause: Clause): Promise<Press | null> {
  // In "the tickets by status Waiting" the thing that is filtered comes first, and tells nothing about the filter.
  const wanted = clause.object.replace(filteredBy, '');
  // A list or a box whose words are all in the prompt is certainly the filter.
  const details = detailsIn(
    clause.said,
    context.page.view.controls.filter(
      (control) => isFilter(control) && /^(?:toggle|choose)$/.test(control.purpose),
    ),
  );
  const asked = { ...clause, verb: 'set' as const, object: wanted };
  if (details.length > 0) {
    await enterDetails(context, clause, details);
    return null;
  }
  const match = matchControl(context.page.view, asked, context.page.top);
  // The filter may be in a folded menu.
  const isFolded =
    match && !match.control.visible && match.control.opener !== null && isPressable(match.control);
  if (match && (isFilter(match.control) || isFolded)) return { clause: asked, match };
  const control = likelyFilter(context, wanted);
  if (control)
    return { clause: asked, match: { control, score: 0, evidence: [control.name || control.hint] } };
  if (match) return { clause: asked, match };
  await showInstead(context, clause);
  return null;
}

/** Where nothing has the name that is asked for: a control among filters, or else the first box. */
function likelyFilter(context: ClauseContext, wanted: string): Control | undefined {
  const open = context.page.view.controls.filter((control) => isFilter(control) && isOpen(control));
  const grouped = open.filter(({ around, hint, section }) =>
    filters.test(
      `${around} ${hint} ${context.page.view.sections.find(({ id }) => id === section)?.tokens.join(' ') ?? ''}`,
    ),
  );
  const section = rankSections(context.page.view.sections, wanted)[0]?.section.id;
  return (
    grouped.find((control) => control.section === section) ??
    grouped[0] ??
    open.find((control) => control.purpose === 'toggle')
  );
}

const isFilter = (control: Control) =>
  control.visible &&
  !control.overlay &&
  (/^(toggle|choose|tab)$/.test(control.purpose) ||
    (control.purpose === 'input' && control.inputType === 'range') ||
    control.purpose === 'act') &&
  isPressable(control);
const isOpen = ({ purpose, checked, hint }: Control) =>
  (purpose === 'toggle' && checked !== true) || (purpose === 'choose' && !/sort|order/i.test(hint));

const sorts = said('sorts');

/** @returns what is to be pressed */
export async function sortBy(context: ClauseContext, clause: Clause): Promise<Press | null> {
  const lists = context.page.view.controls.filter(
    (control) => control.purpose === 'choose' && control.options.length > 1 && control.visible,
  );
  const list = lists.find(({ name, hint }) => sorts.test(`${name} ${hint}`)) ?? lists[0];
  if (list) {
    await order(context, clause, list);
    return null;
  }
  const match = matchControl(
    context.page.view,
    { ...clause, verb: 'set', object: `sort ${clause.object}` },
    context.page.top,
  );
  // A link leads to another page and sorts nothing.
  const doesSort = match && isPressable(match.control) && match.control.purpose !== 'navigate';
  if (doesSort) return { clause: { ...clause, verb: 'set' }, match };
  await showInstead(context, clause);
  return null;
}

/** Orders as prompts ask for them, and as lists offer them: "cheapest first" is "price, low to high". */
const orders: [asked: RegExp, offered: RegExp][] = [
  [said('cheapest'), said('cheapestFirst')],
  [said('dearest'), said('dearestFirst')],
  [said('newest'), said('newest')],
  [said('best'), said('bestFirst')],
];
const orderIn = (object: string, { options }: Control) => {
  const [, offered] = orders.find(([asked]) => asked.test(object)) ?? [];
  return offered && options.find(({ label }) => offered.test(label));
};

async function order(context: ClauseContext, clause: Clause, list: Control): Promise<void> {
  const wanted = orderIn(clause.object, list);
  if (wanted) return changeValue(context, clause, list, wanted.value, `Choose “${wanted.label}”`);
  const asked = terms(clause.object).filter((term) => !term.startsWith('#'));
  const offered = terms(`${list.name} ${list.hint} ${list.options.map(({ label }) => label).join(' ')}`);
  // Where the list does not offer the order, nothing is sorted. Any other order would be wrong.
  const isOffered = asked.length === 0 || asked.some((term) => offered.includes(term));
  await (isOffered ? chooseOption(context, clause, list) : showInstead(context, clause));
}

/**
 * Chooses the option that contains most of the prompt's words, in their order: "price, low to high" is not "price, high to
 * low".
 */
export async function chooseOption(context: ClauseContext, clause: Clause, control: Control): Promise<void> {
  const wanted = pieces(`${clause.object} ${clause.value ?? ''}`);
  const scored = control.options.map((option) => ({
    option,
    shared: pieces(option.label).filter((piece) => wanted.includes(piece)).length,
    change: option.value === control.value ? 0 : 1,
  }));
  const { option, shared } = scored.sort((a, b) => b.shared - a.shared || b.change - a.change)[0]!;
  // What is asked for is not offered, and nothing else is chosen in its place.
  if (clause.value !== null && shared === 0) return pointOnly(context, clause, control);
  await changeValue(context, clause, control, option.value, `Choose “${option.label}”`);
}

/** Words and pairs of neighbouring words. */
function pieces(text: string): string[] {
  const said = words(text).map(({ stem }) => stem);
  return [...said, ...said.slice(1).map((word, index) => `${said[index]} ${word}`)];
}

/** Sets a slider or a number field to the figure that the prompt names. */
export async function slide(context: ClauseContext, clause: Clause, control: Control): Promise<void> {
  const figure = /-?\d+(?:[.,]\d+)?/.exec(`${clause.value ?? ''} ${clause.object}`)?.[0].replace(',', '.');
  const value = figure ?? (terms(fold(clause.said)).includes('low') ? '10' : '60');
  await changeValue(context, clause, control, value, `Set “${control.name || control.hint}” to ${value}`);
}
