import { type Interest, interestOf } from './match/interest.ts';
import { matchControl } from './match/match.ts';
import { onPage } from './match/resolve-clauses.ts';
import { shownNowhere } from './match/unmet.ts';
import { isPressable } from './page/observe.ts';
import type { Control, PageView, Section } from './page/view.ts';
import { isAction, parsePrompt } from './prompt/clauses/parse-prompt.ts';
import { readByGrammar } from './prompt/grammar/read-by-grammar.ts';
import { routeOf } from './route.ts';

const most = 3;
const longestName = 48;

/**
 * Sentences for somebody who does not know yet what to ask of this page: what is shown, what is pressed, and all of it. Each is read
 * here as the planner will read it, and one that it would understand otherwise is left out.
 */
export function suggestionsFor(view: PageView): string[] {
  const sections = worthShowing(view);
  const control = worthPressing(view);
  const [first, second, ...others] = sections;
  const shown = first && second ? [`Show “${first.heading}” and “${second.heading}”`] : [];
  const pressed = control ? [pressOf(control)] : [];
  const whole = ['Show the whole page'];
  const singly = [...(first ? [first] : []), ...others].map(({ heading }) => `Show “${heading}”`);
  return [...shown, ...pressed, ...whole, ...singly].filter((one) => isUnderstood(view, one)).slice(0, most);
}

/** In a sentence a name stands in quotes, so it may have none itself. */
const isQuotable = (name: string) => /^[^“”„"«»`]{2,}$/u.test(name) && name.length <= longestName;

/** The sections that a viewer would miss most, in reading order. The opening is in every film. */
function worthShowing({ sections }: PageView): Section[] {
  const named = sections.filter(
    ({ kind, heading }) => !/^(?:header|hero|footer)$/.test(kind) && heading !== null && isQuotable(heading),
  );
  const best = named.sort((a, b) => b.importance - a.importance).slice(0, most);
  return best.sort((a, b) => a.box.y - b.box.y);
}

/** What changes the page where it stands, such as a tab: pressing it shows something, and leaves nothing behind. */
function worthPressing(view: PageView): Control | null {
  const fit = view.controls.filter(
    (control) =>
      /^(?:toggle|tab|accordion)$/.test(control.purpose) &&
      control.visible &&
      isPressable(control) &&
      control.form === null &&
      !isOfHeader(control, view) &&
      isQuotable(control.name) &&
      // What is chosen already changes nothing.
      !(control.checked || control.expanded) &&
      view.controls.filter(({ name }) => name === control.name).length === 1,
  );
  const rank = ({ purpose }: Control) => ['toggle', 'tab', 'accordion'].indexOf(purpose);
  return fit.sort((a, b) => rank(a) - rank(b) || a.box.y - b.box.y)[0] ?? null;
}

/** What a header switches, such as the size of the text, is about the page and not about what it offers. */
const isOfHeader = ({ navigation, section }: Control, { sections }: PageView) =>
  navigation || sections.find(({ id }) => id === section)?.kind === 'header';

const pressOf = ({ purpose, name }: Control) =>
  purpose === 'accordion' ? `Open “${name}”` : `Switch to “${name}”`;

/** Whether the planner takes a suggestion for what it is: each quoted name for the section or the control of that name. */
function isUnderstood(view: PageView, prompt: string): boolean {
  const clauses = onPage(parsePrompt(prompt), view);
  if (routeOf(readByGrammar(prompt), clauses, view) === 'deeds') return false;
  const quoted = [...prompt.matchAll(/“([^”]+)”/g)].map(([, name]) => name!);
  if (clauses.some(isAction))
    return (
      clauses.length === 1 &&
      clauses.every((clause) => matchControl(view, clause)?.control.name === quoted[0])
    );
  const interest = interestOf(view, clauses, undefined, null);
  return shownNowhere(view, clauses).length === 0 && quoted.every((name) => shows(interest, name));
}

const shows = ({ named }: Interest, name: string) => named.some(({ section }) => section.heading === name);
