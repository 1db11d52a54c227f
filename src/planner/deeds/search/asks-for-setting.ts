import type { Deed, Mention } from '../../prompt/deed.ts';

/**
 * "Have guests wait until a host admits them", "set my notification level to 'On mention'": a change that names no record is one of the settings, wherever
 * the application has them.
 */
export const asksForSetting = (deeds: readonly Deed[]): boolean =>
  deeds.length > 0 &&
  deeds.every(({ kind, thing, places }) => kind === 'change' && ![thing, ...places].some(namesRecord));

/** A name has a capital or a digit. What has none is a word for a part of the application that was taken for a name. */
const namesRecord = (mention: Mention | null) =>
  mention !== null && mention.name !== null && /[\p{Lu}\d]/u.test(mention.name);
