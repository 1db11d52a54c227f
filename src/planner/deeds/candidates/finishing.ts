import { wholeWords } from '../../language/patterns.ts';
import { wordsFor } from '../../language/vocabulary.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { creating, refusing, saving, synonymsOf } from './button-words.ts';
import { isInside, ownersOf } from './chain.ts';
import { isHarmless } from './harmless.ts';
import { isSameText, likeness } from './likeness.ts';
import { isStepper } from './steppers.ts';

/** Whether a button says that it keeps what was changed. */
export const isKeeping = (item: Item) => keeps.test(item.name.trim()) && !item.isDisabled && isHarmless(item);

/** The button that keeps what was changed on a page without dialogs or forms. Null where none says so. */
export function keeping(screen: Screen): Item | null {
  const buttons = screen.items.filter(
    (item) =>
      /^(?:button|menu-item)$/.test(item.kind) &&
      item.isPressable &&
      !item.isDisabled &&
      isHarmless(item) &&
      isKeeping(item),
  );
  return buttons[0] ?? null;
}
const keeps = new RegExp(`^(?:${wordsFor('offers', 'keeps').join('|')})$`, 'iu');

/**
 * The button that finishes what is open: in a dialog or form, the one that saves, sends or does what the prompt says. Null where none is
 * there, or where it would pay, delete or sign out.
 */
export function finishing(
  screen: Screen,
  deed: Deed,
  container: number | null,
  isNear: (item: Item) => boolean = () => true,
): Item | null {
  const kind = deed.thing?.kind ?? '';
  // "Comment" below a comment keeps it.
  const written = deed.kind === 'create' ? kind : deed.fields.length === 1 ? deed.fields[0]!.field : '';
  const buttons = screen.items.filter(
    (item) =>
      (container === null || isInside(screen, item, container)) &&
      item.isPressable &&
      isNear(item) &&
      /^(?:button|link|menu-item|body)$/.test(item.kind) &&
      !item.isDisabled &&
      !ownersOf(screen, item).some(({ kind }) => kind === 'navigation') &&
      item.name !== '' &&
      !refusing.test(item.name.trim()) &&
      !isStepper(item, screen) &&
      // "Apply to all" does more than what is asked for one thing.
      (!everything.test(item.name) || isKeeping(item) || everything.test(deed.said)) &&
      isHarmless(item),
  );
  const scored = buttons.map((item, index) => {
    const saves = isKeeping(item) ? 1 : Math.max(0, ...saving.map((word) => likeness(word, item.name)));
    const verb = Math.max(
      0,
      ...[deed.verb, ...(deed.kind === 'create' ? creating : []), ...synonymsOf(deed.verb)].map((one) =>
        likeness(one, item.name),
      ),
    );
    const named = item.kind === 'button' && isSameText(written, item.name) ? 0.9 : 0;
    const whole = Math.max(named, kind === '' ? 0 : likeness(`${deed.verb} ${kind}`, item.name));
    const submits = item.inputType === 'submit' ? 0.3 : 0;
    const own =
      container !== null && screen.things[container]
        ? likeness(item.name, screen.things[container].name) * 0.3
        : 0;
    return {
      item,
      score: Math.max(saves, 0.95 * verb, whole) + submits + own + (0.1 * index) / buttons.length,
    };
  });
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best && best.score >= 0.75 ? best.item : null;
}
const everything = new RegExp(wholeWords(wordsFor('offers', 'everything')), 'iu');
