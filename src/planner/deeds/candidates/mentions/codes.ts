import type { Deed, Mention } from '../../../prompt/deed.ts';

/** "HIST 101", "CS 240": a code in two parts, as catalogues have them. */
const codes = /(?<![\p{L}\d])(\p{Lu}{2,5}) (\d{1,4}\p{Lu}?)(?![\p{L}\d])/gu;

/**
 * A deed whose codes of two parts are names as a whole: "the HIST 101 course" is called so, and is no course 101 of a kind "hist". "The CHEM 112 page 'Lab rules'" is a
 * page in CHEM 112.
 */
export function withWholeCodes(deed: Deed): Deed {
  const found = [...deed.said.matchAll(codes)].map(([whole]) => whole);
  if (found.length === 0) return deed;
  const owners: Mention[] = [];
  const whole = (mention: Mention): Mention =>
    found.reduce((one, code) => joined(one, code, owners), mention);
  const thing = deed.thing && whole(deed.thing);
  const places = deed.places.map(whole);
  const isNew = ({ name }: Mention) =>
    ![...places, ...(thing ? [thing] : [])].some((one) => one.name === name);
  return { ...deed, thing, places: [...owners.filter(isNew), ...places] };
}

function joined(mention: Mention, code: string, owners: Mention[]): Mention {
  const [letters = '', number = ''] = code.split(' ');
  const { name, kind } = mention;
  const isParted =
    kind.endsWith(letters.toLowerCase()) && (name === number || name?.startsWith(`${number} `));
  if (isParted) {
    const before = kind.slice(0, -letters.length).trim();
    const behind = name === number ? '' : name!.slice(number.length).trim();
    return { ...mention, name: code, kind: [before, behind].filter((part) => part !== '').join(' ') };
  }
  const inKind = `${code.toLowerCase()} `;
  if (name === null || !kind.startsWith(inKind)) return mention;
  owners.push({ said: code, name: code, kind: '', qualifiers: [], ordinal: null });
  return { ...mention, kind: kind.slice(inKind.length) };
}
