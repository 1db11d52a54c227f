/**
 * An address that a link may ask to be sent on to: one of this service, as path, query and fragment. null for anything
 * that a browser would take elsewhere, however it is spelled (`//evil.example`, `/\evil.example`, `https:…`, with tabs in it).
 */
export function localPath(asked: unknown): string | null {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked) || asked.length > 2000) return null;
  const base = 'http://showreel.invalid';
  const parsed = URL.parse(asked, base);
  if (parsed?.origin !== base) return null;
  const path = `${parsed.pathname}${parsed.search}${parsed.hash}`;
  // `/.//evil.example` is a path until it is read a second time.
  return path.startsWith('//') ? null : path;
}
