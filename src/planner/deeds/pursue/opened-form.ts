import { terms } from '../../language/terms.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { containerOf, isInside, keyOf, newItems, ownersOf, topmost } from '../candidates/chain.ts';
import { fieldCandidates } from '../candidates/field-candidates.ts';
import { finishing } from '../candidates/finishing.ts';
import { isSameText } from '../candidates/likeness.ts';
import { isSearching } from '../candidates/searching.ts';
import { least } from '../candidates/weights.ts';
import { besideField } from '../finish/beside-field.ts';
import type { Outcome } from '../perform/performer.ts';

/** What a press of `name` has opened for a deed. Where the deed has values, a menu may offer them. */
export function openedFor(deed: Deed, outcome: Outcome, name: string): number | null {
  const { before, after } = outcome;
  const { kind, fields } = deed;
  const menus = ({ things }: Screen) => things.filter((thing) => thing.kind === 'menu').length;
  const isMenu = kind === 'act' && fields.length > 0 && menus(after) > menus(before);
  if (isMenu) return opened(outcome) ?? after.things.findLastIndex((thing) => thing.kind === 'menu');
  return (
    opened(outcome) ?? (isHeadedForm(outcome, deed, name) || hasBrought(outcome, deed) ? wholePage : null)
  );
}

/** The page as a form is the first of its things. */
const wholePage = 0;

/** Whether a press has brought a box for a text, with a button at its foot that sends it: “Reply” below an e-mail. */
function hasBrought({ before, after }: Outcome, deed: Deed): boolean {
  const came = newItems({ before, after }, keyOf);
  const [box, ...others] = came.filter(isEntry);
  if (!box || !isText(box) || others.length > 0) return false;
  const button = besideField(after, deed, box);
  return button !== null && came.includes(button);
}

/** Whether the page has become a form that is headed as what was pressed: “New contact”. Its button may stand beside the heading. */
function isHeadedForm({ before, after }: Outcome, deed: Deed, name: string): boolean {
  const came = newItems({ before, after }, keyOf);
  const button = came.filter(isEntry).length < 2 ? null : finishing(after, deed, null);
  return (
    deed.kind === 'create' &&
    button !== null &&
    came.includes(button) &&
    came.some((item) => item.kind === 'text' && isSameText(item.name, name))
  );
}

/** The dialog or form that a press has opened. */
export function opened({ before, after }: Outcome): number | null {
  const top = topmost(after);
  if (top !== null) return top;
  const fresh = newItems({ before, after }, keyOf).filter(isEntry);
  return fresh[0] ? (containerOf(after, fresh[0]) ?? editorOf(fresh, before, after)) : null;
}

const isEntry = ({ kind }: Item) => /^(?:field|select|picker|rich-text)$/.test(kind);

const isText = ({ kind, inputType }: Item) => kind === 'rich-text' || inputType === 'textarea';

/** Whether the page has become a form, whose fields stand in several parts of it: below them all came the button that makes what is asked for. */
export function isFormOfPage({ before, after }: Outcome, deed: Deed): boolean {
  if (deed.kind !== 'create') return false;
  const came = newItems({ before, after }, keyOf);
  const fresh = came.filter(isEntry);
  if (fresh.length < 2) return false;
  const foot = Math.max(...fresh.map(({ box }) => box.y + box.height));
  const button = finishing(after, deed, null, ({ box }) => box.y >= foot - 4);
  return button !== null && came.includes(button);
}

/**
 * The part of the screen that came with several fields or a box for a text, or has another heading with them: a form that the page opens among its
 * content, or a thread beside it.
 */
function editorOf(fresh: readonly Item[], before: Screen, after: Screen): number | null {
  const known = new Set(before.things.map(({ id, name }) => `${id} ${name}`));
  const at = after.things.findLastIndex(
    ({ kind, id, name }, index) =>
      /^(?:panel|card|group|row)$/.test(kind) &&
      !known.has(`${id} ${name}`) &&
      (fresh.length > 1 || isText(fresh[0]!)) &&
      fresh.every((item) => isInside(after, item, index)),
  );
  return at < 0 ? null : at;
}

/**
 * The part of the screen that a button would send, where it asks for what the deed makes and is empty yet: a box for a note with "Post" below it.
 * Null for a button that opens a form.
 */
export function emptyFormOf(screen: Screen, button: Item, { kind, thing, fields }: Deed): number | null {
  if (kind !== 'create') return null;
  const whole = screen.viewport.width * screen.viewport.height;
  for (const owner of ownersOf(screen, button)) {
    const isPart =
      owner.kind === 'form' || owner.kind === 'dialog' || (owner.box.width * owner.box.height) / whole < 0.3;
    if (!isPart || /^(?:page|navigation|table|list)$/.test(owner.kind)) return null;
    const at = screen.things.indexOf(owner);
    const empty = screen.items.filter(
      (item) =>
        /^(?:field|rich-text)$/.test(item.kind) &&
        item.value === '' &&
        !item.isDisabled &&
        !isSearching(item) &&
        isInside(screen, item, at),
    );
    if (empty.length === 0) continue;
    const given = fields.filter(({ field }) => terms(field).length > 0);
    const fits = given.some((field) =>
      fieldCandidates(screen, field, { mentions: [], reached: new Map(), container: at }).some(
        ({ features, confidence }) => features.inContainer === 1 && confidence >= least.inContainer,
      ),
    );
    const isForm = /^(?:form|dialog)$/.test(owner.kind) && empty.length > 1;
    return fits || isForm || (thing?.name != null && empty.length === 1) ? at : null;
  }
  return null;
}
