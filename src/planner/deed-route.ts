import { type Clause, isAction } from './clauses.ts';
import { dangerIn } from './danger.ts';
import { terms } from './language/terms.ts';
import { words } from './language/words.ts';
import { matchControl } from './match.ts';
import type { Deed, Mention } from './prompt/deed.ts';
import { quotationAt } from './prompt/quotations.ts';
import { sortOf } from './sorts.ts';
import { leadingVerb } from './verbs.ts';
import type { PageView } from './view.ts';

/**
 * Who plans a prompt first. The rehearsal of clauses presses what the page calls by the words of the prompt, fills in forms,
 * searches, filters and sorts. The deeds look for things, fields and values through the whole application, and look after each
 * act.
 *
 * - `deeds`: the deeds come first. The clauses are rehearsed only where no deed was done.
 * - `clauses`: the clauses come first. The deeds are tried only where the page does not have all that they ask for.
 * - `clauses-only`: the deeds have no part in it.
 */
export type DeedRoute = 'deeds' | 'clauses' | 'clauses-only';

export function routeOf(deeds: readonly Deed[], clauses: readonly Clause[], view: PageView): DeedRoute {
  const asked = deeds.filter((deed) => deed.kind !== 'open' && isOrder(deed, clauses));
  // What pays, deletes or signs out is pointed at, which only the rehearsal of clauses does.
  if (asked.every(isOfClauses) || asked.some(isDangerous)) return 'clauses-only';
  // "Show how to install it" is about a deed, and asks for none.
  if (!clauses.some(isAction) && asked.every((deed) => verbOf(deed) !== null && !isDetailed(deed)))
    return 'clauses-only';
  if (asked.some(isOfClauses) || isOnView(view, clauses)) return 'clauses';
  return asked.some((deed) => isDetailed(deed) || givesValue(deed)) ? 'deeds' : 'clauses';
}

/** Whether a clause has the words that the deed begins with. The clauses leave out what only wishes for a film. */
function isOrder({ said }: Deed, clauses: readonly Clause[]): boolean {
  const first = words(said)[0]?.stem;
  return clauses.some((clause) => words(clause.said).some(({ stem }) => stem === first));
}

const isDangerous = ({ said }: Deed) => dangerIn(unquoted(said)) !== null;

/** The words without what they quote: "set the title to 'Buy now'" buys nothing. */
function unquoted(said: string): string {
  let text = '';
  for (let at = 0; at < said.length; at++) {
    const quotation = quotationAt(said, at);
    if (quotation) at = quotation.end - 1;
    else text += said[at];
  }
  return text;
}

/** The verb of the clauses that a deed's verb is. Null where the clauses know nothing of it: "approve". */
const verbOf = ({ verb }: Deed) => leadingVerb(verb)?.verb ?? null;

/** What only the clauses do: a form is filled in with made-up data, and a search, a filter or an order reads the page. */
const isOfClauses = (deed: Deed) =>
  /^(?:search|filter|sort|scroll|hover|expand|go|show|fill)$/.test(verbOf(deed) ?? '') && !givesValue(deed);

const isNamed = (mention: Mention | null) => mention !== null && mention.name !== null;

/** "Set the width to 600" gives a value to a field. */
const givesValue = ({ kind, fields }: Deed) => kind === 'change' && fields.some(({ field }) => field !== '');

/** Whether a deed is about a certain thing among others or at a certain place, or has values for certain fields. */
function isDetailed(deed: Deed): boolean {
  const { kind, thing, places, fields } = deed;
  const verb = verbOf(deed);
  if (kind === 'change') return isNamed(thing) && fields.length > 0;
  // "Press Save" names the control, and "write 'Hello' into the message" the field.
  if (verb === 'press' || verb === 'type') return false;
  if (verb === null && (fields.length > 0 || (thing?.qualifiers.length ?? 0) > 0)) return true;
  // "For" and "with" in front of a value are no names of fields.
  return fields.some(({ field }) => terms(field).length > 0) || isNamed(thing) || places.some(isNamed);
}

/** Whether the page as it is has a control for each choice and entry, which says all the words of its clause. */
function isOnView(view: PageView, clauses: readonly Clause[]): boolean {
  const giving = clauses.filter(({ verb, negated }) => !negated && (verb === 'set' || verb === 'type'));
  return giving.length > 0 && giving.every((clause) => hasControlFor(view, clause));
}

function hasControlFor(view: PageView, clause: Clause): boolean {
  const control = matchControl(view, clause)?.control;
  if (!control?.visible) return false;
  const { name, hint, around, under, options, purpose } = control;
  const heading = view.sections.find(({ id }) => id === control.section)?.heading ?? '';
  const own = new Set(
    terms([name, hint, around, under, heading, ...options.map(({ label }) => label)].join(' ')),
  );
  const said = purpose === 'input' ? clause.object : `${clause.object} ${clause.value ?? ''}`;
  const asked = terms(said).filter((term) => !term.startsWith('#') && !sortOf(term));
  return asked.every((term) => own.has(term));
}
