import { randomInt } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';

/** As RFC 8628 suggests: consonants spell no words, and none of them is taken for a digit. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** A code that people type, such as `WDJB-MJHT`: one of 25.6 billion, of which very few are valid at a time. */
export function newUserCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return shownUserCode(code);
}

/** The form in which a code is shown, however it was typed. A text that is no code does not become one. */
export function shownUserCode(typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/** What the database keeps of a code. */
export const hashUserCode = (secrets: Secrets, typed: string): string =>
  secrets.sign('device-user-code', shownUserCode(typed));
