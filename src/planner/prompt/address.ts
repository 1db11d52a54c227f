/** A postal address that was said in one go, in the parts that forms ask for. */
export interface Address {
  street: string;
  city: string;
  postCode: string;
  /** Null where the address does not say them. */
  region: string | null;
  country: string | null;
}

const code = /\d[\p{Lu}\d]*(?:[ -]\d[\p{Lu}\d]*)?|\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2}/u;
/** "CA 94108", "94108", "10115 Berlin", "London SW1A 2AA". */
const placeWithCode = new RegExp(
  `^(?:(?<before>\\p{L}[\\p{L} .'-]*?)\\s+)?(?<code>${code.source})(?:\\s+(?<after>\\p{L}[\\p{L} .'-]*))?$`,
  'u',
);

/**
 * "500 Pine St, San Francisco, CA 94108, US" in its parts. Null for what is no whole address: a street with a number, a city and a post
 * code, with commas between.
 */
export function readAddress(text: string): Address | null {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length < 2 || parts.some((part) => part === '')) return null;
  const at = parts.findLastIndex((part, index) => index > 0 && placeWithCode.test(part));
  const { before = '', code: postCode = '', after = '' } = placeWithCode.exec(parts[at] ?? '')?.groups ?? {};
  const behind = parts.slice(at + 1);
  if (at < 1 || postCode.length < 3 || behind.length > 1) return null;
  const own = before || after;
  // Beside a city of its own, what stands by the code is a region.
  const hasCity = at > 1 && after === '';
  const city = hasCity ? parts[at - 1]! : own;
  const street = parts.slice(0, hasCity ? at - 1 : at).join(', ');
  if (city === '' || !/\d/.test(street) || !/\p{L}/u.test(street)) return null;
  return { street, city, postCode, region: hasCity && before ? before : null, country: behind[0] ?? null };
}

/** The whole postal address that a text begins with, from its number to its end. Null where it begins with none. */
export function addressAt(text: string): string | null {
  if (!/^\d+\p{L}?\s+\p{Lu}/u.test(text)) return null;
  const [line] = /^[^\n;:!?"“”]{0,120}/u.exec(text) ?? [''];
  const ends = [...line.matchAll(/(?<=[\p{L}\d])(?=[.,]?(?:\s|$))/gu)].map(({ index }) => index);
  for (const end of ends.reverse()) {
    const said = line.slice(0, end);
    const [, ...behind] = said.split(',');
    const areNames = behind.every((part) => part.trim().split(/\s+/).every(isCapital));
    if (areNames && readAddress(said)) return said;
  }
  return null;
}

/** Of "and its phone number", no word is part of an address. */
const isCapital = (word: string) => /^[\p{Lu}\d]/u.test(word);
