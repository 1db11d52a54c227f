import { dangerIn } from '../../page/danger.ts';
import type { Item } from '../../page/screen.ts';
import { says } from './likeness.ts';

/** Whether a press pays, deletes or signs out as little as its name and its author's words for it say. */
export const isHarmless = ({ name, hints, labels }: Item) =>
  dangerIn(name) === null &&
  (name !== '' || dangerIn(labels[0] ?? '') === null) &&
  // The parts of its name may stand in its attributes as well: “checkout-api”.
  !hints.some((hint) => harmful.test(hint) && !says(name, hint));
const harmful = /^(?:delete|destroy|trash|logout|signout|checkout|purchase)$/;
