import { anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { words } from '../language/words.ts';
import { searchField } from '../match/field-values.ts';
import { leastNamedScore } from '../match/interest.ts';
import { matchControl } from '../match/match.ts';
import { rankPlaces } from '../match/passages.ts';
import { isPressable } from '../page/observe.ts';
import type { Control, PageView, Section } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { pressControl } from './act-press.ts';
import { type ClauseContext, ofClause, unfinished } from './context.ts';
import { actClause } from './perform-clause.ts';

/**
 * Agent mode without a language model. Where the page does not have what a clause asks for, the agent follows the most
 * promising link, reads the page again, and goes back from a dead end. Dead ends are not filmed.
 */
const budget = { steps: 10, ms: 25_000 };

export function pursue(clauses: Clause[], { signal }: { signal: AbortSignal }) {
  return async (context: ClauseContext): Promise<void> => {
    const endsAt = performance.now() + budget.ms;
    const left = { steps: budget.steps };
    for (const [index, clause] of clauses.entries()) {
      signal.throwIfAborted();
      const own = ofClause(context, clauses, index);
      // The thing that the agent searches for may be behind this press, so every press is played.
      if (!has(own.page.view, clause))
        await seek(unfinished(own), clause, { left, endsAt, signal, seen: new Set(), offered: new Set() });
      await actClause(own, clause);
    }
  };
}

interface Search {
  left: { steps: number };
  endsAt: number;
  signal: AbortSignal;
  /** The states and addresses of pages that were read. None is read twice, so that a circle of links ends the search. */
  seen: Set<string>;
  /** Links that earlier pages on this path offer too. They are followed from there, so that no detour leads to them. */
  offered: Set<string>;
}

/**
 * Searches depth first, best link first. True where the search ended on a page that has what is asked for. Otherwise the page
 * and the film are as they were before.
 */
async function seek(context: ClauseContext, clause: Clause, search: Search, depth = 0): Promise<boolean> {
  search.seen.add(stateOf(context.page.view));
  const { url } = context.page.view;
  const [kept, rests] = [context.storyboard.checkpoint(), context.page.hovered];
  const links = promising(context.page.view, clause, search.seen).filter(
    (link) => !search.offered.has(nameOf(link)),
  );
  for (const link of links) search.offered.add(nameOf(link));
  for (const link of links) {
    search.signal.throwIfAborted();
    if (search.left.steps <= 0 || performance.now() > search.endsAt || depth >= 4) return false;
    search.left.steps--;
    if (link.href) search.seen.add(link.href.split('#')[0]!);
    const again =
      depth === 0 && context.page.view.url === url ? link : (sameLink(context.page.view, link) ?? link);
    await pressControl(context, towards(clause, again), { control: again, score: 9, evidence: [again.name] });
    const isNew = !search.seen.has(stateOf(context.page.view));
    // The search succeeds only if the press led to a new state of the page, and that state has what is asked for.
    if (isNew && has(context.page.view, clause)) return true;
    if (isNew && (await seek(context, clause, search, depth + 1))) return true;
    context.storyboard.rollback(kept);
    context.page.rests(rests);
    if (context.page.view.url !== url || isNew) await context.page.goBack(url);
  }
  return false;
}

const mayLead = ({ purpose, form }: Control) =>
  /navigate|menu|tab|accordion/.test(purpose) || (purpose === 'act' && form === null);

const nameOf = ({ role, name, href }: Control) => `${role} ${name} ${href?.split('#')[0] ?? ''}`;

const towards = (clause: Clause, { name }: Control): Clause => ({
  ...clause,
  verb: 'go',
  object: name,
  value: null,
  ordinal: null,
  said: clause.said,
});

const sameLink = (view: PageView, { name, href, role }: Control) =>
  view.controls.find((one) => one.name === name && one.href === href && one.role === role);

const stateOf = ({ url, controls, sections }: PageView) =>
  `${url.split('#')[0]} ${controls.filter(({ visible }) => visible).length} ${sections.map(({ heading }) => heading).join('|')}`;

/** Whether the present page has what a clause asks for. */
function has(view: PageView, clause: Clause): boolean {
  if (clause.verb === 'wait' || (clause.verb === 'scroll' && clause.object === '')) return true;
  if (clause.verb === 'show' || clause.verb === 'scroll')
    return shows(view, clause.object) && !isBehindDoor(view, clause.object);
  // "Find the refund policy" is typed where there is a search field. On other pages the agent looks for it.
  if (clause.verb === 'search')
    return searchField(view) !== undefined || shows(view, clause.value ?? clause.object);
  if (/^(?:fill|type|filter|sort|submit)$/.test(clause.verb))
    return view.controls.some(({ purpose, visible }) => visible && /input|choose|toggle/.test(purpose));
  return matchControl(view, clause) !== null;
}

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

/** Whether the present page has all that the prompt wants to see. */
export const isShown = (view: PageView, clauses: Clause[]) =>
  clauses
    .filter(({ negated }) => !negated)
    .every(({ object }) => shows(view, object) && !isBehindDoor(view, object));

const hubs = new RegExp(`\\b${anyOf('controls', 'hubs')}\\b`, 'i');

/**
 * Links and menus that were not tried yet. Those that share words with the goal come first, then those that lead to many pages.
 */
function promising(view: PageView, clause: Clause, seen: Set<string>): Control[] {
  const goal = new Set(terms(`${clause.said} ${clause.value ?? ''}`));
  // An application is explored through its buttons too: those of a navigation, and those that share a word with the goal. A
  // button of a form is never one of them, since it may send something.
  const leads = (control: Control) =>
    mayLead(control) &&
    (control.purpose !== 'act' || control.navigation || terms(control.name).some((term) => goal.has(term)));
  const open = view.controls.filter(
    (control) =>
      control.visible &&
      isPressable(control) &&
      !control.newTab &&
      leads(control) &&
      !control.inPage &&
      control.expanded !== true &&
      !(control.href && seen.has(control.href.split('#')[0]!)),
  );
  const worth = (control: Control) => {
    const own = terms(
      `${control.name} ${control.around} ${control.href ? URL.parse(control.href)?.pathname : ''}`,
    );
    const spoken = own.filter((term) => goal.has(term)).length;
    return 3 * spoken + (hubs.test(control.name) ? 1 : 0) + (control.navigation ? 0.5 : 0);
  };
  const named = new Set<string>();
  return open
    .map((control) => ({ control, worth: worth(control) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ control }) => control)
    .filter(({ name, href }) => {
      const key = href?.split('#')[0] ?? name;
      return !named.has(key) && named.add(key);
    })
    .slice(0, 6);
}
