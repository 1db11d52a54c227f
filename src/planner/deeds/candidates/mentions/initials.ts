import type { Mention } from '../../../prompt/deed.ts';

/** "SKU", "IDs", "URLs": short for a word. */
const initials = /^\p{Lu}{2,4}s?$/u;

/**
 * A mention whose initials are no name of its own: "the store's order IDs" are of the kind "order ids", and "SKU LAP-MED-OAT" is called by its code, which is
 * what stands in its row.
 */
export function withoutInitials(mention: Mention): Mention {
  const { name, kind, said } = mention;
  if (name === null || said.includes(`'${name}'`) || said.includes(`"${name}"`)) return mention;
  const [first = '', ...others] = name.split(/\s+/);
  if (!initials.test(first)) return mention;
  if (others.length === 0 && first.endsWith('s') && kind !== '')
    return { ...mention, name: null, kind: `${kind} ${first.toLowerCase()}` };
  const [code = ''] = others;
  return others.length === 1 && isCode.test(code)
    ? { ...mention, name: code, kind: kind || first.toLowerCase() }
    : mention;
}
const isCode = /^(?=.*[-_\d])[\p{Lu}\d][\p{Lu}\d._/-]{3,}$/u;
