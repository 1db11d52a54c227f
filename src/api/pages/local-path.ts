/**
 * The path, query and fragment of an address that a visitor may be redirected to. Only addresses of this service count: null
 * for every spelling that a browser would follow elsewhere (`//evil.example`, `/\evil.example`, `https:…`, tabs in between).
 */
export function localPath(asked: unknown): string | null {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked) || asked.length > 8000) return null;
  const base = 'http://showreel.invalid';
  const parsed = URL.parse(asked, base);
  if (parsed?.origin !== base) return null;
  const path = `${parsed.pathname}${parsed.search}${parsed.hash}`;
  // `/.//evil.example` is parsed as the path `//evil.example`, which a browser would read as another host.
  return path.startsWith('//') ? null : path;
}
