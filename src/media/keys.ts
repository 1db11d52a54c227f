/** No segment may start with a dot, so that a key can name neither `..` nor a scratch folder. */
const segment = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Whether this can be a part of a key between two slashes. Other names in a storage are not ours. */
export const isSegment = (name: string): boolean => segment.test(name);

/** @throws Error where the text is no key */
export function segmentsOf(key: string): string[] {
  const segments = key.split('/');
  if (!segments.every(isSegment)) throw new Error(`not a media key: ${JSON.stringify(key.slice(0, 200))}`);
  return segments;
}

/** @throws Error where the prefix does not end in a slash: `demos/d1` would take `demos/d10` along */
export function requireSlash(prefix: string): void {
  if (!prefix.endsWith('/')) throw new Error(`a prefix must end in a slash, ${JSON.stringify(prefix)} came`);
}
