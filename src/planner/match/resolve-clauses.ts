import { alternatives, anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { numbers } from '../language/vocabulary.ts';
import { isAkin, words } from '../language/words.ts';
import type { PageView } from '../page/view.ts';
import { type Clause, isQuestion } from '../prompt/clauses/parse-prompt.ts';
import { beginsAs } from './control-kinds.ts';
import { type Match, matchControl } from './match.ts';
import { rankPlaces } from './passages.ts';
import { spelled } from './spelling.ts';
import { byChoices, namesStep } from './tabs.ts';

/** What the clauses of a prompt mean on this page: for example, which of them name a button, and which list several things. */
export const onPage = (clauses: Clause[], view: PageView): Clause[] =>
  spelled(clauses, view)
    .map(allOfIt)
    .map((clause) => showsHow(clause, view))
    .flatMap((clause) => each(clause, view))
    .flatMap((clause) => spread(clause, view))
    .flatMap((clause) => byChoices(clause, view))
    .map((clause) => namesButton(clause, view));

/** "Scroll through the page" tells how to film, and not where to scroll. It becomes a film of the whole page. */
const allOfIt = (clause: Clause, _index: number, all: Clause[]): Clause =>
  clause.verb === 'scroll' &&
  all.length === 1 &&
  /^through\b/i.test(clause.said.replace(/^\s*\S+\s+/, '')) &&
  terms(clause.object).length === 0
    ? { ...clause, verb: 'show' }
    : clause;

const asksHow = new RegExp(`^(?:\\p{L}+\\s+){0,3}?${anyOf('prompt', 'how')}\\s`, 'iu');

/** "Show how to install it", where a section of the page explains that: the section is shown, and nothing is pressed. */
function showsHow(clause: Clause, view: PageView): Clause {
  const asks = asksHow.test(clause.said);
  if (!asks || clause.negated || !/^(?:start|set|press|go|type|search|fill|submit)$/.test(clause.verb))
    return clause;
  const best = rankPlaces(view.sections, clause.object)[0];
  const wanted = terms(clause.object).filter((term) => !term.startsWith('#'));
  const names = [best?.section.heading ?? '', ...(best?.section.aliases ?? [])].flatMap((one) => terms(one));
  const covered = wanted.filter((term) => names.some((other) => isAkin(term, other))).length;
  const tells =
    best !== undefined && best.section.kind !== 'form' && covered > 0 && 2 * covered >= wanted.length;
  // A button in the content of the page does it, while a link to that section does not.
  const match = matchControl(view, clause);
  const does =
    match !== null && match.score >= exactScore && !(match.control.navigation || match.control.inPage);
  return tells && !does ? { ...clause, verb: 'show' } : clause;
}

const several = /^(?:all|every|each|both)(?:\s+(?:one\s+)?of)?(?:\s+(?:the|our|their|these))?\s+(?=\S)/iu;
/** With more than these, the film would show nothing else. */
const mostAtOnce = 5;
const few = [...numbers].filter(([, count]) => count > 1 && count <= mostAtOnce).map(([word]) => word);
const counted = new RegExp(`^(${alternatives(few)}|\\d)\\s+(?=\\S)`, 'iu');
const allOfThem = new RegExp(`^${anyOf('controls', 'forAll')}`, 'i');

/** Makes one clause for each thing that is counted: "open every question", "tick the first two rows". */
function each(clause: Clause, view: PageView): Clause[] {
  if (!/^(?:press|expand|set|hover)$/.test(clause.verb) || clause.negated) return [clause];
  const [said, figure] = counted.exec(clause.object) ?? [];
  const all = several.exec(clause.object)?.[0];
  if (all && clause.ordinal === null) {
    const object = clause.object.slice(all.length);
    const whole = view.controls.find(({ name, visible }) => visible && allOfThem.test(name));
    if (whole && clause.verb !== 'hover') return [{ ...clause, object: whole.name }];
    return countUp({ ...clause, object }, view, mostAtOnce, 1);
  }
  if (said && clause.ordinal !== null) {
    const count = Number(figure) || numbers.get(figure!.toLowerCase())!;
    return countUp({ ...clause, object: clause.object.slice(said.length) }, view, count, clause.ordinal);
  }
  return [clause];
}

function countUp(clause: Clause, view: PageView, count: number, from: number): Clause[] {
  const found = new Set<number>();
  const each: Clause[] = [];
  for (let index = 0; index < Math.min(count, mostAtOnce); index++) {
    const one = { ...clause, ordinal: from < 0 ? from : from + index };
    const match = matchControl(view, one);
    if (!match || found.has(match.control.id)) break;
    found.add(match.control.id);
    each.push(one);
  }
  return each.length > 0 ? each : [clause];
}

const joints = new RegExp(
  `\\s*[,،，、]\\s*(?:${anyOf('prompt', 'and')}\\s+)?|\\s+(?:${anyOf('prompt', 'and')}|${anyOf('prompt', 'or')}|&)\\s+`,
  'iu',
);

/**
 * Makes one clause for each thing that is listed, where the page has a control for each: "choose zone C and 12 months".
 * "Shipping and returns" stays one clause where a button has all of it as its name.
 */
function spread(clause: Clause, view: PageView): Clause[] {
  const lists = /^(?:set|press|expand|hover|go|filter)$/.test(clause.verb) && clause.explicit;
  if (!lists || clause.negated || clause.value !== null || clause.ordinal !== null) return [clause];
  const pieces = clause.object.split(joints).filter((piece) => piece.trim() !== '');
  if (pieces.length < 2 || pieces.length > 5) return [clause];
  if ((matchControl(view, clause)?.score ?? 0) >= exactScore) return [clause];
  const each = pieces.map((object) => ({ ...clause, object, said: object }));
  const found = each.map((one) => matchControl(view, one.verb === 'filter' ? { ...one, verb: 'set' } : one));
  const distinct = new Set(found.map((match) => match?.control.id)).size === found.length;
  const [whole] = clause.said.split(joints);
  return distinct && found.every((match) => match !== null && match.score >= sureScore)
    ? each.map((one, index) => (index === 0 ? { ...one, said: whole ?? one.said } : one))
    : [clause];
}

/** From this score on, the name of a control is what the clause says, or most of it. */
const exactScore = 9;
const sureScore = 4.5;

const calledTab = new RegExp(`\\b${anyOf('controls', 'tabs')}$`, 'i');

/**
 * "Arm the sprinklers" has no verb that is known, but it may be the name of a button. Then the clause asks to press that
 * button.
 */
function namesButton(clause: Clause, view: PageView): Clause {
  if (clause.negated || clause.ordinal !== null) return clause;
  // "Show the review tab": the content of a tab is shown by pressing the tab.
  if (clause.verb === 'show' && calledTab.test(clause.object)) {
    const tab = matchControl(view, { ...clause, verb: 'press' });
    return tab && /tab|menu/.test(tab.control.purpose) ? { ...clause, verb: 'press' } : clause;
  }
  if (clause.verb === 'show' && namesStep(clause, view)) return { ...clause, verb: 'press' };
  if (clause.explicit) return clause;
  const press: Clause = { ...clause, verb: 'press' };
  const match = matchControl(view, press);
  return match && (isCalled(match, clause) || beginsAs(match.control, clause) || isSpoken(match, clause))
    ? press
    : clause;
}

const isCalled = ({ control, score }: Match, { object }: Clause) =>
  score >= exactScore &&
  control.purpose !== 'navigate' &&
  control.purpose !== 'input' &&
  words(object).length >= 2;

/**
 * Whether a clause contains the whole name of a control: "view the options of the lamp", where a button says "View options".
 */
function isSpoken({ control }: Match, { said }: Clause): boolean {
  const spoken = new Set(words(said).map(({ stem }) => stem));
  const name = words(control.name).map(({ stem }) => stem);
  return (
    name.length >= 2 &&
    name.every((word) => spoken.has(word)) &&
    // "How does it work?" asks for the section of that name, and not for the link to it.
    !(control.navigation && (control.purpose === 'navigate' || isQuestion(said))) &&
    control.purpose !== 'input'
  );
}
