import type { Item, Screen } from '../../../page/screen.ts';
import type { Deed } from '../../../prompt/deed.ts';
import { quotationAt } from '../../../prompt/quotations.ts';
import { creating, saving } from '../buttons/button-words.ts';
import { ownersOf } from '../chain.ts';
import { isSameText, says } from '../likeness.ts';
import { details, edits, isNext, more } from './way-words.ts';

/**
 * Whether a list or a dialog offers only a piece of what the prompt quotes: “gift” is another tag than 'gift wrap'. Who names something without
 * quoting it may name it by more words than the list does.
 */
export function isPieceOfQuoted(item: Item, screen: Screen, { said, verb, thing, places }: Deed): boolean {
  const { kind, name } = item;
  const names = [thing, ...places].flatMap((mention) => mention?.name ?? []);
  const wholes = names.filter((whole) => says(whole, name));
  if (wholes.length === 0 || names.some((whole) => isSameText(name, whole))) return false;
  if ([verb, ...creating, ...saving].some((word) => isSameText(word, name))) return false;
  if ([more, edits, details, isNext].some((words) => words.test(name.trim()))) return false;
  const isOffered =
    kind === 'option' ||
    (/^(?:menu-item|button)$/.test(kind) &&
      ownersOf(screen, item).some((owner) => owner.kind === 'menu' || owner.isModal));
  return isOffered && wholes.some((whole) => isQuoted(said, whole));
}

function isQuoted(said: string, text: string): boolean {
  for (let at = 0; at < said.length; at++) {
    const quotation = quotationAt(said, at);
    if (quotation?.text === text) return true;
    if (quotation) at = quotation.end - 1;
  }
  return false;
}
