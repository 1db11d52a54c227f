import type { FieldWords } from '../language/field-words.ts';
import { anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { fold } from '../language/words.ts';
import type { Detail } from '../match/detail-kinds.ts';
import { fieldsOf, searchField } from '../match/field-values.ts';
import type { Control } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { detailsOf, enterDetails } from './act-form.ts';
import type { ClauseContext } from './context.ts';
import { changeValue, showInstead } from './moves.ts';

/**
 * Carries out "search for", "find" and "look for". The words are typed into a search box, entered into a form that searches, or
 * looked for on the page.
 */
export async function searchFor(context: ClauseContext, clause: Clause): Promise<void> {
  const details = isHeading(context, clause) ? [] : searched(context, clause);
  if (details.length > 1) return enterDetails(context, clause, details);
  const control = searchField(context.page.view);
  if (control && !isHeading(context, clause))
    return changeValue(
      context,
      clause,
      control,
      clause.value ?? 'getting started',
      `Search for “${clause.value ?? 'getting started'}”`,
      [{ do: 'key', key: 'Enter' }],
    );
  if (details.length > 0) return enterDetails(context, clause, details);
  // On a page without a search box, "find the pricing" asks to look and not to type.
  await showInstead(context, { ...clause, object: clause.value ?? clause.object });
}

const looks = new RegExp(`^${anyOf('prompt', 'looks')}\\s+(?!["“„«])`, 'iu');

/** Where the page has a heading "Opening hours", "find the opening hours" asks to look there and not to type. */
function isHeading(context: ClauseContext, { said, value }: Clause): boolean {
  if (!looks.test(said.trim()) || value === null) return false;
  const wanted = terms(value).filter((term) => !term.startsWith('#'));
  return context.page.view.sections.some(({ heading, aliases, kind }) => {
    const own = terms(`${heading ?? ''} ${aliases.join(' ')}`);
    return kind !== 'hero' && wanted.length > 0 && wanted.every((term) => own.includes(term));
  });
}

const searches = new RegExp(anyOf('controls', 'searches'), 'iu');

/**
 * The values for a form that searches: "find a trip to Granada for 4 people", where fields beside a button ask for each of
 * these.
 */
function searched(context: ClauseContext, clause: Clause): Detail[] {
  const button = context.page.view.controls.find(
    ({ name, visible, overlay, form, purpose }) =>
      visible && !overlay && form !== null && /submit|act/.test(purpose) && searches.test(fold(name)),
  );
  const fields = button ? fieldsOf(context.page.view.controls, button.form) : [];
  if (!button || fields.length < 2) return [];
  const given = detailsOf(context, clause.said, button.form);
  const free = fields.filter(
    ({ id, purpose, inputType }) =>
      purpose === 'input' &&
      /^(?:text|search)$/.test(inputType ?? '') &&
      !given.some(({ control }) => control.id === id),
  );
  const places = placesIn(clause.said);
  const from = places.from && free.find((field) => asksFor(field, origin));
  const rest = free.filter((field) => field !== from);
  const to =
    places.to &&
    (rest.find((field) => asksFor(field, target)) ?? rest.find((field) => !asksFor(field, origin)));
  // The thing to search for, where the form has a field of its own for it: "gardener in Leeds".
  const other = free.filter((field) => field !== from && field !== to && !asksFor(field, origin));
  const word =
    other.find((field) => asksFor(field, keyword)) ??
    (given.length + Number(Boolean(to)) === 0 ? other[0] : undefined);
  const wanted = (clause.value ?? '')
    .replace(to ? new RegExp(`\\s+\\p{Ll}+\\s+${places.to}.*$`, 'u') : /$/, '')
    .trim();
  return [
    ...(word && wanted !== '' ? [{ control: word, value: wanted, position: -3 }] : []),
    ...(from && places.from ? [{ control: from, value: places.from, position: -2 }] : []),
    ...(to && places.to ? [{ control: to, value: places.to, position: -1 }] : []),
    ...given,
  ].sort(
    (a, b) => context.page.view.controls.indexOf(a.control) - context.page.view.controls.indexOf(b.control),
  );
}

const asked = (list: keyof FieldWords) => new RegExp(anyOf('fields', list), 'iu');
const [origin, target, keyword] = [asked('origin'), asked('destination'), asked('keyword')];
const asksFor = ({ name, hint }: Control, what: RegExp) =>
  what.test(fold(`${name} ${hint}`)) || what.test(`${name} ${hint}`);

/** The proper names after a preposition, as in "from Porto to New York". */
function placesIn(said: string): { from: string | null; to: string | null } {
  const name = "(\\p{Lu}[\\p{L}’'-]*(?:\\s(?:de\\s|la\\s|do\\s)?\\p{Lu}[\\p{L}’'-]*){0,3})";
  const behind = (words: string) => new RegExp(`(?:^|\\s)${words}\\s+${name}`, 'u').exec(said)?.[1] ?? null;
  return { from: behind(anyOf('prompt', 'journeyFrom')), to: behind(anyOf('prompt', 'journeyTo')) };
}
