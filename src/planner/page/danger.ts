import { anyOf, wholeWords } from '../language/patterns.ts';
import { wordsFor } from '../language/vocabulary.ts';
import type { Danger, RawControl } from './view.ts';

// “checkout-api” and “buy_box” are what somebody has called something. “Buy-now” is a button.
const inIdentifier = '(?![-_](?!(?:now|all|here|everything|everywhere|today)(?!\\p{L}))\\p{L})';
const named = (danger: Danger) =>
  new RegExp(wholeWords(wordsFor('dangers', danger), '(?<!\\p{L})', `(?!\\p{L})${inIdentifier}`), 'iu');

/**
 * What a script never presses, whatever the prompt says: payment, deletion, sign-out. A control is judged by its name, its
 * target and its surroundings. In doubt it is dangerous, since a demo that lacks one click is better than a film of a real
 * purchase.
 */
const names: Record<Danger, RegExp> = {
  payment: named('payment'),
  deletion: named('deletion'),
  'sign-out': named('sign-out'),
};
const effects: Record<Danger, RegExp> = {
  payment:
    /(^|[\s/_-])(checkout(?!-(?!step|page|form|session|confirm|complete|payment|overview))|pay|payment|purchase|buy|charge)([\s/_?.-]|$)/i,
  deletion: /(^|[\s/_-])(delete|destroy|remove|unsubscribe|deactivate)([\s/_?.-]|$)/i,
  'sign-out': /(^|[\s/_-])(log[-_]?out|sign[-_]?out|log[-_]?off|session\/(end|destroy))([\s/_?.-]|$)/i,
};

/** The danger that a prompt itself asks for by name. */
export function dangerIn(said: string): Danger | null {
  const text = said.normalize('NFKC');
  return (['payment', 'deletion', 'sign-out'] as const).find((danger) => names[danger].test(text)) ?? null;
}

export function dangerOf(control: RawControl): Danger | null {
  if (control.purpose === 'input' || control.purpose === 'accordion')
    return isCardField(control) ? 'payment' : null;
  const name = control.name.normalize('NFKC');
  for (const danger of ['payment', 'deletion', 'sign-out'] as const)
    if (names[danger].test(name) || effects[danger].test(control.effects)) return danger;
  const submits = control.purpose === 'submit' || control.purpose === 'act';
  return control.besideCardFields && submits ? 'payment' : null;
}

/** Whether a field asks for a card or a bank account. A demo never fills such a field. */
export const isCardField = ({ hint, name }: Pick<RawControl, 'hint' | 'name'>): boolean =>
  cardField.test(`${hint} ${name}`);
const cardField = new RegExp(`\\bcc-|\\bcvc\\b|\\bcvv\\b|\\biban\\b|${anyOf('fields', 'card')}`, 'i');
